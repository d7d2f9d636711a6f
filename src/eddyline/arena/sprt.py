"""Decide between two hypotheses about a bot's win share: a sequential probability ratio test (SPRT).

The unit is a block: one seed with all seatings. Its score, the mean share of the lineup's first bot, is between 0 and
1, and blocks are independent, while the games within one are not. H0 says that the mean score is at most `share0`, H1
that it is at least `share1`.

The likelihood ratio of H1 over H0 multiplies 1 + t·(score − share0) block by block. This is a distribution of scores
against the same one tilted towards H1, whatever it is. The tilt t that would grow fastest under H1 depends on the
variance of the scores, which is estimated from earlier blocks only. So under H0 no factor is expected to be above 1,
and by Ville's inequality the product ever reaches 1 / alpha with a chance of at most alpha: not about, and from the
first block on. Another product is kept for H0 over H1 in the same way. (In lineups of three or more bots, blocks have
different orders around the table; there the mean of a hypothesis is that over all orders.)

The generalised SPRT of chess engines puts the variance that is estimated from all blocks into the ratio of normal
distributions. It takes as many blocks, but where shares are far from 1/2 it errs more often than asked, because a few
lucky blocks have a small variance, too; `benchmarks/sequential.py` compares the two.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Literal

import msgspec
import numpy as np

from eddyline.arena.entrants import SpecError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Figures = NDArray[np.float64]

PRIOR = 4
"""Number of blocks for which the variance of independent games counts until there are others."""
BOLDEST = 0.75
"""Maximum part of the likelihood ratio that a single block can take away."""
EXPECTED = "expected such as elo0=0,elo1=40 or share0=25%,share1=30%, and if you like alpha=0.05,beta=0.05"


class Sprt(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """State two hypotheses about the first bot of each lineup, and the rates of error."""

    elo0: float | None = None
    """H0 in points of the arena's ratings, above the mean of the others; None if `share0` is given."""
    elo1: float | None = None
    share0: float | None = None
    """H0 as a share of the win, per seat."""
    share1: float | None = None
    alpha: float = 0.05
    """Maximum chance to accept H1 if H0 holds."""
    beta: float = 0.05
    """Maximum chance to accept H0 if H1 holds."""

    def shares(self, lineup: Sequence[str]) -> tuple[float, float]:
        """Return the shares of H0 and H1 in a lineup."""
        if self.share0 is not None and self.share1 is not None:
            return self.share0, self.share1
        assert self.elo0 is not None
        assert self.elo1 is not None
        own = lineup.count(lineup[0])
        low, high = (10 ** (elo / 400) for elo in (self.elo0, self.elo1))
        return low / (own * low + len(lineup) - own), high / (own * high + len(lineup) - own)


def parse_sprt(text: str) -> Sprt:
    """Parse hypotheses such as `elo0=0,elo1=40` or `share0=25%,share1=30%,alpha=0.01`; raises SpecError."""
    given: dict[str, float] = {}
    for part in text.split(","):
        name, _, value = part.strip().partition("=")
        if name not in Sprt.__struct_fields__ or name in given or not re.fullmatch(r"[+-]?\d+(\.\d+)?%?", value):
            raise SpecError(f"{EXPECTED}; got {part.strip()!r}")
        given[name] = float(value.rstrip("%")) / (100 if value.endswith("%") else 1)
    pairs = [pair for pair in (("elo0", "elo1"), ("share0", "share1")) if given.keys() & {*pair}]
    if len(pairs) != 1 or not {*pairs[0]} <= given.keys():
        raise SpecError(f"{EXPECTED}; got {text!r}")
    found = Sprt(**given)
    low, high = (given[name] for name in pairs[0])
    shares = pairs[0][0] == "share0"
    if not low < high or (shares and not 0 < low < high < 1):
        raise SpecError(f"expected {pairs[0][0]} below {pairs[0][1]}{', both between 0 and 1' if shares else ''}")
    if not (0 < found.alpha < 0.5 and 0 < found.beta < 0.5):
        raise SpecError("expected alpha and beta between 0 and 0.5")
    return found


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """Report what the test says of a lineup."""

    lineup: tuple[str, ...]
    share0: float
    share1: float
    accepted: Literal["H0", "H1"] | None
    """None while the games do not suffice."""
    blocks: int
    """Blocks that count: none after the one that decided."""
    llr_h1: float
    """Logarithm of the likelihood ratio of H1 over H0."""
    bound_h1: float
    """H1 is accepted when its ratio reaches this."""
    llr_h0: float
    """The same for H0 over H1."""
    bound_h0: float


def verdict(sprt: Sprt, lineup: tuple[str, ...], scores: Sequence[float], size: int) -> Verdict:
    """Test the scores of blocks of `size` games, in the order of the blocks."""
    low, high = sprt.shares(lineup)
    values = np.asarray(scores, float)
    h1, h0 = _ratios(values, low, high, size), _ratios(1 - values, 1 - high, 1 - low, size)
    bound1, bound0 = -math.log(sprt.alpha), -math.log(sprt.beta)
    crossed = np.flatnonzero((h1 >= bound1) | (h0 >= bound0))
    blocks = int(crossed[0]) + 1 if len(crossed) else len(values)
    llr1, llr0 = (float(h1[blocks - 1]), float(h0[blocks - 1])) if blocks else (0.0, 0.0)
    accepted: Literal["H0", "H1"] | None = None
    if len(crossed):
        accepted = "H1" if llr1 >= bound1 else "H0"
    return Verdict(
        lineup=lineup,
        share0=low,
        share1=high,
        accepted=accepted,
        blocks=blocks,
        llr_h1=llr1,
        bound_h1=bound1,
        llr_h0=llr0,
        bound_h0=bound0,
    )


def _ratios(scores: Figures, null: float, other: float, size: int) -> Figures:
    """Return the logarithm after each block of the likelihood ratio of means at least `other` over at most `null`."""
    squares = np.concatenate([[0.0], np.cumsum((scores - other) ** 2)[:-1]]) if len(scores) else scores
    earlier = np.arange(len(scores))
    variances = (squares + PRIOR * other * (1 - other) / size) / (earlier + PRIOR)
    apart = other - null
    tilts = np.minimum(apart / (variances + apart * apart), BOLDEST / null)
    ratios: Figures = np.cumsum(np.log1p(tilts * (scores - null)))
    return ratios
