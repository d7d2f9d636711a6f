"""Name the files of a store."""

DATABASE = "eddyline.sqlite3"
"""In the folder of a server; the lock, the heads and copies put aside have names that begin alike."""
