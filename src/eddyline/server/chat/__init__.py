"""Let people write to each other, at a table, at a tournament and in the lobby."""
