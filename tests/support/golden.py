"""Keep the golden games: finished ones for each way to end, with every preset; of each way one is told in words.

Of every game there are digests of what each seat and a spectator are shown, step by step. They say where a view has
changed; how, say the views of that step before and after: `regenerate.py --views GAME STEP` prints them. One digest a
game, in `fates.json`, is of what everybody is told in its course of what may come.

A game that the rules no longer allow, or that ends differently now, is replaced by a newly found one. Without a change
of the rules nothing changes, byte for byte.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from eddyline.engine.log import Deal
from eddyline.engine.registry import GAMES, game
from eddyline.record import RecordError, begin, dump, load, replay, story
from support.endings import endings_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from eddyline.engine.match import Match

DIGITS = 6
"""Hexadecimal digits of a step's digest."""
APART = 13
"""Turns between two positions of which it is told what may come."""


class Seen(NamedTuple):
    """Hold what is shown at one step of a game."""

    step: str
    """What has happened: the set-up, a decision of a turn that is not confirmed yet, a turn, a deal."""
    views: list[bytes]
    """The views as JSON: of the seat whose decision it is, or else of every seat, and then a spectator."""

    @property
    def digest(self) -> str:
        """Return a digest of all these views."""
        return sha256(b"\n".join(self.views)).hexdigest()[:DIGITS]


def still_good(file: Path, game_id: str, wanted: str) -> bool:
    """Tell whether a file holds a game that can still be played and ends as wanted."""
    try:
        *_, last = replay(load(file.read_text("utf-8")))
    except (OSError, RecordError):
        return False
    return last.match.over and endings_in(game_id).ending(last.match) == wanted


def told(game_id: str) -> dict[str, str]:
    """Name the story of each way to end, and the record that it tells: that of the first preset with this ending."""
    endings, found = endings_in(game_id), dict[str, str]()
    for preset in game(game_id).presets:
        for ending in endings.endings_of(preset):
            found.setdefault(f"{game_id}-{ending}.txt", f"{game_id}-{preset}-{ending}.jsonl")
    return found


def written(record: str) -> str:
    """Tell a record in full, as `eddyline replay` does."""
    return "".join(f"{line}\n" for line in story(load(record)))


def seen(record: str) -> Iterator[Seen]:
    """Show a record step by step to everybody at the table, and every decision of a turn to the seat that drafts it."""
    read = load(record)
    match = begin(read.header)
    yield Seen("set-up", _shown(match))
    for entry in read.turns:
        if isinstance(entry, Deal):
            match.deal(entry.word)
            yield Seen("deal", _shown(match))
            continue
        draft = match.draft(entry.seat)
        for action in entry.decisions:
            draft.decide(action)
            step = f"seat {entry.seat} drafts {match.game.actions[action].text}"
            yield Seen(step, [msgspec.json.encode(match.view(entry.seat, draft))])
        match.commit(entry.seat, draft)
        yield Seen(f"turn of seat {entry.seat}", _shown(match))


def foretold(record: str) -> str:
    """Digest what every seat and a spectator are told of what may come, in some positions of a record."""
    told = sha256()
    for number, step in enumerate(replay(load(record))):
        if number % APART == 0:
            seats = (*range(step.match.players), None)
            told.update(b"\n".join(msgspec.json.encode(step.match.fate(seat)) for seat in seats))
    return told.hexdigest()[:12]


def _shown(match: Match) -> list[bytes]:
    return [msgspec.json.encode(match.view(seat)) for seat in (*range(match.players), None)]


def regenerate(folder: Path) -> None:
    """Write every file into the folder, keeping the games that are still good."""
    records, views = folder / "records", folder / "views"
    records.mkdir(exist_ok=True)
    views.mkdir(exist_ok=True)
    for game_id in GAMES:
        endings = endings_in(game_id)
        for preset in game(game_id).presets:
            for wanted in endings.endings_of(preset):
                file = records / f"{game_id}-{preset}-{wanted}.jsonl"
                if not still_good(file, game_id, wanted):
                    sys.stdout.write(f"looking for a game: {file.stem}\n")
                    file.write_text(dump(endings.find(preset, wanted)), "utf-8", newline="\n")
                digests = "".join(f"{each.digest}\n" for each in seen(file.read_text("utf-8")))
                (views / f"{file.stem}.txt").write_text(digests, "utf-8", newline="\n")
        for name, record in told(game_id).items():
            (folder / name).write_text(written((records / record).read_text("utf-8")), "utf-8", newline="\n")
    fates = {file.stem: foretold(file.read_text("utf-8")) for file in sorted(records.glob("*.jsonl"))}
    (folder / "fates.json").write_bytes(msgspec.json.format(msgspec.json.encode(fates)) + b"\n")
