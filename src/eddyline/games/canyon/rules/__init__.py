"""Implement the rules of Canyon, with its actions, options and observations."""
