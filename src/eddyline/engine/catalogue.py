"""Format the messages of a catalogue: a JSON file in a game's folder, which the build of the web client reads, too.

The format is that of inlang's plugin "message-format": a key, and a text with the names of values in braces – or
several texts, of which the values select one. Messages that only the client reads use more of the format.
"""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class _Choice(msgspec.Struct):
    match: dict[str, str]
    """Texts by the values they are for, such as `tricks=1, left=*`; the first that matches is used."""


class Catalogue:
    """Hold the messages of one language.

    >>> Catalogue('{"hi": "Hello, {name}!"}').say("hi", {"name": "Ada"})
    'Hello, Ada!'
    """

    def __init__(self, text: str) -> None:
        found = msgspec.json.decode(text, type=dict[str, str | tuple[_Choice]])
        self._texts = {key: _texts(message) for key, message in found.items()}

    def say(self, key: str, values: Mapping[str, object]) -> str:
        """Fill in a message; raises KeyError if the message, a value or a text for these values is missing."""
        for wanted, text in self._texts[key]:
            if all(str(values[name]) == value for name, value in wanted.items()):
                return text.format_map(values)
        raise KeyError(f"{key} has no text for {values}")


def _texts(message: str | tuple[_Choice]) -> list[tuple[dict[str, str], str]]:
    """List the texts of a message, each with the values it is for."""
    if isinstance(message, str):
        return [({}, message)]
    (choice,) = message
    found = []
    for wanted, text in choice.match.items():
        pairs = (part.strip().split("=") for part in wanted.split(","))
        found.append(({name: value for name, value in pairs if value != "*"}, text))
    return found


def english(package: str) -> Catalogue:
    """Read the English messages of a package."""
    text = files(package).joinpath("en.json").read_text("utf-8")
    # Non-breaking spaces are for web pages; in a terminal, a search for "disc 4" must find plain ones.
    return Catalogue(text.replace("\u00a0", " "))


def listed(words: Sequence[str]) -> str:
    """Join words as in English, "a, b and c"; empty for no words."""
    *others, last = words or [""]
    return f"{', '.join(others)} and {last}" if others else last
