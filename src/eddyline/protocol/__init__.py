"""Define what a server and its clients say to each other: every message, and what both compute from it."""
