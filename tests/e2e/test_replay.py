"""Games that are over are looked at again: by mouse, by touch and by keys, and nothing is told before its time.

On a wide screen all is done by mouse, and the way through a game by keys. A line is played by touch in one game,
upright, and by keys in the other, on a low screen; a table goes on by mouse in one and by touch in the other. What lies
beside the boards is the same in both games: axe looks at it in one.
"""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from e2e.axe import violations_anywhere
from e2e.browser import HANDS, PHONE, WIDE, report, resize
from e2e.kept import ANN, KEEP, finished, played
from e2e.test_layout import faults
from eddyline.record import dump
from support.canyon import own_maps

LOW = (844, 390)
ROUNDS = {"niagara": 4, "canyon": 3}
OTHERS = {"niagara": HANDS["keys"] | {"size": LOW}, "canyon": HANDS["touch"]}
"""With what, and how, those play on who do not use a mouse."""
DRAWN = {"svg", "title", "style", "g", "path", "rect", "circle", "ellipse", "text"}
DECODED = """async (bytes) => {
  const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)], {type: 'image/png'}));
  return [picture.width, picture.height];
}"""
PARSED = """(svg) => [...new DOMParser().parseFromString(svg, 'image/svg+xml').querySelectorAll('*')]
  .map(({localName, textContent}) => [localName, textContent])"""


@pytest.fixture(scope="module", params=sorted(ROUNDS))
def kept(request):
    return played(request.param, ROUNDS[request.param])


def violations(at, game):
    """Let axe look at what is the same in both games, when it is Niagara's turn."""
    return violations_anywhere(at) if game == "niagara" else []


def replay(page, kept):
    """Open the replay; return its region and the number of its last turn."""
    page.goto("/offline")
    page.evaluate(KEEP, kept)
    page.goto(f"/offline/{kept['id']}/replay")
    region = page.get_by_role("region", name="Move through the game")
    last = sum("turn" in entry for entry in kept["entries"])
    expect(region).to_contain_text(f"Turn 0 of {last}")
    return region, last


def swipe(page, across):
    """Draw a finger across the board."""
    box = page.locator(".river").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.4
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x + across, "y": y + 3}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    finger.detach()


DRAG = """async (slider) => {
  for (const turn of [4, 5]) {
    slider.value = turn;
    slider.dispatchEvent(new Event('input', {bubbles: true}));
  }
  await Promise.resolve();
  return ['.sentence', '.hand'].map((each) => getComputedStyle(document.querySelector(`.replay ${each}`)).visibility);
}"""
WAYS = "At a table"
PARTING = re.compile(r"The lines part after turn 7, in round \d+\.")


def ranking(page):
    return page.get_by_role("list", name="Ranking").get_by_role("listitem")


def go_to_a_mark(region):
    """Go to what stands out first: there, one would have the choice before it otherwise, wherever one comes from."""
    turn = re.match(r"Turn (\d+)\n", region.locator(".marks .dot").first.get_attribute("title"))[1]
    slider = region.get_by_role("slider")
    slider.fill(turn)
    expect(region.get_by_role("button", name=re.compile("What if.+’s choice"))).to_be_visible()
    expect(slider).to_have_attribute("aria-valuetext", re.compile(rf"^Turn {turn} of .+[.!]$"))


