"""Answer requests of the HTTP API: one module for each feature, which it declares."""
