"""Keep what people report to those who look after a server, and what was done about it."""
