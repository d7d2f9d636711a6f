"""Race down a canyon by bidding on tricks."""
