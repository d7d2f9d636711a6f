"""Fold games natively, and write them down for a module of WebAssembly to fold and compare step by step.

A game is a sequence of steps, read by `web/tests/rules/compare.ts`: what the module must have said before (who owes a
decision, what is legal), what is done, and then every byte of the record and what is hidden in it.
"""

from __future__ import annotations

import json
import random
import struct
import subprocess
import sys
import zlib
from itertools import count, product
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

import web
from eddyline.bots.bot import Budget, play_turn
from eddyline.bots.random import RandomBot
from eddyline.engine.doors import CHANCE
from eddyline.engine.events import GameOver
from eddyline.engine.match import Match
from eddyline.engine.telling import OF_ENDINGS
from eddyline.wasm.shipped import portable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from eddyline.bots.bot import Maker
    from eddyline.engine.game import Game
    from eddyline.engine.records import States

PUT, BEGIN, DECIDE, ADVANCE, DEAL, OVER, PLACE, SHOW, WHY, RESAMPLE, FATE = range(11)
DRAWN = 12
"""Maps drawn by hand."""
LONGEST = 60
"""Rounds after which a game ends, where the rules have such an option."""


class Chunk(NamedTuple):
    """Some games, and how many steps they have."""

    steps: int
    content: bytes


def node() -> str:
    """Return the command that runs Node."""
    npm = web.find_npm()
    assert npm, "this test needs Node: make node"
    return npm[0] if len(npm) > 1 else str(Path(npm[0]).with_name("node"))


def bundled(name: str, folder: Path) -> Path:
    """Make one file of a TypeScript file in web/tests, and return where it is."""
    made = folder.resolve() / f"{Path(name).name}.mjs"
    command = [node(), "scripts/bundle.js", f"tests/{name}.ts", made]
    subprocess.run(command, cwd=web.WEB, check=True)
    return made


class Elsewhere:
    """Fold in Node what was folded here, with the client's own loader."""

    def __init__(self, loader: Path, module: Path) -> None:
        """Start Node with the loader, `rules/node` as it was `bundled`, and a module."""
        command = [node(), loader, module.resolve()]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self):
        return self

    def __exit__(self, *_: object) -> None:
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def fold(self, chunk: bytes) -> Any:
        """Send some steps; return the number of steps so far, or where the module differs."""
        self.send(chunk)
        return self.answer()

    def send(self, chunk: bytes) -> None:
        """Send some steps, to be answered later."""
        self._process.stdin.write(struct.pack("<I", len(chunk)) + chunk)
        self._process.stdin.flush()

    def answer(self) -> Any:
        """Return the next answer."""
        return json.loads(self._process.stdout.readline() or '"Node has ended"')