def test_a_game_is_looked_at_from_its_beginning_to_its_end(server, visit, kept):
    page = visit(server, size=WIDE).page()
    # Somebody else's: who has played a game to its end knows how it went.
    region, last = replay(page, kept | {"imported": True})
    at = region.get_by_text(re.compile(r"^Turn \d+ of"))
    page.get_by_role("region", name="What happened").wait_for()
    expect(page.locator(".log li")).to_have_count(1 if kept["game"] == "niagara" else 0)
    # What is still to come stands nowhere, but may be asked for.
    region.get_by_role("button", name="Moments").click()
    moments = page.get_by_role("dialog", name="Moments")
    expect(moments).to_contain_text("Nothing has stood out as far as you have seen the game.")
    expect(moments).to_contain_text("What is still to come is covered")
    moments.get_by_role("button", name="Show what is still to come").click()
    first = moments.get_by_role("listitem").first.get_by_role("button")
    turn = re.search(r"Turn (\d+)$", first.inner_text())[1]
    first.click()
    # One looks at it as it was before; where things move, it then happens.
    expect(region).to_contain_text(re.compile(rf"Next: .+Turn {int(turn) - 1} of {last}"))
    page.keyboard.press("ArrowRight")
    expect(at).to_contain_text(f"Turn {turn} of {last}")

    page.keyboard.press("Home")
    expect(at).to_contain_text(f"Turn 0 of {last}")
    page.keyboard.press("ArrowRight")
    expect(at).to_contain_text(f"Turn 1 of {last}")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".progress")).to_contain_text("Round 2" if kept["game"] == "niagara" else "Round 1")
    page.keyboard.press("Shift+ArrowLeft")
    # While the thumb is dragged nothing stands there that tells of another turn.
    assert region.get_by_role("slider").evaluate(DRAG) == ["hidden", "hidden"]
    expect(at).to_contain_text(f"Turn 5 of {last}")
    expect(region.locator(".sentence")).to_be_visible()
    expect(region.locator("div.hand")).to_be_visible()
    region.get_by_role("slider").fill("9")
    expect(at).to_contain_text(f"Turn 9 of {last}")
    region.get_by_role("button", name="Coach").click()
    expect(page.get_by_role("dialog", name="The coach")).to_be_visible()
    page.keyboard.press("Escape")
    region.get_by_label("Seen by").select_option("As Bo saw it")
    expect(region.get_by_role("group", name="Bo’s cards")).to_be_visible()

    # The address leads back here, and anybody may have it who has the game.
    page.wait_for_url(re.compile(r"\?turn=9&seat=2$"))
    page.reload()
    expect(at).to_contain_text(f"Turn 9 of {last}")
    expect(region.get_by_label("Seen by")).to_have_value("1")

    # It plays by itself, until somebody stops it.
    region.get_by_role("button", name="Play", exact=True).click()
    expect(at).to_have_text(re.compile(r"^Turn (1[2-9]|[2-9]\d) of"))
    region.get_by_role("button", name="Pause").click()
    expect(region.get_by_role("button", name="Play", exact=True)).to_be_visible()

    page.keyboard.press("End")
    expect(region).to_contain_text("The game is over.")
    expect(ranking(page)).to_have_count(0)
    region.get_by_role("button", name="Show the result").click()
    expect(ranking(page)).to_have_count(4)
    page.get_by_role("link", name="Home", exact=True).click()
    page.wait_for_url(re.compile(f"/offline/{kept['id']}$"))
    end(page, kept, lambda turn: expect(at).to_contain_text(f"Turn {turn} of {last}"))


def end(page, kept, looks_at):
    """Take the poster of a game along, look at where it turned and at its beginning, and begin another one like it."""
    poster(page, kept["game"])
    clip(page, kept["game"])
    turning = page.get_by_role("list", name="Turning points").get_by_role("link").last
    turn = re.search(r"scene=(\d+)$", turning.get_attribute("href"))[1]
    turning.click()
    looks_at(int(turn) - 1)
    page.go_back()
    page.get_by_role("link", name="Replay").click()
    looks_at(0)
    page.go_back()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("link", name="Play again with other rules").click()
    expect(page.get_by_role("heading", name=re.compile("^New game"))).to_be_focused()
    expect(page.get_by_role("group", name="Bots among them").get_by_role("radio", name="0")).to_be_checked()
    page.get_by_text("Change individual options").click()
    expect(page.get_by_label("Round limit")).to_have_value(str(ROUNDS[kept["game"]]))


def poster(page, name):
    """Make a poster: it is all in one file, and what people are called does nothing there."""
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Make a poster").click()
    dialog = page.get_by_role("dialog", name="A poster of this game")
    files = {}
    for kind in ("svg", "png"):
        with page.expect_download() as download:
            dialog.get_by_role("button", name=f"Save as {kind.upper()}").click()
        assert download.value.suggested_filename == f"{name}-played-{name}.{kind}"
        files[kind] = download.value.path().read_bytes()
    elsewhere = page.context.new_page()
    assert elsewhere.evaluate(DECODED, [*files["png"]]) == [1080, 1350]
    drawn = elsewhere.evaluate(PARSED, files["svg"].decode())
    elsewhere.close()
    assert {element for element, _ in drawn} <= DRAWN
    assert ANN in [text.strip("\u2068\u2069") for element, text in drawn if element == "text"]
    assert re.findall(rb"href|https?:(?!//www.w3.org/2000/svg)|url\((?!data:font/)", files["svg"]) == []
    report({"axe": violations(dialog, name)})
    page.keyboard.press("Escape")


