"""Hold one file per migration; a released migration is never changed."""
