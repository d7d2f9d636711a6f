"""Rebuild the value network of Niagara's guide."""
