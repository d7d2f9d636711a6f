"""Carry messages over WebSockets."""
