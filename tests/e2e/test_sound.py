"""Whoever wants to hears the table; nobody else fetches its sound, and nobody hears a hidden tab."""

from __future__ import annotations

import base64
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import expect

from e2e.axe import violations_anywhere
from e2e.browser import report
from eddyline.record import begin, load, replay
from support.elsewhere import bundled

RECORDS = Path(__file__).resolve().parent.parent / "golden" / "records"

WATCH = """
window.heard = 0;
window.contexts = [];
window.samples = [];
for (const source of [AudioBufferSourceNode, OscillatorNode]) {
  const start = source.prototype.start;
  source.prototype.start = function (...when) { window.heard++; return start.apply(this, when); };
}
window.AudioContext = class extends AudioContext {
  constructor(...options) { super(...options); window[options.length ? 'contexts' : 'samples'].push(this); }
};
let hidden = false;
Object.defineProperty(document, 'hidden', {get: () => hidden});
Object.defineProperty(document, 'visibilityState', {get: () => (hidden ? 'hidden' : 'visible')});
window.hide = (value) => {
  hidden = value;
  document.dispatchEvent(new Event('visibilitychange'));
};
"""
"""Counts what begins to sound, and lets a test put the tab behind another one, as far as the page can tell. A table
says at which rate it is heard; a sample of how loud something is does not."""

RUNS = "(state) => contexts.length === 1 && contexts[0].state === state"

CALL = """async ([code, name, given]) => {
  const sounds = await import(`data:text/javascript;base64,${code}`);
  return await sounds[name](...given);
}"""
"""Calls a function of web/tests/rendering.ts, which renders sounds without playing them."""

PEAK = -1.0
"""The highest peak, in dB: from 0 on, waves are cut off."""


UNTOUCHED = "Object.defineProperty(navigator, 'userActivation', {value: {hasBeenActive: false}})"
"""Nobody has pressed anything on a page yet; what Playwright evaluates there counts as if somebody had."""


@pytest.fixture
def newcomer(server, visit):
    """Be somebody who has never been asked."""
    visitor = visit(server, asked=False)
    visitor.context.add_init_script(WATCH)
    return visitor


@pytest.fixture
def rendered(chromium, tmp_path):
    """Call functions that render sounds."""
    code = base64.b64encode(bundled("rendering", tmp_path).read_bytes()).decode()
    page = chromium.new_page()
    yield lambda name, *given: page.evaluate(CALL, [code, name, given])
    page.close()


def _answer(page, choice):
    page.get_by_role("group", name="Hear the river?").get_by_role("button", name=choice, exact=True).click()


def test_sound_is_asked_about_once_and_off_until_then(server, newcomer):
    seated = server.open(4, bots=["random"] * 3, start=True)
    newcomer.context.add_init_script(UNTOUCHED)
    seat = newcomer.sit(seated["table"], 0, seated["token"])
    page = seat.page
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    question = page.get_by_role("group", name="Hear the river?")
    expect(question.get_by_role("button")).to_have_text(["Off", "Soft", "Full"])
    assert not any("/Sound" in url for url in fetched)
    report({"the question": violations_anywhere(question)})
    _answer(page, "Full")
    expect(question).to_be_hidden()
    page.wait_for_function(RUNS, arg="running")
    page.wait_for_function("() => samples.length === 1")
    water = page.evaluate("heard")
    assert water > 0
    page.locator(".hand button:enabled").first.click()
    page.wait_for_function("before => heard > before", arg=water)

    # One key switches it off, and on again.
    page.keyboard.press("m")
    page.wait_for_function(RUNS, arg="closed")
    page.keyboard.press("m")
    page.wait_for_function("() => contexts.length === 2 && contexts[1].state === 'running'")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("group", name="Sound", exact=True).get_by_label("Full")).to_be_checked()
    page.get_by_text("Volume of each kind").click()
    page.get_by_role("slider", name="Your turn").fill("0.3")
    page.wait_for_function("() => samples.length === 2 && samples[1].state === 'running'")
    page.get_by_role("button", name="Hear: Events").click()
    page.wait_for_function("() => samples.length === 3 && samples[2].state === 'running'")
    page.wait_for_function("() => samples.every(({state}) => state === 'closed')")
    report({"the volumes": violations_anywhere(page.get_by_role("dialog"))})
    page.get_by_role("group", name="Sound", exact=True).get_by_text("Off").click()
    page.keyboard.press("Escape")
    page.wait_for_function("() => contexts[1].state === 'closed'")
    silent = page.evaluate("heard")
    page.reload()
    seat.wait()
    expect(question).to_be_hidden()
    assert silent > water
    assert page.evaluate("contexts.length") == 0
    assert '"calls":0.3' in page.evaluate("localStorage.getItem('eddyline.sound')")


