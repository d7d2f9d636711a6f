"""Keep a match: write it down, compare it, go back in it, and note comments and other lines of play in it."""

from __future__ import annotations

from copy import deepcopy
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Self

import msgspec

from eddyline.engine.checks import check_integer
from eddyline.engine.copying import Independent
from eddyline.engine.log import Deal, Entry, Resample, Turn
from eddyline.engine.messages import shown
from eddyline.engine.notes import Comment, Note, Variation, check_comment, check_notes, check_variation, moved

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from eddyline.engine.game import Game
    from eddyline.engine.match import Match
    from eddyline.engine.records import States
    from eddyline.record.file import FilePath, Record, Sink
    from eddyline.record.scrubber import Scrubber


class Kept(Independent):
    """Be a match that can be written down; `Match` says how it is played."""

    game: Game
    log: list[Entry[int]]
    shown: int
    preset: str | None
    seed: int | None
    word: int | None
    _first: States
    _given: Any
    _notes: list[Note]
    _chance: Iterator[int] | None
    _again: list[int]

    def __eq__(self, other: object) -> bool:
        """Tell whether two matches would be saved alike: the same start, names, log and notes, unfinished turns apart.

        Words of later deals are not compared, because nobody knows them. A match changes, so it has no hash.
        """
        if not isinstance(other, Kept):
            return NotImplemented
        return self is other or (self.game is other.game and self.record() == other.record())

    __hash__ = None  # type: ignore[assignment] # what can be compared and changes

    def goto(self, turns: int) -> Self:
        """Return an independent match that has got as far as the first so many turns of the log and what they led to.

        It can go on differently: as after `undo`, later deals are repeated with the same words, and words that the
        caller passed to `deal` are due again; `copy` with a seed draws new ones. Notes on later turns are not in it.
        Raises TypeError or ValueError for anything but a number of turns that were played.

        >>> match = eddyline.new("canyon", players=3, seed=7)
        >>> events = [match.play(match.legal()[0]) for _ in range(3)]
        >>> match.goto(1)
        <Match: Canyon, 3 players, round 1, waiting for seat 2>
        """
        places = self._turns()
        number = check_integer(turns, "a number of turns", 0, len(places))
        return self._line(places[number] if number < len(places) else len(self.log))

    def enter(self, entry: Entry[int]) -> tuple[Any, ...]:
        """Carry out an entry of the log of another match, and return the public events.

        Raises what `commit`, `deal` and `resample` raise, and TypeError for anything else.
        """
        if isinstance(entry, Turn):
            return self._match.commit(entry.seat, entry.decisions)
        if isinstance(entry, Deal):
            return self._match.deal(entry.word)
        if isinstance(entry, Resample):
            self._match.resample(entry.seat, entry.word)
            return ()
        raise TypeError(f"expected an entry of a log, got {shown(entry)}")

    @property
    def notes(self) -> tuple[Note, ...]:
        """Comments and variations, in the order of the log; may be set. Those on what `undo` takes back go with it.

        Setting raises ValueError, also for a variation that breaks the rules.
        """
        return tuple(self._notes)

    @notes.setter
    def notes(self, notes: Iterable[Note]) -> None:
        checked = check_notes(notes, len(self.log))
        for note in checked:
            self._follow_all(note)
        self._notes = list(checked)

    def comment(self, text: str, *, turn: int | None = None) -> None:
        """Note a comment below all that was played, or below a turn, counted from 1; below turn 0 it is on the start.

        Raises TypeError or ValueError for what is no comment, or no turn that was played.

        >>> match = eddyline.new("niagara", players=3, seed=7)
        >>> match.comment("A game to remember.")
        >>> match.notes
        (Comment(after=0, text='A game to remember.'),)
        """
        self._note(Comment(len(self.log) if turn is None else self._below(turn), check_comment(text)))

    def vary(self, other: Match[Any, Any, Any]) -> None:
        """Note another line: what a match that began alike played differently, from where it differs, with its notes.

        Raises TypeError for anything but a match, ValueError if it began differently or nothing in it differs.

        >>> match = eddyline.new("canyon", players=3, seed=7)
        >>> events = [match.play(action) for action in ("to 4,7", "to 4,9")]
        >>> other = match.goto(1)
        >>> events = other.play("to 4,12")
        >>> match.vary(other)
        >>> match.follow(match.notes[0]) == other
        True
        """
        if not isinstance(other, Kept):
            raise TypeError(f"expected a match, got {shown(other)}")
        if other.game is not self.game or other._first.tobytes() != self._first.tobytes():  # noqa: SLF001 - a match, too
            raise ValueError("expected a match that began with the same position")
        alike = len([*takewhile(lambda pair: pair[0] == pair[1], zip(self.log, other.log, strict=False))])
        if alike in (len(self.log), len(other.log)):
            raise ValueError("expected a match that went on differently, got one that only goes on or ends sooner")
        later = [note for note in other.notes if note.after > alike]
        line = Variation(alike + 1, tuple(other.log[alike:]), tuple(moved(later, -alike)))
        self._note(check_variation(line, len(self.log)))

    def follow(self, variation: Variation) -> Self:
        """Return an independent match that has played a variation; like that of `goto`, it can go on.

        Raises TypeError for anything but a variation, ValueError for one that breaks the rules.
        """
        if not isinstance(variation, Variation):
            raise TypeError(f"expected a variation, got {shown(variation)}")
        checked = check_variation(variation, len(self.log))
        return self._line(checked.after - 1, checked)

    def replay(self, seat: int | None = None) -> Scrubber:
        """Return the game as it was played so far, to look through turn by turn: in a notebook, it shows itself.

        With a `seat`, it shows what this seat saw, otherwise what a spectator saw; the story tells secret turns and
        notes only without one. Raises TypeError or ValueError for an invalid seat.
        """
        from eddyline.record.scrubber import Scrubber  # noqa: PLC0415 - see `record`

        return Scrubber(self.record(), self._again_begun(), seat)

    def record(self, *, public: bool = False) -> Record:
        """Return the game as a record for `eddyline.record.dump`: its set-up, its players, every turn and deal, notes.

        With `public`, the record of a running game ends where nothing was last hidden, and has no notes, so everybody
        may read it. Without, it is complete and includes secrets, so do not show it to players. A match that began with
        a position is saved with that position, including any face-down cards.
        """
        from eddyline.record.file import FORMAT, Header, Record  # noqa: PLC0415 - record imports engine

        match = self._match
        header = Header(
            eddyline=FORMAT,
            game=self.game.id,
            rules_version=self.game.rules_version,
            preset=self.preset,
            options=msgspec.to_builtins(match.options),
            players=match.names,
            word=self.word,
            position=msgspec.to_builtins(match.start) if self.word is None else None,
        )
        part = public and not match.over
        log, notes = (self.log[: self.shown], ()) if part else (self.log, self.notes)
        return Record(header, tuple(log), match.ranking, notes=notes)

    def save(self, file: FilePath | Sink, *, public: bool = False) -> None:
        """Write the game, as `record` returns it, to a path or an open file; `eddyline.load` reads it back.

        A file that is open for text should keep line breaks as they are (`newline=""`). Raises OSError, and TypeError
        for what is neither.
        """
        from eddyline.record.file import write  # noqa: PLC0415 - see `record`

        write(self.record(public=public), file)

    def dumps(self, *, public: bool = False) -> str:
        """Return the text that `save` would write; `eddyline.loads` reads it back."""
        from eddyline.record.file import dump  # noqa: PLC0415 - see `record`

        return dump(self.record(public=public))

    @property
    def _match(self) -> Match[Any, Any, Any]:
        """Itself, as the only kind of match there is."""
        return self  # type: ignore[return-value]

    def _turns(self) -> list[int]:
        """Return the place of every turn in the log."""
        return [place for place, entry in enumerate(self.log) if isinstance(entry, Turn)]

    def _below(self, turn: int) -> int:
        """Return the number of entries up to and with a turn, counted from 1."""
        places = [-1, *self._turns()]
        return places[check_integer(turn, "a turn", 0, len(places) - 1)] + 1

    def _note(self, note: Note) -> None:
        self._notes = sorted([*self._notes, note], key=lambda each: each.after)

    def _follow_all(self, note: Note) -> None:
        """Play a variation and those inside it, to find what breaks the rules."""
        if isinstance(note, Variation):
            twin = self.follow(note)
            for inside in moved(note.notes, note.after - 1):
                twin._follow_all(inside)  # noqa: SLF001

    def _again_begun(self) -> Match[Any, Any, Any]:
        """Return a match that begins as this one did, without the words of later deals."""
        twin = type(self._match)(self.game, self._first, names=self._match.names)
        twin.preset, twin.seed, twin.word, twin._given = self.preset, self.seed, self.word, self._given  # noqa: SLF001
        return twin

    def _line(self, length: int, variation: Variation | None = None) -> Self:
        """Play the beginning of the log once more, and then a variation."""
        self._match._check_chance()  # noqa: SLF001 - its own
        twin = self._again_begun()
        line = variation.entries if variation else ()
        for entry in (*self.log[:length], *line):
            twin.enter(entry)
        if self._chance is not None:
            dealt = [entry.word for entry in self.log[length:] if isinstance(entry, Deal)]
            used = sum(isinstance(entry, Deal) for entry in line)
            twin._again, twin._chance = (dealt + self._again)[used:], deepcopy(self._chance)  # noqa: SLF001
        before = [note for note in self._notes if note.after <= length]
        twin._notes = before + moved(variation.notes if variation else (), length)  # noqa: SLF001
        return twin  # type: ignore[return-value] # of the same class

    def _rewrite(self, settled: int, entries: Sequence[Entry[int]]) -> None:
        """Replace what follows the first entries of the log, and forget notes on what is not there any more."""
        if self._notes:
            pairs = zip(self.log[settled:], entries, strict=False)
            kept = settled + len([*takewhile(lambda pair: pair[0] == pair[1], pairs)])
            self._notes = [note for note in self._notes if note.after <= kept]
        self.log[settled:] = entries
