"""Know which games an account has played: an index that follows from the logs of the tables."""
