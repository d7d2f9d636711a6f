"""What is shown and told of Canyon: views, events, sentences, reasons, pictures."""
