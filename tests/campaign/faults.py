"""Let the disk fail under a server: what is acknowledged stays, what is missing is named, a backup brings it back."""

from __future__ import annotations

import asyncio
import random
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from campaign.load import STUCK, Load, turns_in
from campaign.players import Player
from e2e.server import Server
from eddyline.server.store.names import DATABASE
from support.faults import Faults, make_faults

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FULL = "store: The disk of the server is full; nothing was changed."
FAILS = "store: The server cannot use its disk at the moment; nothing was changed."
UNKNOWN = "unsettled: It is not known whether this was saved; the server is finding out, and then the table shows it."
DISK = {
    "enospc": {FULL, FAILS},
    "eio-fsync": {FAILS, UNKNOWN},
    "eio-pwrite": {FAILS, UNKNOWN},
    "slow": set(),
}
"""What players may be told while the disk fails in these ways."""
NAMED = re.compile(r"table (\w+) is damaged")


@dataclass
class Trial:
    """Try one fault on one server."""

    folder: Path
    fault: str
    seed: int
    said: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True)
        self.data = self.folder / "data"
        self.faults: Faults = make_faults(self.folder)
        self.server = Server(self.data, environment=self.faults.environment)
        self.load = Load(random.Random(self.seed))

    @property
    def log(self) -> str:
        """Return all that the server has logged."""
        return self.server.complaints if (self.data / "stderr.txt").exists() else ""

    async def live(self, then: Callable[[], None] | None = None) -> None:
        """Start the server, and play until every table has gone on."""
        await asyncio.to_thread(self.server.start)
        await self.load.play(self.server.address, moved=True, then=then)

    def stop(self) -> None:
        """Stop the server if it runs."""
        self.server.stop()

    def run(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        """Run a command of the program."""
        command = [sys.executable, "-m", "eddyline", *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def named(self) -> set[str]:
        """Return the tables that were named as damaged."""
        return set(NAMED.findall(self.log))


async def bad_disk(trial: Trial) -> None:
    """Let the disk fail while people play; end that by mending it, or with a kill."""
    load, rng = trial.load, trial.load.rng
    await trial.live()
    for player in load.players:
        player.moved.clear()
    playing = [asyncio.create_task(player.play(trial.server.address)) for player in load.players]
    await asyncio.sleep(rng.uniform(0.2, 0.6))
    trial.faults.set(trial.fault)
    await asyncio.sleep(rng.uniform(0.5, 1.5))
    killed = rng.random() < 0.5
    if killed:
        await asyncio.to_thread(trial.server.kill)
    trial.faults.set("")
    if not killed:
        for player in load.players:
            player.moved.clear()
        await load.all_moved()
        await asyncio.to_thread(trial.server.kill)
    await asyncio.gather(*playing, return_exceptions=True)
    await trial.live()
    trial.stop()
    for player in (*load.finished, *load.players):
        trial.said |= set(player.refusals)
    if odd := trial.said - DISK[trial.fault]:
        load.found.append(f"said {odd}")
    if DISK[trial.fault] and not trial.said:
        load.found.append("nobody was told anything")
    if "Traceback" in trial.log:
        load.found.append("a traceback in the log")
    load.check_disk(trial.data)


async def read_only(trial: Trial) -> None:
    """Make the folder unwritable: the server says so at its start, and nothing else happens."""
    await trial.live(then=trial.server.kill)
    trial.faults.set("erofs")
    try:
        await asyncio.to_thread(trial.server.start)
    except AssertionError:
        trial.said.add(trial.log.strip().splitlines()[-1].replace(str(trial.data), "DATA"))
    if not any("cannot be written" in line for line in trial.said):
        trial.load.found.append(f"did not say that the folder cannot be written, but {trial.said}")
    trial.faults.set("")
    await trial.live()
    trial.stop()
    trial.load.check_disk(trial.data)


async def files_lost(trial: Trial) -> None:
    """Delete or exchange the files under a running server, and restore what it rescued."""
    load = trial.load
    await trial.live()
    refused: set[str] = set()
    playing = [asyncio.create_task(player.play(trial.server.address)) for player in load.players]
    await asyncio.sleep(load.rng.uniform(0.1, 0.5))
    _lose_files(trial)
    while not refused:
        await asyncio.sleep(0.05)
        refused = {text for player in load.players for text in player.refusals}
    await asyncio.to_thread(trial.server.kill)
    await asyncio.gather(*playing, return_exceptions=True)
    trial.said |= refused
    if not refused <= {FAILS, UNKNOWN}:
        load.found.append(f"said {refused}")
    if "while the server was running" not in trial.log:
        load.found.append("the log does not say what happened")
    await _restored(trial, *trial.data.glob("eddyline.rescued-*.sqlite3"))


def _lose_files(trial: Trial) -> None:
    files = list(trial.data.glob(f"{DATABASE}*"))
    for file in files:
        if trial.fault == "exchanged":
            shutil.copy(file, trial.folder / "other")
            (trial.folder / "other").replace(file)
        else:
            file.unlink()


async def files_damaged(trial: Trial) -> None:
    """Damage the files of a server that was killed: the next one names the tables, and a backup brings them back."""
    await trial.live()
    backup = trial.folder / "backup.sqlite3"
    done = trial.run("backup", backup, "--data", trial.data)
    if done.returncode != 0:
        trial.load.found.append(f"the backup failed: {done.stderr}")
    playing = [asyncio.create_task(player.play(trial.server.address)) for player in trial.load.players]
    await asyncio.sleep(trial.load.rng.uniform(0.5, 1.5))
    await asyncio.to_thread(trial.server.kill)
    await asyncio.gather(*playing, return_exceptions=True)
    _damage(trial, backup)
    await _restored(trial, backup)


async def backed_up(trial: Trial) -> None:
    """Back a busy server up, and restore that elsewhere: every turn confirmed before the backup began is there."""
    load = trial.load
    await trial.live()
    playing = [asyncio.create_task(player.play(trial.server.address)) for player in load.players]
    await asyncio.sleep(load.rng.uniform(0.5, 1.5))
    before = [
        (player.table, player.seat, turn)
        for player in load.players
        for turn, sent in player.sent.items()
        if sent.acknowledged
    ]
    backup, other = trial.folder / "backup.sqlite3", trial.folder / "other"
    done = await asyncio.to_thread(trial.run, "backup", backup, "--data", trial.data)
    await asyncio.to_thread(trial.server.kill)
    await asyncio.gather(*playing, return_exceptions=True)
    restored = trial.run("restore", backup, "--data", other)
    checked = trial.run("check", "--data", other)
    for step in (done, restored, checked):
        if step.returncode != 0:
            load.found.append(f"{step.args[3]} failed: {step.stdout[-500:]}{step.stderr[-500:]}")
    there = turns_in(other / DATABASE)
    load.counts["in the backup"] += len(before)
    load.counts["lost"] += sum(there[turn] != 1 for turn in before)
    server = Server(other)
    await asyncio.to_thread(server.start)
    addressed = [Player(player.table, player.token, load.rng) for player in load.players if not player.over]
    await asyncio.gather(*(_look(player, server.address) for player in addressed))
    server.stop()
    if shut := [player.table for player in addressed if player.newest == 0]:
        load.found.append(f"restored tables that cannot be opened: {shut}")


def _damage(trial: Trial, backup: Path) -> None:
    database = trial.data / DATABASE
    wal = database.with_name(f"{DATABASE}-wal")
    if trial.fault == "-wal cut short":
        with wal.open("r+b") as file:
            file.truncate(int(wal.stat().st_size * trial.load.rng.uniform(0.0, 0.9)))
    elif trial.fault == "older copy":
        wal.unlink()
        shutil.copy(backup, database)
    else:  # pages overwritten, after the log has come home
        trial.run("check", "--data", trial.data)
        size = database.stat().st_size
        with database.open("r+b") as file:
            for _ in range(3):
                file.seek(trial.load.rng.randrange(2, max(3, size // 4096)) * 4096)
                file.write(trial.load.rng.randbytes(512))


async def _restored(trial: Trial, backup: Path) -> None:
    """Start once to hear which tables are damaged, restore, and play on with all that can be."""
    load = trial.load
    before = len(trial.log)
    named: set[str] = set()
    try:
        await asyncio.to_thread(trial.server.start)
        await asyncio.gather(*(_look(player, trial.server.address) for player in load.players))
        named = set(NAMED.findall(trial.log[before:]))
        trial.stop()
    except AssertionError:
        # Nothing can be read at all, which is said.
        trial.said.add("the whole store is refused at the start")
        named = {player.table for player in load.players}
    load.counts["tables named"] += len(named)
    done = trial.run("restore", backup, "--data", trial.data, "--accept-loss")
    if done.returncode != 0:
        load.found.append(f"the restore failed: {done.stdout[-500:]}{done.stderr[-500:]}")
    told_of_loss = set(re.findall(r"table (\w+): .*had been confirmed", done.stdout))
    # What could not be brought back is known, so players begin anew from what there is.
    lossy = [player for player in load.players if player.table in told_of_loss]
    load.check_disk(trial.data, named=told_of_loss)
    load.players = [player for player in load.players if player not in lossy]
    await trial.live()
    trial.stop()


async def _look(player: Player, address: str) -> None:
    """Come in until the table was shown or refused."""
    player.looked.clear()
    playing = asyncio.create_task(player.play(address))
    looking = asyncio.create_task(player.looked.wait())
    await asyncio.wait({playing, looking}, timeout=STUCK, return_when=asyncio.FIRST_COMPLETED)
    for task in (playing, looking):
        task.cancel()
    await asyncio.gather(playing, looking, return_exceptions=True)


TRIALS: dict[str, Callable[[Trial], Any]] = {
    **dict.fromkeys(DISK, bad_disk),
    "read-only": read_only,
    **dict.fromkeys(["deleted", "exchanged"], files_lost),
    **dict.fromkeys(["-wal cut short", "pages overwritten", "older copy"], files_damaged),
    "none, backed up under load": backed_up,
}


async def run(folder: Path, seed: int, times: int) -> dict[str, Any]:
    """Try every fault so many times; return what was counted, said and found."""
    results = {}
    for fault, attempt in TRIALS.items():
        # LD_PRELOAD takes no spaces.
        name = re.sub(r"[ ,]+", "-", fault)
        trials = [Trial(folder / f"{name}-{number}", fault, seed + number) for number in range(times)]
        for trial in trials:
            try:
                await attempt(trial)
            finally:
                trial.stop()
        results[fault] = {
            "trials": times,
            "turns confirmed": sum(trial.load.counts["confirmed"] for trial in trials),
            "turns confirmed before a backup, in it": sum(trial.load.counts["in the backup"] for trial in trials),
            "confirmed turns lost without a word": sum(trial.load.counts["lost"] for trial in trials),
            "confirmed turns lost and named": sum(trial.load.counts["lost, named"] for trial in trials),
            "turns played twice": sum(trial.load.counts["doubled"] for trial in trials),
            "tables stuck": sum(trial.load.counts["stuck"] for trial in trials),
            "tables named as damaged": sum(trial.load.counts["tables named"] for trial in trials),
            "said": sorted(set().union(*(trial.said for trial in trials))),
            "findings": [line for trial in trials for line in trial.load.found],
        }
    return results
