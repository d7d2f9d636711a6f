"""Tell people who are away what waits for them, at tables and from friends."""
