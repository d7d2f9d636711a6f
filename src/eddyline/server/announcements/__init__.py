"""Say to everybody who is here, and who comes, what the operator announces."""
