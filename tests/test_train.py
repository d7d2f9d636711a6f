"""`eddyline train` rebuilds weights from recipes, the toy ones here, and goes on where it was stopped."""

from __future__ import annotations

import re
import signal
import subprocess
import sys

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from eddyline.bots.canyon.network import estimate_shares as canyon_shares
from eddyline.bots.canyon.network import map_features
from eddyline.bots.canyon.weights import NetworkScratch as CanyonScratch
from eddyline.bots.canyon.weights import load_weights as canyon_weights
from eddyline.bots.niagara.network import NetworkScratch, estimate_shares, load_weights
from eddyline.cli import main
from eddyline.engine.kernel import routine
from eddyline.games.canyon.rules.board import SHELF
from eddyline.training import trainers
from eddyline.training.canyon import trainer as canyon_trainer
from eddyline.training.canyon.games import CANYON, Player, new_game, walk
from eddyline.training.folder import Stopped, TrainingError, packed, read
from eddyline.training.niagara import trainer as niagara_trainer
from eddyline.training.niagara.games import play_games
from eddyline.training.trainers import begun, carried_out, origin, trained_games, trainer
from eddyline.training.weights import ABOUT, about

KILLED = """
import os, signal, sys
from pathlib import Path
from eddyline.training import folder
from eddyline.training.trainers import begun, carried_out
writes = []
def fsync(_):
    writes.append(1)
    if len(writes) == int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)
folder.os.fsync = fsync
carried_out(*begun("niagara", "toy", None, Path(sys.argv[1]), lambda *_: False))
"""


def run(*arguments):
    return CliRunner().invoke(main, ["train", *map(str, arguments)])


