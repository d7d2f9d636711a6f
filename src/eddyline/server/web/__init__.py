"""Serve all of it: pages, the HTTP API and WebSockets."""