class Player:
    """Play at random for ever, and write it down: every preset and number of players in turn, with switches, boards and
    maps at random. Half of the games begin from a position in the middle of one, read from its JSON.
    """

    def __init__(self, rules: Game, seed: int, views: float = 0.1) -> None:
        """Begin with a seed; at so many of the steps a seat or a spectator looks, if the module shows positions."""
        self._rules = rules
        self._views = views if rules.words.showing else 0
        self._chance = random.Random(seed)
        self._boards = b""
        texts = [*rules.maps.texts.values()] if rules.maps else []
        # Few: a shelf never forgets a map.
        made = [drawn(self._chance.choice(texts), rules, self._chance) for _ in texts and range(DRAWN)]
        self._maps = [*(rules.maps.texts if texts else ()), *made]

    def chunks(self, length: int = 2000) -> Iterator[Chunk]:
        """Yield the games, as many at a time as have `length` steps."""
        rules, chance = self._rules, self._chance
        kinds = list(product(rules.presets, rules.player_counts))
        chance.shuffle(kinds)
        steps: list[bytes] = []
        for number in count():
            preset, players = kinds[number % len(kinds)]
            options = self._options(preset, players)
            word = chance.getrandbits(64)
            fresh = np.zeros(1, rules.dtype)
            fresh["seats"] = players
            rules.write_options(options, fresh[0])
            states = rules.new(options, players, word)
            steps += [*self._placed(), bytes([PUT]) + fresh.tobytes()]
            began = _after(rules, states) + _told(rules, rules.tell_start, states)
            steps += [struct.pack("<BQ", BEGIN, word) + began]
            if number % 2:
                self._played(states, chance.randrange(60))
                states = rules.set_up(rules.position(states))
                steps += [*self._placed(), bytes([PUT]) + states.tobytes()]
            steps += self._played(states)
            if len(steps) >= length:
                yield Chunk(len(steps), b"".join(steps))
                steps.clear()

    def fates(self, number: int) -> Chunk:
        """Write down what may come of so many positions, as far as a seat or a spectator knows, for a fate's module."""
        rules, chance = self._rules, self._chance
        kinds = list(product(rules.presets, rules.player_counts))
        asked: list[bytes] = []
        while len(asked) < number:
            preset, players = chance.choice(kinds)
            match = Match.new(rules, self._options(preset, players), players=players, seed=chance.getrandbits(32))
            asked += self._placed()
            while not match.over and len(asked) < number:
                asked.append(_fate(rules, match.states, chance.randrange(-1, players)))
                seat = chance.choice(sorted(match.waiting))
                match.commit(seat, play_turn(RandomBot(rules.id, chance.getrandbits(31)), match, seat))
        return Chunk(len(asked), b"".join(asked))

    def _options(self, preset: str, players: int) -> Any:
        rules, chance = self._rules, self._chance
        fields = rules.option_type.__struct_fields__
        changed: dict[str, Any] = {"max_rounds": chance.randint(1, LONGEST)} if "max_rounds" in fields else {}
        if self._maps:
            changed["board"] = chance.choice(self._maps)
        on = {info.name for info in rules.option_infos() if info.kind == "switch" and chance.random() < 0.4}
        needed = [need.any_of for need in rules.needs if need.players == players]
        on |= {chance.choice(any_of) for any_of in needed if not on & {*any_of}}
        return rules.parse_options(preset, changed | dict.fromkeys(sorted(on), True), players)

    def _played(self, states: States, most: int = sys.maxsize) -> list[bytes]:
        """Play on in `states` and write it down."""
        rules, chance = self._rules, self._chance
        doors, out, steps = rules.doors, np.empty(rules.max_legal, np.int16), []
        while len(steps) < most:
            if chance.random() < self._views:
                steps.append(_look(rules, states, chance.randrange(-1, rules.seats(states))))
                steps.append(_resampled(rules, states, chance.randrange(rules.seats(states)), chance.getrandbits(64)))
            waiting = doors.to_act(states, 0)
            if doors.is_over(states, 0):
                steps.append(struct.pack("<BH", OVER, waiting) + _outcome(rules, states))
                break
            if not waiting or waiting & CHANCE:
                before = states.copy()
                done = struct.pack("<BH", DEAL if waiting else ADVANCE, waiting)
                if waiting:
                    word = chance.getrandbits(64)
                    done += struct.pack("<Q", word)
                    doors.deal(states, 0, word)
                else:
                    doors.advance(states, 0)
                told = _told(rules, rules.tell_advance, before, states)
            else:
                seat = chance.choice([seat for seat in range(8) if waiting >> seat & 1])
                legal = np.sort(out[: doors.legal(states, 0, seat, out)])
                if chance.random() < self._views:
                    illegal = sorted({*range(len(rules.actions))} - {*legal.tolist()})
                    steps.append(_why_not(rules, states, seat, chance.choice(illegal)))
                action = int(chance.choice(legal))
                done = struct.pack("<BHBhH", DECIDE, waiting, seat, action, len(legal)) + legal.tobytes()
                told = _told(rules, rules.words.tell_decision, states, seat, action)
                doors.decide(states, 0, seat, action)
            steps.append(done + _after(rules, states) + told)
        return steps

    def _placed(self) -> list[bytes]:
        """Write down the boards, if there are others than before."""
        boards = self._rules.doors.kernels.memory()["boards"].tobytes() if self._maps else b""
        if boards == self._boards:
            return []
        self._boards = boards
        return [struct.pack("<BI", PLACE, len(boards)) + boards]


def drawn(text: str, rules: Game, chance: random.Random) -> str:
    """Change some marks of a map at random, so that it stays one."""
    marks = sorted({*text} - {"\n"})
    for _ in range(20):
        at = chance.randrange(len(text))
        changed = f"{text[:at]}{chance.choice(marks)}{text[at + 1 :]}"
        if text[at] != "\n" and not rules.maps.check(changed):
            text = changed
    return text


