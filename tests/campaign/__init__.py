"""Try to make a real server lose, double or leak something; see `__main__` for the command."""
