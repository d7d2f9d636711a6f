from __future__ import annotations

import pytest

from eddyline.arena import GamesFile, GamesFileError, schedule, tournament
from eddyline.arena.hall import Hall
from eddyline.engine.registry import game

LINEUP = ("random",) * 3


def short(seed=1, **more):
    rules = game("niagara")
    return tournament(rules, [LINEUP], seed=seed, options=rules.parse_options(None, {"max_rounds": 2}, 3), **more)


@pytest.fixture(scope="module")
def games():
    event = short()
    return [Hall(event).play(seating) for seating in schedule(event.lineups, 3)]


def test_games_are_kept_and_found_again(tmp_path, games):
    path = tmp_path / "games.jsonl"
    with GamesFile(path, short()) as file:
        assert file.games == []
        file.add(games[0])
        assert len(path.read_text().splitlines()) == 2
    with GamesFile(path, short()) as file:
        assert file.games == games[:1]
        file.add(games[1])
    with GamesFile(path, short()) as file:
        assert file.games == games[:2]


@pytest.mark.parametrize("cut", [1, 20])
def test_a_line_that_was_cut_off_is_played_again(tmp_path, games, cut):
    path = tmp_path / "games.jsonl"
    with GamesFile(path, short()) as file:
        file.add(games[0])
        file.add(games[1])
    path.write_bytes(path.read_bytes()[:-cut])
    with GamesFile(path, short()) as file:
        assert file.games == games[:1]
        file.add(games[1])
    with GamesFile(path, short()) as file:
        assert file.games == games[:2]


def test_a_file_that_an_editor_saved_is_read_or_left_alone(tmp_path, games):
    path = tmp_path / "games.jsonl"
    with GamesFile(path, short()) as file:
        file.add(games[0])
    text = path.read_text()
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    with GamesFile(path, short()) as file:
        assert file.games == games[:1]
    for other in (text.encode("utf-16"), b"Notes\nof mine", text.encode()[:-5]):
        path.write_bytes(other)
        with pytest.raises(GamesFileError):
            GamesFile(path, short(seed=2))
        assert path.read_bytes() == other


def test_a_header_that_was_cut_off_is_written_again(tmp_path):
    path = tmp_path / "games.jsonl"
    with GamesFile(path, short()):
        pass
    whole = path.read_bytes()
    path.write_bytes(whole[:30])
    with GamesFile(path, short()):
        pass
    assert path.read_bytes() == whole


def test_another_tournament_is_refused_with_the_difference(tmp_path):
    path = tmp_path / "games.jsonl"
    with GamesFile(path, short()):
        pass
    before = path.read_bytes()
    with pytest.raises(GamesFileError, match=r'its seed is "0x1", not "0x2"; its time_limit is 60\.0, not 5\.0'):
        GamesFile(path, short(seed=2, time_limit=5.0))
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["Dear diary", "Dear diary\n", '{"eddyline":1}\n', '{"arena":1}\n'])
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path, text):
    path = tmp_path / "games.jsonl"
    path.write_text(text)
    with pytest.raises(GamesFileError, match="not a games file"):
        GamesFile(path, short())
    assert path.read_text() == text


def test_a_broken_game_is_refused_by_its_line(tmp_path, games):
    path = tmp_path / "games.jsonl"
    with GamesFile(path, short()) as file:
        file.add(games[0])
    path.write_text(path.read_text().replace('"ranking":', '"rnking":'))
    with pytest.raises(GamesFileError, match=r"line 2: .*ranking"):
        GamesFile(path, short())
