"""Format the messages of a catalogue: a JSON file in a game's folder, which the build of the web client reads, too.

The format is that of inlang's plugin "message-format": a key, and a text with the names of values in braces – or
several texts, of which the values select one, or their plural categories as CLDR knows them (`local usedPlural = used:
plural`). Messages that only the client reads use more of the format.
"""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


_PLURAL = re.compile(r"local (\w+) = (\w+): plural")


class _Choice(msgspec.Struct):
    declarations: list[str]
    match: dict[str, str]
    """Texts by what they are for, such as `usedPlural=one, left=*`; the first that matches is used."""


class _Message(NamedTuple):
    texts: list[tuple[dict[str, str], str]]
    """Texts, each with the values it is for."""
    plurals: dict[str, str]
    """Names of plural categories, each with the value it is the category of."""


class Catalogue:
    """Hold English messages.

    >>> Catalogue('{"hi": "Hello, {name}!"}').say("hi", {"name": "Ada"})
    'Hello, Ada!'
    """

    def __init__(self, text: str) -> None:
        found = msgspec.json.decode(text, type=dict[str, str | tuple[_Choice]])
        self._messages = {key: _read(message) for key, message in found.items()}

    def say(self, key: str, values: Mapping[str, object]) -> str:
        """Fill in a message; raises KeyError if the message, a value or a text for these values is missing."""
        texts, plurals = self._messages[key]
        known = {**values, **{plural: _category(values[counted]) for plural, counted in plurals.items()}}
        for wanted, text in texts:
            if all(str(known[name]) == value for name, value in wanted.items()):
                return text.format_map(values)
        raise KeyError(f"{key} has no text for {values}")


def _category(count: object) -> str:
    """Return the plural category of a whole number in English."""
    return "one" if str(count) == "1" else "other"


def _read(message: str | tuple[_Choice]) -> _Message:
    if isinstance(message, str):
        return _Message([({}, message)], {})
    (choice,) = message
    texts = []
    for wanted, text in choice.match.items():
        pairs = (part.strip().split("=") for part in wanted.split(","))
        texts.append(({name: value for name, value in pairs if value != "*"}, text))
    found = [_PLURAL.fullmatch(line) for line in choice.declarations]
    return _Message(texts, {plural[1]: plural[2] for plural in found if plural})


def english(package: str) -> Catalogue:
    """Read the English messages of a package."""
    text = files(package).joinpath("en.json").read_text("utf-8")
    # Non-breaking spaces are for web pages; in a terminal, a search for "disc 4" must find plain ones.
    return Catalogue(text.replace("\u00a0", " "))


def listed(words: Sequence[str]) -> str:
    """Join words as in English, "a, b and c"; empty for no words."""
    *others, last = words or [""]
    return f"{', '.join(others)} and {last}" if others else last
