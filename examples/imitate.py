"""Let a network imitate the bots of Niagara, and write it to `learner.npz`; NumPy alone computes.

`OPENBLAS_NUM_THREADS=1 python imitate.py`, then `eddyline arena niagara imitate:Learner paddler paddler paddler`.
"""

import sys

import numpy as np

import eddyline
from eddyline.envs.vector import Tables

RULES, TABLES, BATCH, BUDGET = eddyline.game("niagara"), 128, 256, eddyline.Budget(rollouts=100)


def layers(net, seen):
    """Return what every layer makes of observations: each number becomes a 0 or 1 for every step that it may reach."""
    columns, steps, *weights = net
    made = [(seen[:, columns] >= steps).astype(np.float32)]
    for weight in weights:
        made.append(np.maximum(made[-1], 0) @ weight)
    return made


class Learner:
    """Play the legal action that the network rates highest."""

    def __init__(self, seed, budget):
        self.net = [*np.load("learner.npz").values()]

    def plan(self, states, seat):
        rated = layers(self.net, RULES.observe(states, seat)[None])[-1][0]
        return [max(RULES.legal(states, seat), key=rated.__getitem__)]


def lessons(teacher, net, steps, seed):
    """Play at tables with paddlers; yield what the teacher saw, might do and did. The guide has one seat of each."""
    tables, chance, plans = Tables("niagara", TABLES), np.random.default_rng(seed), [[] for _ in range(TABLES)]
    seen, info = tables.reset(seed=seed)
    for _ in range(int(steps)):
        masks, free = seen["action_mask"] > 0, seen["action_mask"].sum(1) > 1
        teaches = (info["seat"] == np.arange(TABLES) % 4) | (teacher == "paddler")
        # Sometimes the network decides, so that the teacher also shows what to do after its mistakes (DAgger).
        # Niagara has no chance after its set-up: only bots with other seeds make another game.
        left, seeds = teaches & (chance.random(TABLES) < (0.5 if net else 0.1)), chance.integers(1 << 32, size=TABLES)
        for i, seat in enumerate(info["seat"].tolist()):
            if free[i] and not left[i] and not plans[i]:
                bot = eddyline.bot("niagara", teacher if teaches[i] else "paddler", seed=seeds[i], budget=BUDGET)
                plans[i] += bot.plan(RULES.redact(tables.batch.states[i : i + 1], seat), seat)
        planned = np.array([len(plan) > 0 for plan in plans])
        actions = np.where(masks, layers(net, seen["observation"])[-1], -np.inf).argmax(1) if net else tables.sample()
        actions[planned] = [plan.pop(0) for plan in plans if plan]
        yield [each[planned & teaches & free] for each in (seen["observation"], masks, actions)]
        seen, _, _, _, info = tables.step(actions)


def fit(net, kept, epochs):
    """Return a network that gives what was done a higher probability: RMSprop on the cross-entropy."""
    (seen, masks, done), chance = map(np.concatenate, zip(*kept, strict=True)), np.random.default_rng(1)
    if net is None:
        steps = [(i, n) for i, row in enumerate(seen.T) for n in range(int(row.min()) + 1, int(row.max()) + 1)]
        net = [*np.array([(0, 0), *steps], np.int16).T]  # (0, 0) is reached always, which makes it a bias
        for n, m in (len(steps) + 1, 256), (256, 256), (256, masks.shape[1]):
            net.append(chance.normal(0, (2 / n) ** 0.5, (n, m)).astype(np.float32))
    squares = [np.ones(each.shape, np.float32) for each in net]
    for rate in np.linspace(1e-3, 0, epochs * len(done) // BATCH, dtype=np.float32):
        rows = chance.integers(0, len(done), BATCH)
        made, right = layers(net, seen[rows]), done[rows, None] == np.arange(masks.shape[1])
        rated = np.where(masks[rows], made[-1], -np.inf)
        error = np.exp(rated - np.logaddexp.reduce(rated, 1, keepdims=True)) - right
        for i in range(len(net) - 1, 1, -1):
            before = made[i - 2]
            slope, error = np.maximum(before, 0).T @ error, error @ net[i].T * (before > 0)
            squares[i] += 0.01 * (slope**2 - squares[i])
            net[i] = net[i] - rate * slope / np.sqrt(squares[i])
    return net


if __name__ == "__main__":
    size = float(sys.argv[1]) if sys.argv[1:] else 1  # less takes less time
    net, kept = fit(None, lessons("paddler", None, 5_000 * size, 0), 3), []
    for number in range(1, 5):
        kept += lessons("guide", net, 2_000 * size, number)
        net = fit(net, kept, 4)
        np.savez("learner.npz", *net)
        print(f"round {number} of 4: {sum(len(done) for *_, done in kept):,} decisions of the guide", flush=True)
