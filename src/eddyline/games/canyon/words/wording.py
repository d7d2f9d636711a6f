"""Put the fields of events and refusals into words for messages, as the web client does in wording.ts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from eddyline.engine.catalogue import Catalogue, listed
from eddyline.games.canyon.words.messages import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def say(key: str, fields: Mapping[str, Any], name: Callable[[int], str], catalogue: Catalogue = ENGLISH) -> str:
    """Return a message about an event, or of another `catalogue`; `name` returns the player of a seat."""
    return catalogue.say(f"canyon_{key}", in_words(fields, name))


def in_words(fields: Mapping[str, Any], name: Callable[[int], str]) -> dict[str, Any]:
    """Put the fields of an event or a refusal into words."""
    words = dict(fields)
    for field, value in fields.items():
        match field:
            case "seat" | "dealer":
                words[field] = name(value)
            case "winners":
                words[field] = listed([name(seat) for seat in value]) or "none"
            case "card" | "trump":
                suit, number = value.split()
                words[field] = ENGLISH.say("canyon_card", {"suit": suit, "value": number})
            case "suit":
                words[field] = ENGLISH.say("canyon_suit", {"suit": value})
            case "fell":
                words[field] = "true" if value else "false"
            case "bids":
                each = [
                    say("log_bids_one", {"seat": seat, "tricks": tricks}, name) for seat, tricks in enumerate(value)
                ]
                words[field] = ", ".join(each)
            case "players":
                words[field] = ", ".join(say("log_settled_one", asdict(player), name) for player in value)
            case "chain":
                words[field] = ", ".join(say("log_drifted_one", asdict(drift), name) for drift in value)
    return words
