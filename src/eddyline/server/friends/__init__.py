"""Let people with accounts be friends, keep others away, and open tables for friends only."""
