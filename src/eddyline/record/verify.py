"""Check that a saved game was dealt as its commitment says, and played by the rules."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from eddyline.engine.log import Deal, Resample
from eddyline.record.dealing import before, word_of
from eddyline.record.file import RecordError
from eddyline.record.replay import replay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from eddyline.record.file import Record


class Fault(NamedTuple):
    """Say what does not fit in a saved game."""

    line: int
    """Line of the file, counting from 1."""
    what: str
    expected: str
    got: str

    def __str__(self) -> str:
        """Return one sentence."""
        return f"line {self.line}: {self.what}: expected {self.expected}, got {self.got}"


class UncheckableError(ValueError):
    """Say in a sentence why a saved game does not contain what is needed to check its dealing."""


def dealt(record: Record) -> list[tuple[int, int, int]]:
    """List the words of chance of a saved game in order, each with its line and number.

    The first belongs to the set-up. A game that goes on from another one has none: its first word deals anew what was
    hidden there, or is not used, and the words before it are that game's.
    """
    after = sorted(note.after for note in record.notes)
    entries = [(2 + place + bisect_right(after, place), entry) for place, entry in enumerate(record.turns)]
    if (origin := record.header.origin) is None:
        first = [] if record.header.word is None else [(1, record.header.word)]
        own = first + [(line, entry.word) for line, entry in entries if isinstance(entry, Deal)]
        return [(line, word, number) for number, (line, word) in enumerate(own, start=1)]
    own = [(line, entry.word) for line, entry in entries[origin.entries :] if isinstance(entry, Deal | Resample)]
    anew = any(isinstance(entry, Resample) for _, entry in entries[origin.entries : origin.entries + 1])
    return [(line, word, number) for number, (line, word) in enumerate(own, start=1 if anew else 2)]


def verify(record: Record, commitment: str | None = None) -> list[Fault]:
    """Check the words of chance link by link, then replay the turns; return everything that does not fit.

    `commitment` is the one noted before the game, to compare with the one in the file; in hexadecimal. Raises
    UncheckableError for a game without a dealing or without the revealed link.
    """
    dealing, words = record.header.dealing, dealt(record)
    if dealing is None or not (words or record.header.origin):
        raise UncheckableError(
            "This game does not say where its random numbers came from: it was not played at a table, "
            "or at one from before Eddyline committed to its dealing."
        )
    if record.revealed is None:
        raise UncheckableError(
            "This game was not over when it was saved; what is needed to check it is revealed only at the end."
        )
    faults: list[Fault] = []
    if commitment is not None and commitment != dealing.commitment:
        faults.append(Fault(1, "the commitment", f"the one you noted, {commitment}", dealing.commitment))
    used = max([number for *_, number in words], default=1)
    if used > dealing.length:
        line = next(line for line, _, number in words if number > dealing.length)
        faults.append(Fault(line, "random numbers", f"at most {dealing.length}", str(used)))
    links = list(_links(record.revealed, used))
    if (start := links[0].hex()) != dealing.commitment:
        faults.append(Fault(1, "the commitment", f"what the revealed link leads to, {start}", dealing.commitment))
    for line, word, number in words:
        expected = word_of(links[number], dealing, number)
        if word != expected:
            faults.append(Fault(line, f"random number {number}", f"{expected:#x}", f"{word:#x}"))
    try:
        for _ in replay(record):
            pass
    except RecordError as error:
        faults.append(Fault(error.line, "the turns", "a game by the rules", error.reason))
    return faults


def _links(revealed: str, number: int) -> Iterator[bytes]:
    """Give links 0 to `number` of the chain, of which the last is revealed."""
    links = [bytes.fromhex(revealed)]
    for _ in range(number):
        links.append(before(links[-1]))
    return reversed(links)
