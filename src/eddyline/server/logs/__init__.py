"""Keep logs of every kind in the store: their entries are appended, and folded to what they amount to."""
