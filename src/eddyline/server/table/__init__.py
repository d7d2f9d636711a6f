"""Play one table: its log, its seats, its turns. Nothing here knows who is connected."""
