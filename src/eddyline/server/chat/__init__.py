"""Let people write to each other, at a table and in the lobby."""