def train(game, folder, watch=lambda *_: False, seed=None):
    file, _ = carried_out(*begun(game, "toy", seed, folder, watch))
    with np.load(file) as arrays:
        return {name: arrays[name] for name in arrays if name != "about"}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return what uninterrupted runs come to, and their folders, by game."""
    folders = {game: tmp_path_factory.mktemp("whole") / game for game in trained_games()}
    return {game: (train(game, folder), folder) for game, folder in folders.items()}


def assert_same(found, expected):
    assert found.keys() == expected.keys()
    for name, array in expected.items():
        assert array.any() or name.endswith("bias")
        np.testing.assert_allclose(found[name], array, rtol=1e-5, atol=1e-7)


@pytest.mark.slow
@pytest.mark.parametrize("game", trained_games())
def test_a_run_that_is_stopped_in_every_stage_comes_to_the_same(game, whole, tmp_path):
    stopped = set()

    def watch(stage, done, _):
        """Stop once in every stage, after its first part."""
        if done != 1 or stage in stopped:
            return False
        stopped.add(stage)
        return True

    stages = {re.sub(r"-\d{5}$", "", file.stem) for file in (whole[game][1] / "parts").iterdir()}
    for _ in stages:
        with pytest.raises(Stopped):
            train(game, tmp_path, watch)
    assert stopped == stages
    assert_same(train(game, tmp_path), whole[game][0])


@pytest.mark.slow
def test_a_run_that_is_killed_while_it_writes_comes_to_the_same(whole, tmp_path):
    """The seventh file is the fit after its first round."""
    command = [sys.executable, "-c", KILLED, tmp_path / "run", "7"]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    assert [file.name for file in (tmp_path / "run").rglob(".*.new")] == [".value.npz.new"]
    assert_same(train("niagara", tmp_path / "run"), whole["niagara"][0])


def test_another_seed_plays_other_games(whole, tmp_path):
    with pytest.raises(Stopped):
        train("niagara", tmp_path, lambda _stage, done, _total: done == 1, seed=2)
    other, known = (read(folder / "parts/games-00000.npz") for folder in (tmp_path, whole["niagara"][1]))
    assert other["positions"].tobytes() != known["positions"].tobytes()


def test_a_folder_is_of_one_run(whole, tmp_path):
    with pytest.raises(TrainingError, match=r"seed 1, .* this is niagara, recipe toy, seed 2, .*choose another folder"):
        train("niagara", whole["niagara"][1], seed=2)
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(TrainingError, match="is not empty"):
        train("niagara", tmp_path)


def test_a_damaged_part_is_named(tmp_path):
    (tmp_path / "part.npz").write_bytes(b"PK\3\4, and then nothing")
    with pytest.raises(TrainingError, match=r"part\.npz is damaged .*delete it"):
        read(tmp_path / "part.npz")


@pytest.mark.parametrize("game", trained_games())
def test_the_file_tells_its_recipe_and_bots_load_it(game, whole, monkeypatch):
    arrays, folder = whole[game]
    file = folder / trainer(game).shipped.name
    told = about(file)
    assert told.run == msgspec.json.decode((folder / "run.json").read_bytes(), type=type(told.run))
    assert told.recipe == msgspec.to_builtins(trainers.listed(game)["toy"])
    assert told.figures["rebuilt"]["loss"] > 0
    assert told.figures["shipped"].keys() == told.figures["rebuilt"].keys()
    monkeypatch.setenv("EDDYLINE_WEIGHTS", str(file))
    with np.load(trainer(game).shipped) as shipped:
        shapes = {name: shipped[name].shape for name in shipped if name != ABOUT}
        assert shapes == {name: arrays[name].shape for name in arrays}


def test_a_file_is_held_to_the_recipe_in_the_tree(whole, monkeypatch, tmp_path):
    _, folder = whole["niagara"]
    how = trainer("niagara")
    with monkeypatch.context() as older:
        (tmp_path / "value.npz").write_bytes(packed({"bias": np.zeros(2)}))
        older.setattr(trainers, "trainer", lambda _: how._replace(shipped=tmp_path / "value.npz"))
        assert origin("niagara") == ("value.npz: older than the recipes; it does not say what it comes from", False)
    monkeypatch.setattr(trainers, "trainer", lambda _: how._replace(shipped=folder / "value.npz"))
    text, ours = origin("niagara")
    assert ours
    assert text.startswith("value.npz: recipe toy, seed 1, digest ")
    with monkeypatch.context() as changed:
        changed.setattr(trainers, "training_digest", lambda _: "other")
        assert origin("niagara")[0].endswith("the recipe in this tree is the same, its code has changed")
    known = trainers.listed("niagara")
    more = known | {"toy": msgspec.structs.replace(known["toy"], epochs=3)}
    monkeypatch.setattr(trainers, "listed", lambda _: more)
    assert origin("niagara") == (text.replace("the recipe in this tree", "the recipe in this tree is another"), False)


def test_the_command_trains_and_plots(tmp_path):
    answer = run("niagara", "--recipe", "toy", "--out", tmp_path, "--plot")
    assert answer.exit_code == 0, answer.output
    assert "rebuilt weights, on what was held out" in answer.stdout
    assert (tmp_path / "niagara/losses.png").read_bytes().startswith(b"\x89PNG")
    curve = [msgspec.json.decode(line) for line in (tmp_path / "niagara/value.jsonl").read_bytes().splitlines()]
    assert [row["round"] for row in curve] == [1, 2]
    assert f"loss: {curve[-1]['loss']:.4f}".rstrip("0") in answer.stdout


@pytest.mark.slow
def test_the_command_lets_rebuilt_weights_play_shipped_ones(tmp_path):
    answer = run("canyon", "--recipe", "toy", "--out", tmp_path, "--games", 4, "--rollouts", 1, "--workers", 1)
    assert answer.exit_code == 0, answer.output
    assert "won by one rebuilt against three shipped: " in answer.stdout
    assert "of 4 games with 1 rollouts; fair: 25%" in answer.stdout


def test_the_command_says_what_is_shipped_and_what_it_expects(tmp_path):
    answer = run("--check")
    assert [line.partition(":")[0] for line in answer.stdout.splitlines()] == [*trained_games()]
    assert answer.exit_code == 0, answer.stdout
    assert "expected --out FOLDER, or --check" in run("niagara").output
    (tmp_path / "niagara").mkdir()
    (tmp_path / "niagara/notes.txt").write_text("mine")
    answer = run("niagara", "--recipe", "toy", "--out", tmp_path)
    assert answer.exit_code == 1
    assert "is not empty" in answer.stderr


@routine
def niagara_estimate(positions, row, net_scratches, weights):
    estimate_shares(positions[row], net_scratches[0], weights)


def test_niagaras_network_is_fitted_as_it_is_played():
    data = play_games(np.random.default_rng(5), 2, base=False)
    net_scratches, weights = np.zeros(1, NetworkScratch.dtype), load_weights()
    ((seats, _, seated),) = niagara_trainer.batches(data, np.arange(10), 10)
    told = np.exp(np.asarray(niagara_trainer.expected_shares(weights._asdict(), seats, seated)))
    for row in range(10):
        niagara_estimate(data["positions"], row, net_scratches, weights)
        players = int(seated[row].sum())
        assert net_scratches[0].shares[:players] == pytest.approx(told[row, :players], abs=1e-4)


@routine
def canyon_estimate(boards, maps, weights, states, net_scratches, rows, out):
    s = states[0]
    canyon_shares(boards[s.board], maps[0], weights[0], s, net_scratches[0], rows, out)


def test_canyons_network_is_fitted_as_it_is_played():
    dice, player = np.random.default_rng(5), Player(None)
    states, weights, net_scratches = new_game(dice), canyon_weights(), np.zeros(1, CanyonScratch.dtype)
    maps, parts = map_features(int(states[0].board)), {name: canyon_weights()[name][0] for name in canyon_trainer.VALUE}
    rows, out = player._scratches[0].flood_rows, np.zeros(6)
    compared = 0
    for seat in walk(states, dice):
        if seat >= 0:
            CANYON.doors.decide(states, 0, seat, player.decide(states, seat, int(dice.integers(1 << 63))))
        elif states[0].round_number > 1:
            features, seated = player.features(states), np.arange(6) < int(states[0].seats)
            told = np.exp(np.asarray(canyon_trainer.expected_shares(parts, features, seated)))
            canyon_estimate(SHELF.table, maps, weights, states, net_scratches, rows, out)
            assert out[seated] == pytest.approx(told[seated], abs=1e-3)
            compared += 1
    assert compared > 3
