import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_the_clients_messages_are_the_servers():
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "protocol_ts.py", "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
