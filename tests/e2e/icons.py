"""Draw the icons of the installed app from web/public/favicon.svg, into web/public/icons/.

python -m e2e.icons, in the folder tests; it needs a Chromium, as the tests here do.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

from e2e import chromium

PUBLIC = Path(__file__).resolve().parents[2] / "web" / "public"

# Name, edge in pixels, what lies behind the round corners: iOS fills what is transparent with black.
ICONS = [("192", 192, "transparent"), ("512", 512, "transparent"), ("apple", 180, "#f8d39c")]


def draw() -> None:
    """Draw every icon anew."""
    picture = (PUBLIC / "favicon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = chromium.launch(playwright)
        for name, edge, ground in ICONS:
            page = browser.new_page(viewport={"width": edge, "height": edge})
            page.set_content(f"<style>body{{margin:0;background:{ground}}}svg{{display:block}}</style>{picture}")
            page.screenshot(path=PUBLIC / "icons" / f"{name}.png", omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    draw()
