"""What is shown and told of Niagara: views, events, sentences, reasons, pictures."""
