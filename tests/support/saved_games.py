"""Make the examples of docs/saved-games.md: ten small files, and what every reader should find in them."""

from __future__ import annotations

import json
import random
from hashlib import sha256
from typing import TYPE_CHECKING

from eddyline.engine.log import Turn
from eddyline.engine.match import Match
from eddyline.engine.registry import game
from eddyline.record import RecordError, dump, game_hash, load, played
from support.dealt import dealt_game

if TYPE_CHECKING:
    from pathlib import Path

FILES = 10
NAMES = ("Ann", "Bo", "Zoë")
EXPECTED = "expected.json"


def begun(game_id: str, seed: int, **options: object) -> Match:
    rules = game(game_id)
    chosen = rules.parse_options(None, {"max_rounds": 2} | options, 3)
    return Match.new(rules, chosen, players=3, seed=seed, preset=rules.default_preset, names=NAMES)


def play(match: Match, seed: int, turns: int | None = None) -> Match:
    """Play so many random turns, or to the end."""
    dice = random.Random(seed)
    while not match.over and turns != 0:
        draft = match.draft(dice.choice(sorted(match.waiting)))
        while not draft.complete:
            draft.decide(dice.choice(draft.legal()))
        match.commit(draft.seat, draft)
        turns = None if turns is None else turns - 1
    return match


def chosen_in_secret(game_id: str, **options: object) -> Match:
    """Play until two of three have chosen in secret, after some turns that everybody has seen."""
    match = play(begun(game_id, 3, **options), 3, 4)
    while len(match.pending) < 2:
        play(match, len(match.log), 1)
    return match


def with_comments() -> Match:
    match = play(begun("canyon", 4), 4, 12)
    match.comment("Notes of all kinds: before the first turn …", turn=0)
    match.comment("… below a turn, before the deal that follows it …", turn=3)
    match.comment('… in several lines,\nwith "quotation marks", \\ and \u2028, and what looks like {"seat":0}.', turn=5)
    match.comment("… and two at the end.")
    match.comment("🛶")
    return match


def with_variations() -> Match:
    """Note another line before a deal, one inside it, and another card in secret."""
    match = play(begun("canyon", 5), 5, 12)
    line = play(match.goto(2), 8, 4)
    line.vary(play(line.goto(4), 9, 1))
    line.comment("Closer to the falls.", turn=3)
    match.vary(line)
    match.vary(play(match.goto(2), 12, 1))
    return match


def dealt_anew() -> Match:
    match = chosen_in_secret("canyon", secret_bids=True)
    match.resample(next(iter(match.pending)), 2026)
    return play(match, 6)


def damaged() -> str:
    lines = dump(play(begun("niagara", 1), 1).record()).split("\n")
    lines[7] = lines[6]
    return "\n".join(lines)


def made() -> dict[str, str]:
    """Return the files by name."""
    started = play(begun("niagara", 2, double_canoe=True), 2, 7)
    matches = {
        "niagara-finished": play(begun("niagara", 1), 1),
        "canyon-finished": play(begun("canyon", 1), 1),
        "niagara-in-secret": chosen_in_secret("niagara"),
        "canyon-in-secret": chosen_in_secret("canyon", secret_bids=True),
        "niagara-position": play(Match.from_position(started.game, started.start, names=NAMES), 2, 5),
        "canyon-comments": with_comments(),
        "canyon-variations": with_variations(),
        "canyon-dealt-anew": dealt_anew(),
    }
    files = {name: match.dumps() for name, match in matches.items()}
    files["canyon-dealing"] = dump(dealt_game("canyon"))
    files["niagara-damaged"] = damaged()
    assert len(files) == FILES
    return {f"{name}.jsonl": text for name, text in files.items()}


def found(text: str) -> dict[str, object]:
    """Say what is in a file, or what is wrong with it."""
    try:
        record = load(text)
        match = played(record)
    except RecordError as error:
        return {"line": error.line, "reason": error.reason}
    return {
        "turns": sum(isinstance(entry, Turn) for entry in record.turns),
        "notes": len(record.notes),
        "over": match.over,
        "hash": game_hash(record),
        "state": sha256(match.states.tobytes()).hexdigest(),
    }


def regenerate(folder: Path) -> None:
    """Write the files, and what is in them."""
    folder.mkdir(exist_ok=True)
    files = made()
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8", newline="\n")
    expected = json.dumps({name: found(text) for name, text in files.items()}, indent=1)
    (folder / EXPECTED).write_text(f"{expected}\n", "utf-8", newline="\n")
