"""Draw the icons of the installed app from web/public/favicon.svg, into web/public/icons/.

python -m e2e.icons, in the folder tests; it needs a Chromium, as the tests here do.
"""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import sync_playwright

from e2e import chromium

PUBLIC = Path(__file__).resolve().parents[2] / "web" / "public"

# Name, edge in pixels, what lies behind the round corners: iOS fills what is transparent with black.
ICONS = [
    ("192", 192, "transparent"),
    ("512", 512, "transparent"),
    ("apple", 180, "#f8d39c"),
    ("maskable", 512, "#f8d39c"),
]

CORNERS = "V50a14 14 0 0 1-14 14H14A14 14 0 0 1 0 50Z"
"""How the strips of land and water end at the bottom, within the round corners."""


def unbounded(picture: str) -> str:
    """Let the landscape go on beyond the picture, whose sun and canoe then lie in the circle that no device cuts off.

    That circle has 0.8 of the icon's width. Mirrored, the strips go on at the heights at which they end; they overlap
    a little, and each is whole before the next, so that no seam shows.
    """
    mirrored = ("matrix(-1 0 0 1 0.2 0)", "matrix(-1 0 0 1 127.8 0)")

    def longer(strip: re.Match[str]) -> str:
        return strip[0] + "".join(f'<g transform="{beside}">{strip[0]}</g>' for beside in mirrored)

    picture = re.sub(r'<path d="M0 [^>]*>', longer, picture.replace(CORNERS, "V99H0Z"))
    return picture.replace('viewBox="0 0 64 64"', 'viewBox="-8 -2 80 80"')


def draw() -> None:
    """Draw every icon anew."""
    picture = (PUBLIC / "favicon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = chromium.launch(playwright)
        for name, edge, ground in ICONS:
            page = browser.new_page(viewport={"width": edge, "height": edge})
            drawn = unbounded(picture) if name == "maskable" else picture
            page.set_content(f"<style>body{{margin:0;background:{ground}}}svg{{display:block}}</style>{drawn}")
            page.screenshot(path=PUBLIC / "icons" / f"{name}.png", omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    draw()
