"""Generate web/src/boards/<game>/state.ts from the declarations of the game's record: fields are declared once.

    python tools/state_ts.py            # write the files
    python tools/state_ts.py --check    # fail when one is not current

A game without a folder of boards in the client has no such file; `render` writes it for any game.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from eddyline.engine.registry import GAMES, game
from eddyline.wasm.targets import layout_digest
from protocol_ts import comment, docs_of

if TYPE_CHECKING:
    from eddyline.engine.game import Game

ROOT = Path(__file__).resolve().parent.parent
KINDS = {np.dtype(kind): kind.__name__ for kind in (np.int8, np.int16, np.int32, np.int64)}
"""Types that web/src/rules/record.ts can read."""


def target(game_id: str) -> Path:
    """Return the file of a game."""
    return ROOT / "web" / "src" / "boards" / game_id / "state.ts"


def render(rules: Game) -> str:
    """Return the text of a game's state.ts; raises TypeError for a field that it has no reader for."""
    module = sys.modules[rules.state.__module__]
    docs = docs_of(module).get(rules.state.__name__, {})
    source = Path(str(module.__file__))
    shown = source.relative_to(ROOT).as_posix() if source.is_relative_to(ROOT) else source.name
    fields, used = [], {"layout"}
    for name, (kind, at, *_) in (rules.dtype.fields or {}).items():
        if kind.base not in KINDS:
            raise TypeError(f"{rules.id}: web/src/rules/record.ts cannot read {kind.base}, the type of {name}")
        used.add(KINDS[kind.base])
        fields += [f"  /** {docs[name]} */"] if name in docs else []
        fields.append(f"  {name}: {KINDS[kind.base]}({', '.join(map(str, (at, *kind.shape)))}),")
    lines = [
        f"// Made from {shown} by tools/state_ts.py: change the former, run the latter.",
        f"import {{ {', '.join(sorted(used))} }} from '../../rules/record';",
        "",
        f"/** {comment((rules.state.__doc__ or '').partition(chr(10))[0])} */",
        f"export const STATE = layout('{layout_digest(rules.dtype)}', {rules.dtype.itemsize}, {{",
        *fields,
        "});",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the file of every game with a board in the client, or with --check compare it."""
    for game_id in GAMES:
        file = target(game_id)
        if not file.parent.is_dir():
            continue
        text = render(game(game_id))
        if "--check" not in sys.argv[1:]:
            file.write_text(text, encoding="utf-8")
        elif not file.is_file() or file.read_text(encoding="utf-8") != text:
            sys.exit(f"{file.relative_to(ROOT)} is not what {game_id} declares; run: python tools/state_ts.py")


if __name__ == "__main__":
    main()
