"""Know who is there: at this site, at a table, by way of other processes."""
