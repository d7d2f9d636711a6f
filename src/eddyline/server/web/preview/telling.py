"""Say in a few words what a page shows: nothing that a stranger may not know, and nothing of how a game has ended."""

from __future__ import annotations

import functools
import html
import json
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from eddyline.engine.registry import game as game_by_id
from eddyline.server.base.direction import isolated
from eddyline.server.web.preview.card import SIZE

if TYPE_CHECKING:
    from eddyline.protocol.table_info import TableInfo
    from eddyline.protocol.tournaments import TournamentInfo

Words = dict[str, str]


class Preview(NamedTuple):
    """Hold what is told of a page."""

    title: str
    about: str
    picture: str
    """Path of a picture, from the root of the server's pages."""


@functools.cache
def _words() -> dict[str, Words]:
    words: dict[str, Words] = json.loads(files(__package__).joinpath("words.json").read_text("utf-8"))
    return words


def words_for(accepted: str) -> Words:
    """Return what is said to somebody who accepts languages, as the header Accept-Language says; else in English."""
    wishes = []
    for number, wish in enumerate(accepted[:200].split(",")):
        tag, _, quality = wish.partition(";")
        try:
            weight = float(quality.partition("=")[2]) if quality else 1.0
        except ValueError:
            weight = 0.0
        wishes.append((-weight, number, tag.strip().partition("-")[0].lower()))
    spoken = next((language for _, _, language in sorted(wishes) if language in _words()), "en")
    return _words()[spoken]


def of_table(table: TableInfo, words: Words) -> Preview:
    """Describe a table: which game, who sits there, whether there is room for one more."""
    picture = f"api/tables/{table.id}/card"
    if table.access == "friends":
        return Preview(words["friends"], words["friends_about"], _plain(table.game))
    names = [isolated(seat.name) for seat in table.seats if seat.kind != "open"]
    title = words["table" if names else "alone"].format(game=game_by_id(table.game).name, names=_listed(names, words))
    free = sum(seat.kind == "open" for seat in table.seats)
    about = table.status if table.status != "open" else {0: "full", 1: "seat"}.get(free, "seats")
    return Preview(title, words[about].format(count=free), picture)


def of_tournament(tournament: TournamentInfo, words: Words) -> Preview:
    """Describe a tournament: its name, its game, its rounds."""
    about = words["tournament"].format(game=game_by_id(tournament.game).name, rounds=tournament.rounds)
    return Preview(tournament.name, about, _plain(tournament.game))


def _plain(game: str) -> str:
    """Return where a game's picture is, with nobody on it."""
    return f"api/games/{game}/card"


def _listed(names: list[str], words: Words) -> str:
    *first, last = names or [""]
    return f"{', '.join(first)} {words['and']} {last}" if first else last


def tags(preview: Preview, site: str) -> str:
    """Return the tags for a page's head; `site` is where the server's pages are, with a slash at its end."""
    width, height = SIZE
    told = {
        "og:site_name": "Eddyline",
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.about,
        "og:image": site + preview.picture,
        "og:image:width": str(width),
        "og:image:height": str(height),
        "og:image:alt": preview.title,
    }
    tagged = [f'<meta property="{name}" content="{html.escape(value)}" />' for name, value in told.items()]
    return "\n    ".join(['<meta name="twitter:card" content="summary_large_image" />', *tagged])