def test_the_question_lies_beside_the_board_and_is_answered_by_keys(newcomer):
    page = newcomer.page()
    page.get_by_role("button", name="Play against bots").click()
    question = page.get_by_role("group", name="Hear the river?")
    expect(question).to_be_visible()
    board, asked = (each.bounding_box() for each in (page.get_by_role("main"), question))
    assert asked["y"] >= board["y"] + board["height"] or asked["x"] >= board["x"] + board["width"]
    question.get_by_role("button", name="Soft").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_function("() => samples.length === 1")
    expect(question).to_have_count(0)
    expect(page.locator(".hand button:focus")).to_have_count(1)
    assert page.evaluate("JSON.parse(localStorage.getItem('eddyline.preferences')).sound") == "full"


def test_who_has_acted_hears_the_river_softly_and_nothing_in_a_hidden_tab(newcomer):
    page = newcomer.page()
    page.get_by_role("button", name="Play against bots").click()
    question = page.get_by_role("group", name="Hear the river?")
    expect(question).to_be_visible()
    page.wait_for_function(RUNS, arg="running")
    seat = newcomer.seat(page)
    seat.wait()
    page.evaluate("hide(true)")
    page.wait_for_function(RUNS, arg="suspended")
    before = page.evaluate("heard")
    # Its title says whose turn it is, and nothing is heard of that.
    page.locator(".hand button:enabled").first.click()
    seat.confirm(seat.wait()) if seat.wait().confirm else None
    expect(page).to_have_title("● Your turn – Eddyline")
    assert page.evaluate("heard") == before
    assert page.evaluate("contexts[0].state") == "suspended"
    assert page.evaluate("samples.length") == 0
    page.evaluate("hide(false)")
    page.wait_for_function(RUNS, arg="running")
    # Nobody has to answer: once they have moved, it goes.
    seat.play(lambda _: not question.is_visible())
    assert page.evaluate("JSON.parse(localStorage.getItem('eddyline.sound')).asked")
    assert page.evaluate("JSON.parse(localStorage.getItem('eddyline.preferences')).sound") == "soft"


def test_who_chooses_in_the_settings_is_asked_no_more(newcomer):
    page = newcomer.page()
    page.get_by_role("button", name="Play against bots").click()
    question = page.get_by_role("group", name="Hear the river?")
    expect(question).to_be_visible()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("group", name="Sound", exact=True).get_by_text("Full").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(question).to_have_count(0)
    assert page.evaluate("JSON.parse(localStorage.getItem('eddyline.preferences')).sound") == "full"


def _scenes(record):
    """Tell what a game that was kept showed, to the first seat: a position, and what happened then."""
    kept = load((RECORDS / f"{record}.jsonl").read_text("utf-8"))
    view, scenes = begin(kept.header).view(0), []
    for step in replay(kept):
        scenes.append({"view": view, "events": step.events})
        view = step.match.view(0)
    return msgspec.to_builtins(scenes)


GAMES = {
    "niagara-brettspielwelt-four_alike": {
        "paddle",
        "push",
        "plunge",
        "gem",
        "stolen",
        "thunder",
        "banked",
        "goal",
        "over",
    },
    "canyon-secret-single": {"card", "trick", "met", "missed", "paddle", "rapids", "arrival", "over"},
}
"""Kept games, and some of what is heard in them."""


@pytest.mark.parametrize(("record", "sounds"), GAMES.items())
def test_all_that_happens_in_a_game_is_heard_where_it_happens(rendered, record, sounds):
    told = rendered("story", record.split("-", maxsplit=1)[0], _scenes(record))
    assert sounds <= {each["sound"] for each in told["heard"]}
    assert told["peak"] < PEAK
    drowned = [each for each in told["heard"] if each["above"] < 2]
    assert drowned == []
    elsewhere = [each for each in told["heard"] if abs(each["right"] - each["wanted"]) > 2.5]
    assert elsewhere == []
    # Both sides of the river are heard.
    assert min(each["right"] for each in told["heard"]) < -3
    assert max(each["right"] for each in told["heard"]) > 3


def test_no_sound_sticks_out(rendered):
    sounds, themes, beds = (rendered(name) for name in ("sounds", "themes", "beds"))
    for name, each in (sounds | themes | beds).items():
        assert each["peak"] < PEAK, name
    # One's turn is called as loudly as anything that happens, but for thunder.
    calling = sounds["turn"]["loud"]
    louder = {name for name, each in sounds.items() if each["loud"] > calling + 1}
    assert louder <= {"thunder", "rapids"}
    assert all(calling - 8 < each["loud"] < calling + 6 for each in sounds.values()), sounds
    loud = [each["loud"] for each in themes.values()]
    assert max(loud) - min(loud) < 5
    assert all(1.9 < each["lasts"] < 5 for each in themes.values()), themes
    # The river never drowns it, not even at the lip of the falls.
    assert max(each["loud"] for each in beds.values()) < calling


def test_what_is_heard_gives_way(rendered):
    """To the voice of a screen reader, and a theme to the next one."""
    heard = rendered("ducked")
    assert heard["meanwhile"] < heard["before"] - 9
    assert heard["after"] > heard["before"] - 2
    assert abs(rendered("broken")) < 1
