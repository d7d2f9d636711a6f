"""Implement the rules of Niagara, with its actions, options and observations."""
