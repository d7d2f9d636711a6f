"""Tell other programs what a link to a page here leads to, as The Open Graph protocol does."""
