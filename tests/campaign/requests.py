"""Send what the served OpenAPI describes, and what it does not, to a real server: no error of its own, ever."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx

from campaign.served import complaints, served
from support.promises import ask_all

if TYPE_CHECKING:
    from pathlib import Path


def run(folder: Path, seed: int, cases: int) -> dict[str, Any]:
    """Make at least so many requests; return how many, and what was found."""
    found: list[str] = []
    asked = 0
    with served(folder) as (server, address), httpx.Client(base_url=address, timeout=60) as client:
        document = client.get("/api/openapi.json").json()
        while asked < cases and not found:
            try:
                asked += ask_all(client, document, min(1000, cases - asked), seed + asked)
            except Exception as error:  # noqa: BLE001 - whatever is found ends this part
                found.append(str(error)[:2000])
        if server.poll() is not None:
            found.append(f"the server ended with {server.returncode}")
    if "Traceback" in (said := complaints(folder)):
        found.append(f"it complained: {said[-2000:]}")
    return {"requests": asked, "findings": found}
