"""Define the error that explains a refusal to a client."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from eddyline.engine.copying import WholeError
from eddyline.engine.refusal import Values  # noqa: TC001 - read by the encoder
from eddyline.protocol import table as protocol

if TYPE_CHECKING:
    from eddyline.engine.match import IllegalAction
    from eddyline.engine.refusal import Refusal
    from eddyline.protocol.games import Reason
    from eddyline.protocol.table import RefusalCode


UNEXPECTED = (
    "Something went wrong on the server; its log has the details. Check whether it happened before you try again."
)


class NamingProblem(protocol.Problem, frozen=True, kw_only=True):  # type: ignore[misc] # it inherits `frozen`
    """Explain why a request was refused, and name what the message does, for other languages."""

    values: Values
    """Of `suspended`, `why` and perhaps `until` (milliseconds since 1970); of `invitation_void`, `why`: a `Void`;
    of `unwanted`, `word`."""


class RefusalError(WholeError):
    """Explain to a client why nothing happened; the table is unchanged."""

    def __init__(
        self,
        code: RefusalCode,
        message: str,
        refusal: Refusal | None = None,
        suggestion: str | None = None,
        values: Values | None = None,
    ) -> None:
        super().__init__(message)
        self.code: RefusalCode = code
        self.message = message
        self.refusal = refusal
        """Explanation by the rules, if they refuse."""
        self.suggestion = suggestion
        """What may be asked for instead."""
        self.values: Values = values or {}
        """What the message names, for other languages."""

    @classmethod
    def illegal(cls, error: IllegalAction) -> RefusalError:
        """Refuse an action that the rules do not allow."""
        return cls("illegal", error.refusal.message, error.refusal)

    def answer(self) -> protocol.Refused:
        """Return the refusal as a message."""
        found = self.refusal
        if found is None:
            return protocol.Refused(code=self.code, message=self.message, values=self.values)
        reason = cast("Reason", found.reason)
        return protocol.Refused(
            code=self.code, message=self.message, rule=found.rule, reason=reason, values=found.values
        )