def clip(page, name):
    """Make a clip of the best scene: a file that moves, small enough for a chat."""
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Make a clip").click()
    dialog = page.get_by_role("dialog", name="A clip of this game")
    save = dialog.get_by_role("button", name="Save as GIF")
    expect(save).to_be_enabled()
    with page.expect_download() as download:
        save.click()
    assert download.value.suggested_filename == f"{name}-played-{name}.gif"
    file = download.value.path().read_bytes()
    assert len(file) <= 3 * 2**20
    assert file[:6] == b"GIF89a"
    assert [int.from_bytes(file[at : at + 2], "little") for at in (6, 8)] == [480, 600]
    shown = frames(file)
    assert len(shown) > 50
    assert 3 <= sum(shown) / 100 <= 6
    report({"axe": violations(dialog, name)})
    page.keyboard.press("Escape")


def frames(gif):
    """List for how many hundredths of a second each picture of a GIF is shown."""
    at, found = 13 + 3 * 2 ** ((gif[10] & 7) + 1), []
    while gif[at] != 0x3B:
        if gif[at : at + 2] == b"\x21\xf9":
            found.append(int.from_bytes(gif[at + 4 : at + 6], "little"))
        at += 2 if gif[at] == 0x21 else 11
        while gif[at]:
            at += gif[at] + 1
        at += 1
    return found


def press(visitor, target):
    """Press something with the hands of who looks."""
    if visitor.keyboard:
        expect(target).to_be_enabled()
        target.press("Enter")
    elif visitor.touch:
        target.tap()
    else:
        target.click()


def play_first(visitor, page):
    """Take what comes first of all that is possible, and confirm it."""
    # Bids are chosen on the board.
    press(visitor, page.locator("[data-bid], .dock .content button:enabled:not([aria-disabled=true])").first)
    press(visitor, page.locator(".dock button.primary"))


def look_ahead(visitor, page, region):
    """Begin a line with one press, for whoever decides there, and go back: what nobody has played is not kept."""
    press(visitor, region.get_by_role("button", name="What if?"))
    # Who has played the game knows what the others did, and need not be kept from it.
    whose = re.compile(r"’s choice\W+In the game: .+\W+The others play as in the game$")
    expect(page.get_by_text(whose)).to_be_visible()
    assert page.evaluate("JSON.parse(localStorage.getItem('eddyline.offline')).length") == 1
    press(visitor, page.get_by_role("link", name="Back to the game"))


def take_back(visitor, page):
    """Take two turns of a line back, and play them again."""
    back = page.get_by_role("button", name="Take your last turn back")
    press(visitor, back)
    press(visitor, back)
    # Before them there are those of the game.
    expect(page.get_by_role("button", name="last turn of the game, too")).to_be_enabled()
    press(visitor, page.get_by_role("button", name="Play again what you took back"))
    expect(back).to_be_enabled()


def lay_beside(elsewhere, theirs, last):
    """Compare a line that was sent with the game that was played, and come back to that."""
    elsewhere.get_by_role("link", name="Compare").tap()
    expect(elsewhere.get_by_text(PARTING)).to_be_visible()
    expect(elsewhere.get_by_role("radio", name="This line")).to_be_checked()
    elsewhere.get_by_role("link", name="Replay").tap()
    expect(theirs).to_contain_text(re.compile(r"Turn [89] of 9"))
    elsewhere.get_by_role("link", name="Compare").tap()
    elsewhere.get_by_role("link", name="Back to the game").tap()
    expect(theirs).to_contain_text(f"Turn 7 of {last}")


def go_to_the_end(page):
    """Go on to where the line ends: after that there is nothing to compare."""
    page.keyboard.press("End")
    expect(page.get_by_text("So far up to turn 9.")).to_be_visible()
    ends = re.compile("“This line” ends here")
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", ends)
    expect(page.get_by_role("button", name="Next round")).to_be_disabled()


