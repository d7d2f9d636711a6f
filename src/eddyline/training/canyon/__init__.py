"""Rebuild the networks and the table of Canyon's guide."""
