"""Rate the games of tables: what counts, the results in the store, who leads; the rules are in docs/ratings.md."""
