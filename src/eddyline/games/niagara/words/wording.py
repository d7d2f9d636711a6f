"""Put the fields of events and refusals into words for messages, as the web client does in wording.ts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from eddyline.engine.catalogue import Catalogue, listed
from eddyline.games.niagara.words.messages import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def say(key: str, fields: Mapping[str, Any], name: Callable[[int], str], catalogue: Catalogue = ENGLISH) -> str:
    """Return a message about an event, or of another `catalogue`; `name` returns the player of a seat."""
    return catalogue.say(f"niagara_{key}", in_words(fields, name))


def in_words(fields: Mapping[str, Any], name: Callable[[int], str]) -> dict[str, Any]:
    """Put the fields of an event or a refusal into words, except `dock`, `lost` and `none`: messages select by them."""
    words = dict(fields)
    for field, value in fields.items():
        match field:
            case "seat" | "first" | "victim":
                words[field] = name(value)
            case "winners":
                words[field] = listed([name(seat) for seat in value]) or "none"
            case "canoe" | "other":
                words[field] = {"a": "1", "b": "2"}[value]
            case "gem" | "joe_gem" | "cargo":
                words[field] = _a(value) if value else "none"
            case "gems":
                words[field] = listed([_a(gem) for gem in value]) or "none"
            case "card":
                words[field] = ENGLISH.say("niagara_card", {"card": value})
            case "start" | "end" | "place" if value not in {"dock", "lost"}:
                words[field] = ENGLISH.say("niagara_disc", {"place": value})
            case "before" | "after" | "weather":
                words[field] = f"{value:+d}" if value else "0"
            case "lowest":
                words[field] = value or "none"
            case "points":
                words[field] = ENGLISH.say("niagara_points", {"points": value})
    return words


def _a(gem: str) -> str:
    return ENGLISH.say("niagara_a_gem", {"gem": gem})
