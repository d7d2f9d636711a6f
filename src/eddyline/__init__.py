"""Play canoe games: rules, records, bots, server and command line; see ARCHITECTURE.md."""
