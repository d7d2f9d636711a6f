"""Games of earlier versions and the golden games replay in a page to the very position to which they replay here."""

from __future__ import annotations

import asyncio
import json
import lzma
import random
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from eddyline.engine.log import Turn
from eddyline.engine.match import Match
from eddyline.engine.random import words
from eddyline.engine.registry import game
from eddyline.games.canyon.rules.boards import MAPS
from eddyline.protocol.beginning import AskBeginning
from eddyline.record import RecordError, dump, load, played
from eddyline.server.logs.ledger import is_table
from eddyline.server.store import SqliteStore
from eddyline.server.table.stored import fold
from eddyline.server.web.routes.beginnings import begun
from eddyline.wasm.shipped import portable
from eddyline.wasm.targets import Target
from support.canyon import own_maps
from support.elsewhere import bundled, node
from support.old_databases import FOLDER, unpack

GOLDEN = Path(__file__).resolve().parents[1] / "golden"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory):
    """Replay records in Node, with the client's own reader."""
    folder = tmp_path_factory.mktemp("modules")
    for name in ("canyon", "niagara"):
        shutil.copy(Target(name).file, folder / f"{name}.wasm")
    command = [node(), bundled("rules/replays", folder), folder]

    def replays(texts):
        given = "".join(f"{json.dumps([text, beginning(text)])}\n" for text in texts)
        run = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
        return [json.loads(line) for line in run.stdout.splitlines()]

    return replays


def beginning(text):
    """Return what a server tells of a position or a map, and None for what a page reads itself."""
    header, boards = load(text).header, game("canyon").maps.texts
    if header.position is None and header.options.get("board", "canyon") in boards:
        return None
    begins = {"options": header.options} if header.position is None else {"position": header.position}
    return msgspec.to_builtins(begun(header.game, AskBeginning(players=len(header.players), **begins)))


def told(text):
    """Say where a record ends, as the page does."""
    match = played(load(text))
    turns = sum(isinstance(entry, Turn) for entry in match.log)
    ranking = None if match.ranking is None else list(match.ranking)
    state = sha256(portable(match.game.id, match.states)[0]).hexdigest()
    return {"turns": turns, "state": state, "ranking": ranking, "stopped": None}


def test_all_golden_games(elsewhere):
    texts = [path.read_text("utf-8") for path in sorted((GOLDEN / "records").iterdir())]
    assert len(texts) > 30
    found = elsewhere(texts)
    assert found == [told(text) for text in texts]
    assert all(each["ranking"] for each in found)


def played_on(match, seed):
    """Play at random to the end, and return the record."""
    chance = random.Random(seed)
    while not match.over:
        match.commit(*turn(match, chance))
    return dump(match.record())


def turn(match, chance):
    draft = match.draft(chance.choice(sorted(match.waiting)))
    while not draft.complete:
        draft.decide(chance.choice(draft.legal()))
    return draft.seat, draft.decisions


def of_their_own(game_id, seed):
    """Play a game, on a drawn map if it takes any; return its record, and that of another from its middle on."""
    rules, chance = game(game_id), random.Random(seed)
    drawn = {"board": own_maps()[seed]} if rules.maps else {}
    options = rules.parse_options(chance.choice([*rules.presets]), drawn | {"max_rounds": 4})
    match = Match.new(rules, options, players=3, word=seed, chance=words(seed))
    for _ in range(chance.randrange(1, 20)):
        match.commit(*turn(match, chance))
    other = Match.from_position(rules, msgspec.to_builtins(rules.position(match.states)), chance=words(seed + 1))
    return [played_on(match, seed)] if drawn else [], [played_on(other, seed)]


@pytest.mark.parametrize("game_id", ["canyon", "niagara"])
def test_games_that_begin_with_a_position_or_on_a_drawn_map(elsewhere, game_id):
    texts = [text for seed in range(20) for texts in of_their_own(game_id, seed) for text in texts]
    texts += [path.read_text("utf-8") for path in (GOLDEN / "saved-games").glob(f"{game_id}-position.jsonl")]
    assert all(beginning(text) for text in texts)
    assert elsewhere(texts) == [told(text) for text in texts]


def stored(database):
    """Return the records of all tables of a database of an earlier version."""

    async def read():
        store = SqliteStore(database)
        try:
            tables = [each.table for each in await store.tables() if is_table(each.table)]
            return [fold(table, await store.load(table)) for table in tables]
        finally:
            await store.close()

    records = [state.record() for state in asyncio.run(read()) if state is not None]
    return [record for record in records if record is not None]


def test_all_tables_of_earlier_versions(elsewhere, tmp_path):
    texts = []
    for path in FOLDER.glob("*/*-sqlite.tar.xz"):
        into = tmp_path / path.name
        into.mkdir()
        unpack(path, into)
        texts += [text for database in into.glob("*.sqlite*") for text in stored(database)]
    assert texts
    assert elsewhere(texts) == [told(text) for text in texts]


def games_of_earlier_versions():
    """Return the games that `support.old_games` has played with earlier versions."""
    lines = [lzma.decompress(path.read_bytes()).decode().split("\n")[:-1] for path in (GOLDEN / "games").iterdir()]
    return [json.loads(line) for each in lines for line in each]


def state_there(text):
    """Return the digest of the last position as the earlier version took it; a map of one's own came after ours."""
    states = played(load(text)).states.copy()
    if "board" in states.dtype.names and states["board"] >= len(MAPS):
        states["board"] = len(MAPS)
    return sha256(states.tobytes()).hexdigest()


def test_games_of_earlier_versions_end_as_they_did_there(elsewhere):
    games = games_of_earlier_versions()
    assert len(games) > 30
    texts = [each["record"] for each in games]
    assert [state_there(text) for text in texts] == [each["state"] for each in games]
    ends = [told(text) for text in texts]
    assert [end["ranking"] for end in ends] == [each["ranking"] for each in games]
    assert elsewhere(texts) == ends


def without(lines, at):
    return [*lines[:at], *lines[at + 1 :]]


def another_turn(lines, at):
    return [*lines[:at], next(line for line in lines[at + 1 :] + lines[1:] if '"turn"' in line), *lines[at + 1 :]]


def too_early(lines, at):
    return [*lines[: at - 1], lines[at], lines[at - 1], *lines[at + 1 :]]


def another_word(lines, at):
    return [*lines[:at], '{"deal":"0x1234567"}\n', *lines[at + 1 :]]


def stop_of(text):
    """Return the line that the rules do not allow; None: there is none."""
    try:
        played(load(text))
    except RecordError as error:
        return error.line
    return None


@pytest.mark.parametrize(
    ("what", "damage"),
    [("turn", without), ("turn", another_turn), ("deal", without), ("deal", too_early), ("deal", another_word)],
)
def test_a_damaged_record_says_where_it_stops_and_shows_what_stands_before(elsewhere, what, damage):
    chance, texts, stood = random.Random(1), [], []
    for earlier in games_of_earlier_versions():
        lines = earlier["record"].splitlines(keepends=True)
        places = [at for at, line in enumerate(lines) if f'"{what}"' in line and at > 1]
        if not places:
            continue
        damaged = damage(lines, chance.choice(places))
        line = stop_of("".join(damaged))
        if line is None or '"ranking"' in damaged[line - 1]:
            continue  # another turn may be legal there, too, and all after it
        before = damaged[: line - 1]
        texts.append("".join(damaged))
        stops = sum('"turn"' in line for line in before[1:])
        stood.append(told("".join(before)) | {"turns": stops, "stopped": stops + 1})
    assert len(texts) > 8
    assert elsewhere(texts) == stood
