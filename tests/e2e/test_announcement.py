"""What the operator announces stands on every page until it is put away; a restart is counted down and survived."""

from __future__ import annotations

import re

from click.testing import CliRunner
from playwright.sync_api import expect

from e2e.axe import look
from e2e.browser import GONE, PHONE
from e2e.server import Server
from eddyline.cli import main

TEXT = "New <b>maps</b> tomorrow."


def announce(data, *arguments):
    assert CliRunner().invoke(main, ["announce", *arguments, "--data", str(data)]).exit_code == 0


def test_an_announcement_stands_on_every_page_and_a_restart_ends_with_it(visit, tmp_path):
    with Server(tmp_path) as club:
        table = club.open(2)["table"]
        visitor = visit(club, size=PHONE)
        at_table = visitor.page(f"/t/{table}")
        expect(at_table.get_by_role("heading", name="Seats")).to_be_visible()
        announce(tmp_path, TEXT, "--restart-in", "2h")
        line = at_table.get_by_role("complementary", name="From the operator of this server")
        # Whoever is connected has it at once, whoever comes anywhere else, too; and it is text. The time runs.
        hours = r"The server restarts in (2 h 0|1 h \d+) min\. Games go on afterwards\."
        expect(line).to_contain_text(re.compile(f"{re.escape(TEXT)} {hours}"))
        expect(at_table.get_by_role("status").get_by_text("The server restarts in 120 minutes.")).to_have_count(1)
        look(at_table)
        rules = visitor.page("/rules/niagara")
        there = rules.get_by_role("complementary", name="From the operator of this server")
        expect(there).to_contain_text(TEXT)
        there.get_by_role("button", name="Close").click()
        expect(there).to_have_count(0)
        rules.reload()
        expect(rules.get_by_role("heading", level=1)).to_be_visible()
        # Another announcement is another one; the new process is the restart, and the page says no more of it.
        announce(tmp_path, "--restart-in", "30m")
        expect(line).to_contain_text(re.compile(r"The server restarts in \d+:\d\d\."))
        with visitor.forgiving(*GONE):
            club.kill()
            club.start()
            expect(line).to_have_count(0)
            expect(at_table.get_by_role("heading", name="Seats")).to_be_visible()
        expect(there).to_have_count(0)
        for page in (at_table, rules):
            page.close()
