"""Know people who want it: accounts with a password or a passkey, signed in on several devices. Guests need none."""
