"""Foretell what may come to those who ask, from what they can know alone, without keeping anybody waiting."""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from eddyline.engine.game import ActionError
from eddyline.protocol import table as protocol
from eddyline.protocol.refusal import UNEXPECTED, RefusalError
from eddyline.server.base.outbox import encode

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from eddyline.engine.game import Game
    from eddyline.engine.records import States
    from eddyline.server.base.outbox import Outbox
    from eddyline.server.table.drafts import Drafts
    from eddyline.server.table.state import TableState

ANSWERS = 64
"""Answers that a table remembers."""
UNANSWERED = 8
"""Questions of one connection that may wait; the oldest of more is dropped, for nobody looks there any longer."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FateQuestion:
    """Hold a question, and all that may be used to answer it."""

    version: int
    step: int
    action: str | None
    seat: int | None
    game: Game
    known: States | None
    """Position after the draft and the action, redacted for the seat; None: there is nothing to tell."""


def fate_question(state: TableState, drafts: Drafts | None, seat: int | None, asked: protocol.AskFate) -> FateQuestion:
    """Return what a seat can know, after its draft and the decision it asks about.

    Raises RefusalError before the start, for what is no action of the game, and for a draft that is not possible.
    """
    match = state.match
    if match is None:
        raise RefusalError("wrong_time", "The game has not started yet: there is nothing to predict.")
    action = None
    if asked.action is not None:
        try:
            action = match.game.parse_action(asked.action)
        except ActionError as error:
            raise RefusalError("bad_message", str(error)) from None
    step, known = 0, None
    if state.status == "running" and drafts is not None:
        if seat is not None and seat in match.waiting | match.pending.keys() and state.seats[seat].bot is None:
            step = len(drafts.of(seat).draft.decisions if asked.decisions is None else asked.decisions)
            draft = drafts.after(seat, asked.decisions, action)
            known = None if draft is None else match.known(seat, draft)
        elif action is None:
            known = match.known(seat)
    return FateQuestion(state.version, step, asked.action, seat, match.game, known)


class Fates:
    """Answer the questions of one table, each in a thread and only once."""

    def __init__(self, aside: Callable[[Callable[[], Any]], Awaitable[Any]]) -> None:
        """Work in a thread by way of `aside`, which waits for it."""
        self._aside = aside
        self._answers: dict[tuple[int | None, bytes], Any] = {}
        self._questions: dict[Outbox, deque[FateQuestion]] = {}

    def ask(self, connection: Outbox, asked: FateQuestion) -> Coroutine[Any, Any, None] | None:
        """Queue a question; return what answers the connection, to be run beside all else, unless that is running."""
        if connection in self._questions:
            self._questions[connection].append(asked)
            return None
        self._questions[connection] = deque([asked], UNANSWERED)
        return self._answer_all(connection)

    async def _answer_all(self, connection: Outbox) -> None:
        questions = self._questions[connection]
        try:
            while questions and connection.closing is None:
                connection.answer(encode(await self.answer(questions.popleft())))
        except Exception:  # noqa: BLE001 - whatever it is, it is logged, and the client told
            _log.exception("a question was not answered")
            connection.answer(encode(protocol.Refused(code="error", message=UNEXPECTED)))
        finally:
            del self._questions[connection]

    async def answer(self, asked: FateQuestion) -> protocol.FateAnswer:
        """Foretell; takes some milliseconds."""
        fate = None
        if (known := asked.known) is not None:
            key = asked.seat, known.tobytes()
            if key not in self._answers:
                found = await self._aside(lambda: asked.game.fate(known, asked.seat))
                if len(self._answers) >= ANSWERS:
                    self._answers.clear()
                self._answers[key] = found
            fate = self._answers[key]
        return protocol.FateAnswer(version=asked.version, step=asked.step, action=asked.action, fate=fate)
