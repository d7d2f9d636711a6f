"""Hold a table in memory with the people who are connected to it, and with the bots that play there."""
