"""Present Canyon: views, events, sentences, reasons, pictures."""
