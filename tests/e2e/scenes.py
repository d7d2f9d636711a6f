"""Name the situations in which a page is looked at; each is a prepared table.

People have all seats, but for two bots at the game that is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from e2e.positions import NIAGARA, find, finished, prepare, texts, token

if TYPE_CHECKING:
    from pathlib import Path

    from e2e.server import Server
    from eddyline.engine.match import Draft, Match

CARDS, TURN, RESCUE, STEAL, OVER = "cards", "turn", "rescue", "steal", "over"
SCENES = (CARDS, TURN, RESCUE, STEAL, OVER)


def set_up(server: Server) -> None:
    """Prepare one table for each scene, named after it."""
    _prepare(server.data)
    # The question whether to steal comes in the middle of a turn: seat 0 has moved already, and its pages show that.
    player = server.player(STEAL, token(0))
    draft = player.sync["draft"]
    move = next(each for each in draft["legal"] if each["text"] == STEAL_MOVE[0])
    player.say("decide", version=draft["version"], step=draft["step"], action=move["id"])
    player.wait(lambda message: message["type"] == "draft")
    player.close()


STEAL_MOVE: list[str] = []
"""The move that brings seat 0 beside a loaded canoe."""


def _prepare(data: Path) -> None:
    prepare(data, CARDS, **find(_cards, players=5))
    prepare(data, TURN, **find(_turn, players=5))
    prepare(data, RESCUE, **find(rescue))
    prepare(data, STEAL, **find(_steal))
    prepare(data, OVER, **finished(players=5), bots=(3, 4), character="owl")


def _cards(match: Match, _: Draft) -> bool:
    view = match.view(0)
    return view.phase == "cards" and view.round > 5 and len(view.hand) > 2 and any(each.stash for each in view.players)


def _turn(match: Match, draft: Draft) -> bool:
    """Look for a turn with both canoes and much to choose from."""
    legal = texts(draft)
    return match.view(0).phase == "paddling" and len(legal) > 7 and {text.split()[1] for text in legal} >= {"a", "b"}


def rescue(match: Match, draft: Draft) -> bool:
    """Look for a rescue with something to choose: two canoes to buy back, or two colours to pay with."""
    return match.view(0).phase == "rescue" and sum(text.startswith("rescue") for text in texts(draft)) > 1


def move_to_steal(match: Match, draft: Draft) -> str | None:
    """Find a first move after which there is something to steal."""
    if match.view(0).phase != "paddling":
        return None
    for action in draft.legal():
        after = match.draft(0, (*draft.decisions, action))
        if any(text.startswith("steal") for text in texts(after)):
            return NIAGARA.actions[action].text
    return None


def _steal(match: Match, draft: Draft) -> bool:
    move = move_to_steal(match, draft)
    STEAL_MOVE[:] = [move] if move else []
    return move is not None
