"""Run tournaments over many tables: Swiss rounds, or groups and a final."""
