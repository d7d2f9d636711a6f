"""Play Niagara: see rules.md."""
