"""Read the English messages for events and refusals; the web client reads all languages in this folder."""

from __future__ import annotations

from eddyline.engine.catalogue import english

ENGLISH = english(__name__)
