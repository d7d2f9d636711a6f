"""Let programs of clients play for a while, and put together what that cost."""

from __future__ import annotations

import os
import statistics
import time
from typing import TYPE_CHECKING, Any

from load.serving import SEATS

if TYPE_CHECKING:
    from load.serving import Process, Server

SETTLE = 3.0
"""Seconds before a measurement starts."""


def sit(program: Process, server: Server, seats: list[dict[str, Any]], pause: float) -> Process:
    """Let a program take seats at tables; return it once everybody sits."""
    program.tell({"order": "connect", "host": server.host, "port": server.port, "pause": pause, "seats": seats})
    program.answer()
    return program


def measure(server: Server, clients: list[Process], seconds: float, tables: int) -> dict[str, float]:
    """Let everybody play at so many tables; return a round's figures."""
    for client in clients:
        client.tell({"order": "play"})
    time.sleep(SETTLE)
    for client in clients:
        client.tell({"order": "measure"})
    for client in clients:
        client.answer()
    began, server_cpu, client_cpu = time.perf_counter(), server.cpu(), sum(client.cpu() for client in clients)
    time.sleep(seconds)
    for client in clients:
        client.tell({"order": "report", "seats_per_table": SEATS})
    took, server_cpu = time.perf_counter() - began, server.cpu() - server_cpu
    client_cpu = sum(client.cpu() for client in clients) - client_cpu
    return summary([client.answer() for client in clients], took, server_cpu, client_cpu) | {
        "server_rss_mib": server.memory() / 2**20,
        "kib_per_table": (server.memory() - server.rested) / tables / 1024,
        "load": os.getloadavg()[0],
    }


def summary(reports: list[dict[str, Any]], took: float, server_cpu: float, client_cpu: float) -> dict[str, float]:
    """Put the clients' reports on some seconds of play together."""
    turns = sum(report["turns"] for report in reports)
    waits = sorted(wait for report in reports for wait in report["waits_ms"])
    if not waits:
        raise RuntimeError("expected turns, nobody confirmed one")
    found = {
        "turns_per_s": turns / took,
        "p50_ms": statistics.median(waits),
        "p99_ms": waits[int(len(waits) * 0.99)],
        "server_cpu_ms_per_turn": server_cpu / turns * 1000,
        "server_cores": server_cpu / took,
        "client_cores": client_cpu / took,
        "refused_per_turn": sum(report["refused"] for report in reports) / turns,
    }
    for name in ("wire", "plain"):
        if sizes := [size for report in reports for size in report[name]]:
            found[f"bytes_per_seat_and_turn_{name}"] = statistics.median(sizes)
    return found


def compared(found: dict[str, list[dict[str, float]]]) -> dict[str, Any]:
    """Return the medians of all rounds, and of the ratios of the first side to each other one, round by round."""
    medians = {
        name: {key: round(statistics.median(each[key] for each in results), 3) for key in results[0]}
        for name, results in found.items()
    }
    (_, ours), *others = found.items()
    return medians | {"ratios": {name: _ratios(ours, theirs) for name, theirs in others}}


def _ratios(ours: list[dict[str, float]], theirs: list[dict[str, float]]) -> dict[str, float]:
    return {
        key: round(statistics.median(a[key] / b[key] for a, b in zip(ours, theirs, strict=True)), 3)
        for key in ours[0]
        if all(each.get(key) for each in theirs)
    }
