"""Read what is said of events and refusals: here in English, the web client in every language that lies beside this."""

from __future__ import annotations

from eddyline.engine.catalogue import english

ENGLISH = english(__name__)
