"""Install locked packages into the virtual environment of the running Python.

    .venv/bin/python tools/install.py play   # requirements/play.txt, then Eddyline itself, editable
    .venv/bin/python tools/install.py dev    # the same with requirements/dev.txt
    .venv/bin/python tools/install.py node   # requirements/node.txt alone

It uses uv, which is several times as fast as pip: the one on the path, or one that pip first downloads to a temporary
folder. uv does not read pip's configuration, so its mirrors, certificates and proxies are passed on. If uv is not
available, does not support one of pip's settings or fails, pip installs the same packages.
"""

from __future__ import annotations

import ast
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
LISTS = ROOT / "requirements"

SAME = {
    "cert": ["SSL_CERT_FILE"],
    "client-cert": ["SSL_CLIENT_CERT"],
    "default-timeout": ["UV_HTTP_TIMEOUT"],
    "extra-index-url": ["UV_INDEX"],
    "find-links": ["UV_FIND_LINKS"],
    "index-url": ["UV_DEFAULT_INDEX"],
    "no-cache-dir": ["UV_NO_CACHE"],
    "no-index": ["UV_NO_INDEX"],
    "proxy": ["HTTP_PROXY", "HTTPS_PROXY"],
    "retries": ["UV_HTTP_RETRIES"],
    "timeout": ["UV_HTTP_TIMEOUT"],
    "trusted-host": ["UV_INSECURE_HOST"],
}
"""uv's names for pip's settings."""
NO_MATTER = {
    "break-system-packages",
    "cache-dir",
    "compile",
    "config-file",
    "constraint",
    "disable-pip-version-check",
    "log",
    "no-color",
    "no-input",
    "no-python-version-warning",
    "no-warn-script-location",
    "prefer-binary",
    "progress-bar",
    "quiet",
    "require-virtualenv",
    "root-user-action",
    "upgrade",
    "upgrade-strategy",
    "user",
    "verbose",
}
"""Settings that affect neither the source of packages nor, as the lock has versions and hashes, their selection."""


def install(name: str) -> None:
    """Install the list into this environment; exit with status 1 if neither uv nor pip can."""
    listed = ["--require-hashes", "-r", str(LISTS / f"{name}.txt")]
    # Without isolation: hatchling is in both lists, so nothing else is downloaded.
    project = ["--no-deps", "--no-build-isolation", "--editable", str(ROOT)]
    print(f"installing requirements/{name}.txt", flush=True)
    if not fill(sys.executable, [listed] if name == "node" else [listed, project]):
        sys.exit(1)


def fill(python: str, todo: list[list[str]]) -> bool:
    """Install into a Python's environment step by step, with uv or else with pip; return whether it succeeded.

    Bytecode is compiled now instead of at the first start, except for the packages' own tests, which are a quarter.
    """
    with find_uv() as uv:
        why_not = uv if isinstance(uv, str) else "" if uv.install(python, todo) else "uv failed"
    if why_not:
        print(f"{why_not}: installing with pip, which takes longer", flush=True)
        command = [*(find_pip() or _own_pip()), "--python", python, "install", "--quiet", "--no-compile"]
        if not all(_runs([*command, *args]) for args in todo):
            return False
    packages = _output([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]).strip()
    # It fails for files that are not Python despite their names, which does not matter.
    _runs([python, "-m", "compileall", "-qq", "-j", "0", "-x", r"[/\\]tests[/\\]", packages])
    return True


class Uv:
    """Run a uv with this machine's settings."""

    def __init__(self, path: str, settings: dict[str, str]) -> None:
        self._path = path
        # uv's own settings take precedence.
        told = {key: value for key, value in settings.items() if not (key.startswith("UV_") and key in os.environ)}
        self._environment = {**os.environ, **told, "UV_PYTHON_DOWNLOADS": "never"}

    def install(self, python: str, todo: list[list[str]]) -> bool:
        """Install step by step; return whether everything succeeded."""
        command = [self._path, "pip", "install", "--quiet", "--python", python]
        return all(_runs([*command, *args], self._environment) for args in todo)


@contextlib.contextmanager
def find_uv() -> Iterator[Uv | str]:
    """Provide a uv: this environment's, the machine's, or a temporary one; or the reason why there is none."""
    pip = find_pip()
    settings = in_uv_s_words(_output([*pip, "config", "list"])) if pip else {}
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    found = shutil.which("uv", path=path)
    if isinstance(settings, str):
        yield settings
    elif found and _output([found, "--version"]):
        yield Uv(found, settings)
    else:
        with tempfile.TemporaryDirectory(prefix="uv-") as folder:
            fetch = [*(pip or _own_pip()), "install", "-qq", "--disable-pip-version-check", "--target", folder]
            if _runs([*fetch, "--only-binary", ":all:", "--require-hashes", "-r", str(LISTS / "uv.txt")]):
                yield Uv(str(Path(folder, "bin", "uv")), settings)
            else:
                yield "uv is not available"


def in_uv_s_words(listed: str) -> dict[str, str] | str:
    """Translate the output of `pip config list` to uv's environment; or return why that is not possible."""
    merged: dict[str, str] = {}
    # In pip, environment variables override files, and settings for `install` override those for all commands.
    for section in ("global.", "install.", ":env:."):
        for line in listed.splitlines():
            if line.startswith(section):
                name, _, value = line.removeprefix(section).partition("=")
                merged[name] = str(ast.literal_eval(value))
    settings: dict[str, str] = {}
    for name, value in merged.items():
        if name in SAME:
            between = "," if name == "find-links" else " "
            settings.update(dict.fromkeys(SAME[name], between.join(value.split())))
        elif name not in NO_MATTER:
            return f"pip is configured with {name}, which uv does not support"
    if "extra-index-url" in merged:
        # pip takes the best version from all indexes; by default uv uses only the first index that has the package.
        settings["UV_INDEX_STRATEGY"] = "unsafe-best-match"
    return settings


def find_pip() -> list[str] | None:
    """Return the command that starts a pip: this environment's, or that of its base Python."""
    for python in (sys.executable, getattr(sys, "_base_executable", sys.executable)):
        # It must not be too old to install into another environment.
        if _output([python, "-m", "pip", "--python", sys.executable, "--version"]):
            return [python, "-m", "pip"]
    return None


def _own_pip() -> list[str]:
    """Install pip into this environment."""
    if not _runs([sys.executable, "-m", "ensurepip"]):
        sys.exit(
            f"{sys.executable} has neither pip nor ensurepip, and there is no uv.\n"
            "On Debian and Ubuntu: apt install python3-venv"
        )
    return [sys.executable, "-m", "pip"]


def _runs(command: list[str], environment: dict[str, str] | None = None) -> bool:
    """Run a program, which may print; return whether it succeeded."""
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode == 0


def _output(command: list[str]) -> str:
    """Return a program's output, "" if it fails."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


if __name__ == "__main__":
    if len(sys.argv) != 2 or not (LISTS / f"{sys.argv[1]}.txt").is_file():
        sys.exit(__doc__)
    install(sys.argv[1])
