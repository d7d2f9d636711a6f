"""Write positions of Canyon as JSON, and read them with every check."""
