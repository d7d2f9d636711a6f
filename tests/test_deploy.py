"""The files for hosts in `deploy/` start the server with options that it has, and are what their programs read."""

from __future__ import annotations

import configparser
import itertools
import json
import re
import shlex
import shutil
import subprocess
import textwrap
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from prometheus_client import generate_latest

from eddyline.cli import main
from eddyline.cli.configuring import read_file
from eddyline.cli.serve import serve
from eddyline.server.base.metrics import Metrics

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs/hosting.md").read_text()


def blocks(language):
    """List the blocks of code in a language on the page for hosts, without what indents them."""
    found = re.findall(r"^ *```(.*)\n((?:.*\n)*?) *```$", PAGE, re.MULTILINE)
    return [textwrap.dedent(text) for name, text in found if name == language]


def unit():
    parser = configparser.RawConfigParser(strict=False)
    parser.optionxform = str
    parser.read(DEPLOY / "eddyline.service")
    return parser


def commands():
    """List the arguments of every `eddyline serve` in the files and on the page for hosts."""
    yield shlex.split(unit()["Service"]["ExecStart"])[2:]
    containerfile = (DEPLOY / "Containerfile").read_text()
    yield json.loads(re.search(r"^ENTRYPOINT (.*)$", containerfile, re.MULTILINE)[1])[2:]
    compose = (DEPLOY / "compose.yaml").read_text().replace("${EDDYLINE_HOST:-localhost}", "games.example.org")
    yield shlex.split(re.search(r"^    command: \[(--.*)\]$", compose, re.MULTILINE)[1].replace(",", " "))
    for line in re.findall(r"^\S*eddyline serve (-.*?)(?: &)?$", PAGE, re.MULTILINE):
        yield shlex.split(line, comments=True)


@pytest.mark.parametrize("arguments", list(commands()), ids=" ".join)
def test_the_server_has_the_options_that_hosts_are_told(arguments):
    context = serve.make_context("serve", [each.replace("$", "") for each in arguments], resilient_parsing=False)
    assert context.params["host"]


def test_the_page_lists_options_that_there_are():
    said = CliRunner().invoke(serve, ["--help"]).output
    rows = [line for line in PAGE.splitlines() if line.startswith("| `--")]
    assert len(rows) > 5
    for option in re.findall(r"`(--[a-z-]+)", "\n".join(rows)):
        assert option in said, option


@pytest.mark.parametrize("text", blocks("toml"))
def test_files_that_hosts_are_told_to_write_are_read(text, tmp_path):
    file = tmp_path / "eddyline.toml"
    file.write_text(text)
    found = read_file(serve, file)
    assert found["proxy"] == ("127.0.0.1",)
    assert serve.make_context("serve", ["--config", str(file)]).params["keep_open"] == 7


def test_commands_that_hosts_are_told_exist():
    """Names and options, of what stands in blocks for the shell and for cron."""
    told = "\n".join(blocks("sh") + blocks(""))
    lines = re.findall(r"^(?:.* )?(?:/\S*/)?eddyline ((?!serve )[a-z].*)$", told, re.MULTILINE)
    assert len(lines) > 40
    for line in lines:
        command = main
        words = shlex.split(line.replace("$(", "(").rstrip("&"), comments=True)
        while isinstance(command, click.Group):
            name = words.pop(0)
            command = command.get_command(click.Context(command), name)
            assert command is not None, line
        options = {name for each in command.params for name in each.opts}
        assert {word for word in words if word.startswith("--")} <= options, line


def test_the_unit_keeps_what_it_says_it_keeps():
    service = unit()["Service"]
    assert "EDDYLINE_DATA=/var/lib/eddyline " in service["Environment"]
    assert service["StateDirectory"] == "eddyline"
    assert (service["StateDirectoryMode"], service["UMask"]) == ("0700", "0077")
    assert "MemoryDenyWriteExecute" not in service, "compiled rules are written and then executed"


def test_proxies_take_the_path_away_and_pass_on_what_the_server_needs():
    nginx = (DEPLOY / "nginx.conf").read_text()
    assert re.search(r"location /eddyline/ \{\s+proxy_pass http://eddyline/;", nginx)
    for header in ("Host $http_host", "X-Forwarded-For", "Upgrade $http_upgrade", "Connection $eddyline_connection"):
        assert f"proxy_set_header {header}" in nginx
    assert "handle_path /eddyline/*" in (DEPLOY / "Caddyfile").read_text()


@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")
def test_nginx_reads_its_file(tmp_path):
    site = (DEPLOY / "nginx.conf").read_text()
    site = re.sub(r"\n\s+(listen \[::\]:443 ssl|ssl_certificate(_key)?\s.*);", "", site).replace("443 ssl", "8443")
    (tmp_path / "site.conf").write_text(site)
    (tmp_path / "nginx.conf").write_text(
        f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ access_log off; include {tmp_path}/site.conf; }}"
    )
    command = ["nginx", "-t", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    tried = subprocess.run(command, capture_output=True, text=True, check=False)
    assert tried.returncode == 0, tried.stderr


@pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy is not installed")
def test_caddy_reads_its_file():
    command = ["caddy", "adapt", "--config", DEPLOY / "Caddyfile", "--adapter", "caddyfile"]
    tried = subprocess.run(command, capture_output=True, text=True, check=False)
    assert tried.returncode == 0, tried.stderr
    assert "127.0.0.1:8000" in tried.stdout


def test_the_dashboard_shows_every_figure_and_none_that_there_is_not():
    metrics = Metrics()
    metrics.watch(list)
    told = generate_latest(metrics.registry).decode()
    shown = json.loads((DEPLOY / "grafana.json").read_text())
    asked = " ".join(target["expr"] for panel in shown["panels"] for target in panel.get("targets", []))
    samples = set(re.findall(r"(?:eddyline|process)_[a-z_]+", asked))
    names = {re.sub("_bucket$", "", each) for each in samples}
    families = dict(re.findall(r"^# TYPE (\S+) (\S+)", told, re.MULTILINE))
    assert names <= set(families)
    assert all(families[re.sub("_bucket$", "", each)] == "histogram" for each in samples if each.endswith("_bucket"))
    own = {name for name in families if name.startswith("eddyline_") and not name.endswith("_created")}
    assert own <= names
    rows = " ".join(line for line in PAGE.splitlines() if line.startswith("| `eddyline_"))
    assert {name for name in own if f"`{name}" not in rows} == {
        "eddyline_store_waiting",
        "eddyline_thoughts_total",
        "eddyline_thinking_wait_seconds",
    }
    places = [tuple(panel["gridPos"][each] for each in "xywh") for panel in shown["panels"]]
    for (x, y, w, h), (left, top, wide, high) in itertools.combinations(places, 2):
        assert x + w <= left or left + wide <= x or y + h <= top or top + high <= y, "panels lie beside each other"
