"""Answer requests of the HTTP API: one module for each room that they ask."""
