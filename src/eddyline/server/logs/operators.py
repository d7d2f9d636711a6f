"""Keep what the operators of a server have done: one log for all of them."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from eddyline.server.logs.ledger import Kind


class Acted(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Note what an operator did."""

    who: str
    """Name of the operator on the machine where the command ran."""
    did: str
    """Verb in the past: suspended, closed."""
    what: str
    """Whom or what it concerns."""
    why: str | None = None
    until: int | None = None
    """End of what was done for a time, in milliseconds since 1970."""


@dataclass(slots=True)
class Log:
    """List what was done, and when: milliseconds since 1970."""

    key: str
    acts: list[tuple[int, Acted]] = field(default_factory=list)

    def apply(self, entry: Acted, at: int) -> None:
        """Take in the next entry of the log."""
        self.acts.append((at, entry))


KIND: Kind[Acted, Log] = Kind("operators", msgspec.json.Decoder(Acted), Log)
KEY = "log"