def test_somebody_plays_on_from_turn_7_keeps_the_line_and_sends_it(server, visit, kept):
    found = {}
    visitor = visit(server, **OTHERS[kept["game"]])
    page = visitor.page()
    region, last = replay(page, kept)
    region.get_by_role("slider").fill("7")
    look_ahead(visitor, page, region)
    expect(region).to_contain_text(f"Turn 7 of {last}")
    press(visitor, region.get_by_role("button", name=WAYS))
    dialog = page.get_by_role("dialog", name="Continue at a table")
    press(visitor, dialog.get_by_text("Other players, another name"))
    dialog.get_by_label("You play").select_option("Every seat")
    dialog.get_by_label("Name of this line").fill("The other card")
    found["axe in the dialog"] = violations(dialog, kept["game"])
    press(visitor, dialog.get_by_role("button", name="Play on here alone"))
    page.wait_for_url(re.compile(r"/offline/(?!played)\w+$"))
    expect(page.get_by_text("What if: The other card")).to_be_visible()
    play_first(visitor, page)
    # It is kept: after a reload one goes on where one was.
    page.reload()
    expect(page.get_by_text("What if: The other card")).to_be_visible()
    play_first(visitor, page)
    take_back(visitor, page)
    found["axe at the line"] = violations(page.get_by_text("What if: The other card").locator(".."), kept["game"])
    press(visitor, page.get_by_role("link", name="Compare"))
    expect(page.get_by_text(PARTING)).to_be_visible()
    expect(page.get_by_role("heading", name="The other card")).to_be_visible()
    go_to_the_end(page)
    # In the round of its last turn the game is shown no further than the line.
    page.get_by_role("slider").fill({"canyon": "0", "niagara": "1"}[kept["game"]])
    expect(page.get_by_text("Up to turn 9, like the other.")).to_be_attached()
    found["axe beside the game"] = violations(page, kept["game"])
    # Of a row, either side has about half.
    narrowest = page.evaluate(
        "Math.min(...[...document.querySelectorAll('.did tbody td')].map((td) => td.offsetWidth))"
    )
    assert narrowest > 120, narrowest
    press(visitor, page.get_by_role("link", name="Replay"))
    expect(region).to_contain_text("Turn 9 of 9 · The other card".replace(" · ", "\u2002·\u2002"))

    # Whoever gets the link has the line, and nobody else has stored it.
    press(visitor, page.get_by_role("button", name="Share, rename or delete"))
    dialog = page.get_by_role("dialog", name="Share, rename or delete")
    press(visitor, dialog.get_by_role("button", name="Copy a link"))
    link = dialog.get_by_role("textbox", name="The whole line is in the link").input_value()
    page.keyboard.press("Escape")
    press(visitor, page.get_by_role("link", name="Back to the game"))
    expect(region).to_contain_text(f"Turn 7 of {last}")
    # The log says where it leaves the game.
    press(visitor, page.get_by_role("button", name="What happened"))
    twig = page.get_by_role("region", name="What happened").get_by_role("link", name="What if: The other card")
    expect(twig).to_be_visible()
    elsewhere = visit(server, size=PHONE, has_touch=True, is_mobile=True).page(link.removeprefix(server.address))
    theirs = elsewhere.get_by_role("region", name="Move through the game")
    expect(theirs).to_contain_text("Turn 7 of 9")
    lay_beside(elsewhere, theirs, last)
    assert elsewhere.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('eddyline.offline'))") == []

    report(found)


