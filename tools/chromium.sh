#!/usr/bin/env bash
# See that Chromium is there for the end-to-end tests: the system's own package, never a download by Playwright.
# Its headless shell will do, and is quicker.
set -euo pipefail

there() { command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null; }

if there; then exit 0; fi

refuse() {
    echo "The end-to-end tests drive Chromium, which is not on this machine, and $1." >&2
    echo "Install your system's package 'chromium', or run 'make quick', which needs no browser." >&2
    exit 1
}

command -v apt-get >/dev/null || refuse "there is no apt-get to install it with"
become=()
if [[ $(id -u) -ne 0 ]]; then
    sudo -n true 2>/dev/null || refuse "only root may install it"
    become=(sudo -n)
fi
# apt-get does not wait for another one; two clones on one machine may both come here.
exec 9>"${TMPDIR:-/tmp}/eddyline-chromium-$(id -u).lock"
if command -v flock >/dev/null; then flock 9; fi
if there; then exit 0; fi
echo "installing Chromium with apt-get"
"${become[@]}" apt-get update -qq
package=chromium-headless-shell
apt-cache show "$package" >/dev/null 2>&1 || package=chromium
"${become[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    "$package" fonts-dejavu-core >/dev/null
