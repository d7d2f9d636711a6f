"""Bots that know Niagara."""