@pytest.mark.parametrize(("game", "rounds", "mouse"), [("niagara", 4, True), ("canyon", 2, False)])
def test_a_game_goes_on_at_a_table_to_its_end(server, visit, game, rounds, mouse):
    kept = played(game, rounds)
    visitor = visit(server, **HANDS["mouse" if mouse else "touch"])
    page = visitor.page()
    region, _ = replay(page, kept)
    # By mouse with all cards as they were, and else from what one seat could know; late, so that not much is missing.
    turns = [entry["seat"] for entry in kept["entries"] if "turn" in entry]
    turn = max(at for at, seat in enumerate(turns) if seat == 1)
    region.get_by_role("slider").fill(f"{turn}")
    if not mouse:
        region.get_by_label("Seen by").select_option("As Bo saw it")
    press(visitor, region.get_by_role("button", name=WAYS))
    press(visitor, page.get_by_role("dialog", name="Continue at a table").get_by_role("button", name="Open a table"))
    page.wait_for_url(re.compile(r"/t/\w+$"))
    how = "all cards stay" if mouse else "what .+ could not"
    how_it_goes_on = re.compile(rf"This game goes on from turn \d+ of another one.+{how}")
    expect(page.get_by_text(how_it_goes_on)).to_be_visible()
    expect(page.get_by_text("Not rated")).to_be_visible()
    add = page.get_by_role("button", name="Add a bot")
    press(visitor, page.get_by_role("button", name="Fill with bots"))
    expect(add).to_have_count(0)
    press(visitor, page.get_by_role("button", name="Start"))
    expect(page.locator(".progress")).to_contain_text("Round")
    # There, too, one may look back before the game is over: at what one saw.
    menu = page.get_by_role("button", name="Menu")
    press(visitor, menu)
    press(visitor, page.get_by_role("link", name="Replay"))
    expect(region).to_contain_text(re.compile(r"Turn (\d+) of \1"))
    # Their cards, or what was made of them.
    expect(region.get_by_role("group")).to_be_visible()
    expect(region.get_by_label("Seen by")).to_have_count(0)
    page.go_back()
    seat = visitor.seat(page)
    seat.play()
    expect(ranking(page)).to_have_count(4)
    # Two rounds are told by their numbers alone.
    expect(page.get_by_text("The game in numbers")).to_be_visible()
    expect(page.get_by_role("heading", name="How the game went")).to_have_count(1 if rounds > 2 else 0)
    if mouse:
        a_host_keeps_it_private(page, visit(server).page(page.url.removeprefix(server.address)))
    if mouse:  # The log is beside the board, and begins with it.
        expect(page.get_by_role("region", name="What happened").get_by_text(how_it_goes_on)).to_be_attached()
    press(visitor, menu)
    expect(page.get_by_role("dialog").get_by_text(how_it_goes_on)).to_be_visible()
    with page.expect_download() as download:
        press(visitor, page.get_by_role("dialog").get_by_role("button", name="Save the game"))
    # The record is the whole game, from the beginning of the one before.
    page.goto("/offline")
    page.locator("input[type=file]").set_input_files(download.value.path())
    page.wait_for_url(re.compile(r"/offline/\w+/replay$"))
    at = region.get_by_text(re.compile(r"^Turn 0 of \d+"))
    expect(at).to_be_visible()
    assert int(re.match(r"Turn 0 of (\d+)", at.inner_text())[1]) > turn


def a_host_keeps_it_private(page, elsewhere):
    """Keep the replay to those who had a seat: a stranger still sees who has won, but not how."""
    told = elsewhere.get_by_text(re.compile("^(How the game went|The game in numbers)$"))
    expect(told).to_have_count(2)
    page.get_by_role("checkbox", name="Replay for players only").check()
    expect(page.get_by_text("Only those who had a seat can look at it.")).to_be_visible()
    elsewhere.reload()
    expect(ranking(elsewhere)).to_have_count(4)
    elsewhere.get_by_role("button", name="More", exact=True).click()
    elsewhere.get_by_role("button", name="Make a poster").wait_for()
    expect(told).to_have_count(0)
    report({"axe": violations_anywhere(page)})


def test_it_fits_every_screen_and_is_for_everybody(server, visit, kept):
    found = {}
    visitor = visit(server, size=PHONE, has_touch=True, is_mobile=True)
    page = visitor.page()
    region, last = replay(page, kept)
    region.get_by_role("button", name="Next round").tap()
    region.get_by_role("button", name="One turn forward").tap()
    region.get_by_role("button", name="One turn back").tap()
    at = region.get_by_text(re.compile(r"^Turn \d+ of"))
    before = int(at.inner_text().split()[1])
    for across, turn in ((-120, before + 1), (120, before), (20, before)):
        swipe(page, across)
        expect(at).to_have_text(f"Turn {turn} of {last}")
    region.get_by_label("Seen by").select_option("As Di saw it")
    found["axe"] = violations(page, kept["game"])
    # Canyon's status is drawn in layers, which the whole check would take for things that lie on each other.
    found["layout"] = faults(page, (PHONE, WIDE), fits=kept["game"] == "niagara")
    # There, cards are smaller than what one taps; nobody taps them here.
    found["low"] = faults(page, [LOW], fits=False)
    resize(page, *PHONE)
    for card in region.locator(".hand button").all():
        expect(card).to_be_in_viewport(ratio=0.9)
    page.get_by_role("slider").fill(str(last))
    region.get_by_role("button", name="Show the result").tap()
    expect(ranking(page)).to_have_count(4)
    page.get_by_role("heading", name="How the game went").wait_for()
    found["axe at the end"] = violations(page, kept["game"])
    found["layout at the end"] = faults(page, (PHONE, WIDE, LOW), fits=False)
    go_to_a_mark(region)
    report(found)


