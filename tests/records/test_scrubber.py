"""The page of a replay holds every picture and all that is told, whatever names and comments say."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from html import unescape
from zlib import decompress

import pytest

import eddyline
from eddyline.engine.registry import GAMES
from eddyline.record import Record, Scrubber, story

NAMES = ("</script><b>", "\"Bo\" & 'Cy'", "Zoë")


def played(game_id: str) -> eddyline.Match:
    match = eddyline.new(game_id, players=3, seed=4, names=NAMES)
    for _ in range(30):
        seat = min(match.waiting)
        match.play(seat, match.legal(seat)[0])
    match.comment("A </script> of mine.", turn=2)
    return match


def held(page: str) -> list[tuple[str, str]]:
    """Return the picture and the story of every place, as the page puts them together."""
    found = json.loads(decompress(b64decode(re.search(r'atob\("([^"]*)"\)', page)[1])))
    return [("".join(found["parts"][part] for part in drawn), told) for drawn, told in found["places"]]


@pytest.mark.parametrize("seat", [None, 1])
@pytest.mark.parametrize("game_id", GAMES)
def test_every_turn_is_there_with_its_picture(game_id, seat) -> None:
    match = played(game_id)
    shown = match.replay(seat)
    places = held(shown.page)
    turns = sum(entry.__class__.__name__ == "Turn" for entry in match.log)
    assert len(places) == turns + 1
    for turn in (0, 1, 7, turns):
        then = match.goto(turn)
        assert places[turn][0] == match.game.picture(then.known(seat), seat)
    told = "\n".join(told for _, told in places)
    assert all(line in told for line in story(match.record(), seat=seat, turn=5) if line.startswith("    "))
    assert ("# A </script> of mine." in told) == (seat is None)
    assert repr(shown) == f"<Replay: {match.game.name}, {turns} turns>"


def test_names_do_not_leave_their_place() -> None:
    page = played("canyon").replay().page
    assert page.count("</script>") == 1
    assert "&lt;/script&gt;&lt;b&gt;" in re.search("<title>(.*)</title>", page)[1]
    assert "<b>" not in page


def test_a_notebook_shows_a_frame_that_does_not_disturb_others() -> None:
    shown = played("niagara").replay()
    frame = shown._repr_html_()
    inside = r'<iframe title="[^"<>]*" sandbox="allow-scripts" style="[^"<>]*" srcdoc="[^"<>]*"></iframe>'
    assert re.fullmatch(rf'<div style="[^"<>]*">{inside}</div>', frame)
    assert unescape(re.search(r'srcdoc="([^"]*)"', frame)[1]) == shown.page
    assert len(frame) < 60_000
    match = played("niagara")
    before, turns = match.replay(), sum(entry.__class__.__name__ == "Turn" for entry in match.log)
    match.undo()
    assert len(held(before.page)) == turns + 1


def test_only_seats_of_the_game_look() -> None:
    match = played("canyon")
    for seat, error in ((3, ValueError), (-1, ValueError), ("1", TypeError), (True, TypeError)):
        with pytest.raises(error, match="expected a seat from 0 to 2"):
            match.replay(seat)
    record = match.record()
    with pytest.raises(eddyline.RecordError, match="the turns lead to a game that is not over"):
        _ = Scrubber(Record(record.header, record.turns, (1, 2, 3)), match.goto(0)).page
