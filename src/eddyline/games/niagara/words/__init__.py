"""Present Niagara: views, events, sentences, reasons, pictures."""