def _look(rules: Game, states: States, seat: int) -> bytes:
    """Write down what a seat sees, or with −1 a spectator; a module leaves some fields null."""
    viewer = None if seat < 0 else seat
    redacted = rules.redact(states, viewer)
    left = dict.fromkeys(rules.words.showing.writer.given)
    shown = msgspec.json.encode(msgspec.to_builtins(rules.view(redacted, viewer)) | left)
    return struct.pack("<BbI", SHOW, seat, len(shown)) + redacted.tobytes() + shown


def _fate(rules: Game, states: States, seat: int) -> bytes:
    """Write down what may come, as far as a seat, or with −1 a spectator, knows."""
    viewer = None if seat < 0 else seat
    redacted = rules.redact(states, viewer)
    told = msgspec.json.encode(rules.fate(redacted, viewer))
    return struct.pack("<BbI", FATE, seat, len(told)) + redacted.tobytes() + told


def _resampled(rules: Game, states: States, seat: int, word: int) -> bytes:
    """Write down the position in which all that a seat cannot know was dealt anew; the game goes on without it."""
    anew = states.copy()
    rules.doors.resample(anew, 0, seat, word)
    return struct.pack("<BBQ", RESAMPLE, seat, word) + anew.tobytes()


def _why_not(rules: Game, states: States, seat: int, action: int) -> bytes:
    """Write down why an action is not legal."""
    redacted = rules.redact(states, seat)
    why = rules.why_not(redacted, seat, action)
    said = msgspec.json.encode([why.rule, why.reason, why.values])
    return struct.pack("<BBhI", WHY, seat, action, len(said)) + redacted.tobytes() + said


def _after(rules: Game, states: States) -> bytes:
    return struct.pack("<I", rules.doors.hidden(states, 0)) + states.tobytes()


def _told(rules: Game, tell: Callable[..., list[Any]], *given: Any) -> bytes:
    """Write down the events, without how the game ended; nothing if the module does not tell of any."""
    if rules.words.telling is None:
        return struct.pack("<I", 0)
    events = tell(*given)
    if any(isinstance(event, GameOver) for event in events):
        left = dict.fromkeys(OF_ENDINGS)
        events = [msgspec.to_builtins(event) | (left if isinstance(event, GameOver) else {}) for event in events]
    written = msgspec.json.encode(events)
    return struct.pack("<I", len(written)) + written


def _outcome(rules: Game, states: States) -> bytes:
    ranks = np.zeros(rules.seats(states), np.int16)
    rules.doors.ranking(states, 0, ranks)
    return struct.pack("<B", len(ranks)) + ranks.tobytes() + struct.pack("<H", rules.doors.winners(states, 0, ranks))


def field_of(rules: Game, difference: dict[str, Any]) -> str:
    """Say in which field of the record a difference lies."""
    if not difference["what"].startswith("byte "):
        return str(difference["what"])
    at = int(difference["what"].removeprefix("byte "))
    return next(name for name, (kind, begin, *_) in rules.dtype.fields.items() if begin <= at < begin + kind.itemsize)


def questions(
    rules: Game, make: Maker, seed: int, number: int, players: int, rollouts: int = 100, **chosen: Any
) -> bytes:
    """Ask a bot in the course of random games, and write the questions and its answers down, after the board."""
    chance = random.Random(seed)
    asked: list[bytes] = []
    while len(asked) < number:
        match = Match.new(rules, rules.parse_options(None, chosen), players=players, seed=chance.getrandbits(32))
        while not match.over and len(asked) < number:
            seat = chance.choice(sorted(match.waiting))
            redacted = rules.redact(match.states, seat)
            seeded = chance.getrandbits(31)
            answer = make(seeded, Budget(rollouts=rollouts)).plan(redacted, seat)
            written = struct.pack(f"<BIB{len(answer)}h", seat, seeded, len(answer), *answer)
            record, packed = portable(rules.id, redacted)
            asked.append(written + record)
            match.commit(seat, play_turn(RandomBot(rules.id, chance.getrandbits(31)), match, seat))
    board = zlib.decompress(packed, -zlib.MAX_WBITS) if packed else b""
    return struct.pack("<BII", players, rollouts, len(board)) + board + b"".join(asked)
