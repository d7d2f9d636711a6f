"""Let a table go on from a turn of another game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from eddyline.characters import NAMES, Character
from eddyline.engine.log import Turn
from eddyline.protocol.origin import OriginInfo
from eddyline.protocol.refusal import RefusalError
from eddyline.record import Header, Record, RecordError, dump, load, played
from eddyline.record import file as record_file

if TYPE_CHECKING:
    from eddyline.engine.log import Entry
    from eddyline.engine.match import Match
    from eddyline.protocol.origin import NewOrigin


class Origin(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Hold the game that a table goes on from, up to where it does."""

    record: str
    """As a saved game; its players are numbered, since those of this table are others."""
    known: int | None = None
    """Seat that keeps what it knew: the rest is dealt anew. None: everything stays as it was."""
    turns: int
    entries: int
    """Number of its turns, and of these and its deals."""
    table: str | None = None
    """Table at which that game was played, if it was."""
    characters: tuple[Character | None, ...] = ()
    """By seat, who among the bots played there: whoever goes on with the game meets them again."""
    private: bool = False
    """Whether not everybody might look at that game who had a link to its table, when this table was opened."""

    @property
    def info(self) -> OriginInfo:
        """Say where the game goes on from, as everybody may see it."""
        return OriginInfo(turns=self.turns, known=self.known, table=self.table)

    def character(self, seat: int) -> Character | None:
        """Return who among the bots played a seat in that game."""
        return self.characters[seat] if self.characters else None

    def begin(self, word: int) -> Match:
        """Return the match that goes on; what is dealt anew is drawn from the word. Raises RecordError."""
        match = played(load(self.record), hold=True)
        if self.known is not None:
            match.resample(self.known, word)
        return match

    def marked(self, header: Header[int]) -> Header[int]:
        """Say in the header of the game's record which game it goes on from."""
        return replace(header, origin=record_file.Origin(entries=self.entries, table=self.table))


def origin_of(wish: NewOrigin, game: str, seats: int) -> tuple[Origin, Header[int]]:
    """Return what a table goes on from, and how that game was set up; raises RefusalError with what is wrong with it.

    Secret turns that wait for others are left out: whoever sits there now chooses anew.
    """
    try:
        record = load(wish.record)
        match = played(Record(record.header, _until(record, wish.turns)), hold=True)
    except RecordError as error:
        raise RefusalError("bad_message", f"The saved game cannot be read: {error}.") from None
    if match.game.id != game:
        raise RefusalError("bad_message", f"expected a saved game of {game}, got one of {match.game.id}")
    if match.players != seats:
        raise RefusalError("bad_message", f"expected a table of {match.players} seats, as in the game, got {seats}")
    if match.over:
        raise RefusalError("bad_message", "The game is over at this turn: nobody can go on from there.")
    if wish.known is not None and wish.known >= seats:
        raise RefusalError("bad_message", f"expected a seat from 0 to {seats - 1} whose cards stay, got {wish.known}")
    called = {name: character for character, name in NAMES.items()}
    characters = tuple(called.get(name) for name in match.names)
    match.names = [str(number + 1) for number in range(seats)]
    whole = match.record()
    settled = whole.turns[: len(whole.turns) - len(match.pending)]
    header = replace(whole.header, preset=record.header.preset)
    origin = Origin(
        record=dump(Record(header, settled)),
        known=wish.known,
        turns=sum(isinstance(entry, Turn) for entry in settled),
        entries=len(settled),
        table=wish.table,
        characters=characters if any(characters) else (),
    )
    return origin, header


def _until(record: Record, turns: int | None) -> tuple[Entry[int], ...]:
    """Return the entries up to the end of a turn, with what was dealt after it; raises RecordError."""
    places = [place for place, entry in enumerate(record.turns) if isinstance(entry, Turn)]
    if turns is None or turns == len(places):
        return record.turns
    if turns > len(places):
        raise RecordError(0, f"expected a turn up to {len(places)}, the last of the game, got {turns}")
    return record.turns[: places[turns]]
