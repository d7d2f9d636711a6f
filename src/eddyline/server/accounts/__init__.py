"""Know people who want it: accounts with a password, signed in on several devices. Guests need none."""
