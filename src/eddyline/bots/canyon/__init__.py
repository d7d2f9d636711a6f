"""Bots that know Canyon."""
