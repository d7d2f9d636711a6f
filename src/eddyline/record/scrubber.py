"""Show a game turn by turn on a page of its own, which is also what notebooks show of it."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING
from zlib import compress

from eddyline.engine.checks import check_seat
from eddyline.engine.svg import CARD, EMBER, INK, INK_SOFT, LINE, PAPER, SANS
from eddyline.record.places import places

if TYPE_CHECKING:
    from eddyline.engine.match import Match
    from eddyline.record.file import Record

WIDEST, TEXT_HEIGHT = 900, 230
"""Largest width of the frame, and the height of all but the picture, in pixels."""
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
html{{background:{paper};color:{ink};font:15px/1.45 {sans}}}
body{{margin:0}}
main{{padding:8px;box-sizing:border-box;height:100vh;display:flex;flex-direction:column;gap:8px}}
h1{{margin:0;font-size:15px;overflow-wrap:anywhere}}
nav{{display:flex;gap:8px;align-items:center}}
button{{font:inherit;color:inherit;background:{card};border:1px solid {line};border-radius:6px}}
button{{min-width:40px;min-height:36px}}
button:disabled{{color:{soft}}}
input{{flex:1;min-width:0;height:36px;margin:0;accent-color:{ember}}}
output{{font-variant-numeric:tabular-nums;min-width:5em;text-align:end}}
#picture svg{{display:block;width:100%;height:auto}}
#told{{flex:1;min-height:4.5em;overflow:auto;margin:0;font:inherit;white-space:pre-wrap;overflow-wrap:anywhere}}
</style>
<main>
<h1>{title}</h1>
<nav aria-label="Turns">
<button id="back" aria-label="One turn back">◀</button>
<input id="turn" type="range" min="0" value="0" aria-label="Turn">
<button id="on" aria-label="One turn further">▶</button>
<output id="number" for="turn"></output>
</nav>
<div id="picture"></div>
<pre id="told" aria-live="polite" tabindex="0" aria-label="What happened"></pre>
<noscript>This page shows the game turn by turn with JavaScript.</noscript>
</main>
<script>
(async () => {{
  const bytes = Uint8Array.from(atob("{data}"), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const {{parts, places}} = await new Response(stream).json();
  const [back, turn, on, number, picture, told] =
    ["back", "turn", "on", "number", "picture", "told"].map((id) => document.getElementById(id));
  turn.max = places.length - 1;
  const show = (at) => {{
    turn.value = at;
    const [drawn, lines] = places[turn.valueAsNumber];
    picture.innerHTML = drawn.map((part) => parts[part]).join("");
    told.textContent = lines;
    told.scrollTop = 0;
    number.textContent = `${{turn.value}} / ${{turn.max}}`;
    turn.setAttribute("aria-valuetext", turn.value === "0" ? "the beginning" : `turn ${{turn.value}} of ${{turn.max}}`);
    back.disabled = turn.value === turn.min;
    on.disabled = turn.value === turn.max;
  }};
  turn.oninput = () => show(turn.valueAsNumber);
  back.onclick = () => show(turn.valueAsNumber - 1);
  on.onclick = () => show(turn.valueAsNumber + 1);
  show(0);
}})();
</script>
"""


class Scrubber:
    """Look through a game with a slider: each turn with its picture, as a seat or a spectator sees it, and its story.

    In a notebook it shows itself, in a frame of its own: several on one page do not interfere. `page` is the same as a
    document.
    """

    def __init__(self, record: Record, begun: Match, seat: int | None = None) -> None:
        """Take a game and the match that begins it; with a `seat`, show what it saw.

        Raises TypeError or ValueError for an invalid seat.
        """
        self.record, self._begun = record, begun
        self.seat = None if seat is None else check_seat(seat, len(record.header.players))

    def __repr__(self) -> str:
        """Say what it shows."""
        turns = len(self._places) - 1
        return f"<Replay: {self._begun.game.name}, {turns} {'turn' if turns == 1 else 'turns'}>"

    def _repr_html_(self) -> str:
        """Return a frame with the page, for notebooks."""
        width, height = self._size
        title, page = escape(f"{self._title}, turn by turn"), escape(self.page)
        style = f"display:block;border:0;width:100%;height:calc({100 * height / width:.2f}cqw + {TEXT_HEIGHT}px)"
        frame = f'<iframe title="{title}" sandbox="allow-scripts" style="{style}" srcdoc="{page}"></iframe>'
        return f'<div style="container-type:inline-size;max-width:{WIDEST}px">{frame}</div>'

    @cached_property
    def page(self) -> str:
        """The whole page, in HTML; raises RecordError at the first line of the record that breaks the rules."""
        parts: dict[str, int] = {}
        # Pictures of a game are mostly the same elements, so each is there once.
        listed = [
            ([parts.setdefault(part, len(parts)) for part in re.findall(r"<[^<]*", picture)], told)
            for picture, told in self._places
        ]
        data = json.dumps({"parts": [*parts], "places": listed}, separators=(",", ":"))
        return PAGE.format(
            title=escape(self._title),
            data=b64encode(compress(data.encode(), 9)).decode(),
            paper=PAPER,
            ink=INK,
            soft=INK_SOFT,
            card=CARD,
            line=LINE,
            ember=EMBER,
            sans=SANS,
        )

    @cached_property
    def _places(self) -> list[tuple[str, str]]:
        """The picture of every place, and what is told there."""
        match = self._begun.copy()
        return [
            (match.game.picture(match.known(self.seat), self.seat), "\n".join(lines).strip("\n"))
            for lines in places(self.record, match, self.seat)
        ]

    @property
    def _title(self) -> str:
        return f"{self._begun.game.name}: {', '.join(self.record.header.players)}"

    @property
    def _size(self) -> tuple[float, float]:
        """Width and height of the first picture."""
        found = re.search(r'viewBox="\S+ \S+ ([\d.]+) ([\d.]+)"', self._places[0][0])
        return (float(found[1]), float(found[2])) if found else (16.0, 9.0)
