"""Write positions of Niagara as JSON, and read them with every check."""