DROP = """(text) => {
  const data = new DataTransfer();
  data.items.add(new File([text], 'game.jsonl'));
  dispatchEvent(new DragEvent('drop', {dataTransfer: data, cancelable: true}));
}"""


def test_a_record_that_is_dropped_on_the_home_page_is_looked_at_and_not_kept(server, visit):
    page = visit(server).page()
    page.get_by_role("heading", name="New table").wait_for()
    page.evaluate(DROP, "no game")
    expect(page.get_by_role("alert")).to_have_text("This is not a saved game: line 1 cannot be read.")
    page.evaluate(DROP, dump(finished("canyon", 2).record()))
    page.wait_for_url(re.compile(r"/offline/\w+/replay$"))
    expect(page.get_by_role("region", name="Move through the game")).to_contain_text("Turn 0 of")
    assert page.evaluate("localStorage.getItem('eddyline.offline')") is None


def test_a_game_on_a_map_of_ones_own_is_read_by_the_server_once(server, visit):
    """From then on it is replayed and played on without."""
    visitor = visit(server, size=WIDE)
    page = visitor.page()
    record = dump(finished("canyon", 2, board=own_maps()[0]).record())
    page.get_by_role("heading", name="New table").wait_for()
    with visitor.forgiving("400"):
        page.evaluate(DROP, record.replace('"max_rounds":2', '"max_rounds":0'))
        expect(page.get_by_role("alert")).to_contain_text("The server cannot set this game up: ")
    page.evaluate(DROP, record)
    page.wait_for_url(re.compile(r"/offline/\w+/replay$"))
    region = page.get_by_role("region", name="Move through the game")
    region.get_by_role("slider").fill("7")
    region.get_by_role("button", name=WAYS).click()
    dialog = page.get_by_role("dialog", name="Continue at a table")
    dialog.get_by_text("Other players, another name").click()
    dialog.get_by_label("You play").select_option("Every seat")
    dialog.get_by_role("button", name="Play on here alone").click()
    page.wait_for_url(re.compile(r"/offline/\w+$"))
    page.route("**/begin", lambda route: route.abort())
    page.reload()
    play_first(visitor, page)
    page.get_by_role("link", name="Compare").click()
    expect(page.get_by_text(PARTING)).to_be_visible()
    with visitor.forgiving("ERR_FAILED"):
        page.goto("/")
        page.get_by_role("heading", name="New table").wait_for()
        page.evaluate(DROP, record)
        expect(page.get_by_role("alert")).to_contain_text("That takes a server, and none can be reached.")


@pytest.mark.parametrize("kept", ["canyon"], indirect=True)
def test_what_cannot_be_replayed_says_so(server, visit, kept):
    visitor = visit(server)
    page = visitor.page("/offline")
    older = {**kept, "id": "older", "options": {"board": "moon"}}
    damaged = {**kept, "id": "damaged", "entries": [*kept["entries"][:6], {"seat": 0, "turn": [0, 0]}]}
    mine = [{**seat, "bot": "random" if number else None} for number, seat in enumerate(kept["seats"])]
    running = {**kept, "id": "running", "over": False, "entries": kept["entries"][:12], "seats": mine}
    for each in (older, damaged, running):
        page.evaluate(KEEP, json.loads(json.dumps(each)))
    with visitor.forgiving("400"):
        page.goto("/offline/older/replay")
        expect(page.get_by_text("The server cannot set this game up")).to_be_visible()
    # A game that is still played is looked back at from now, as its one player saw it.
    page.goto("/offline/running")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Replay").click()
    region = page.get_by_role("region", name="Move through the game")
    expect(region).to_contain_text(re.compile(r"Turn (\d+) of \1"))
    expect(region.get_by_role("group", name=f"{ANN}’s cards")).to_be_visible()
    expect(region.get_by_label("Seen by")).to_have_count(0)
    expect(region.get_by_role("button", name="What if?")).to_have_count(0)
    page.goto("/offline/damaged/replay")
    expect(region).to_contain_text("Turn 0 of")
    page.keyboard.press("End")
    expect(region).to_contain_text("The record breaks off here")
    with visitor.forgiving("404"):
        page.goto("/tables/nowhere/replay")
        expect(page.get_by_role("heading", name="Replay")).to_be_visible()
