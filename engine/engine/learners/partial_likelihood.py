"""Cox's partial likelihood, with Efron's treatment of ties.

At each time of an event, rows still followed (at risk) are compared with those that had the event. The inputs are sums
of exp(x beta), of x exp(x beta), and of xx' exp(x beta), which need not leave a party. Sources: Cox 1972, "Regression
models and life-tables"; Efron 1977, "The efficiency of Cox's likelihood function for censored data".
"""

from dataclasses import dataclass

import numpy as np

from engine.privacy.terms import Values

MIN_LOG = -500.0  # log of the smallest weight relative to the largest, at which weights are clipped


@dataclass(frozen=True)
class Tied:
    """For each time, sums over its events of powers of `share`, the part of the tied events that is removed already,
    divided by powers of the remaining weight `left`: `one[k]` is the sum of share^k / left, `two[k]` of share^k /
    left^2."""

    one: tuple[np.ndarray, np.ndarray]
    two: tuple[np.ndarray, np.ndarray, np.ndarray]
    logs: float

    @classmethod
    def of(cls, at_risk: np.ndarray, died: np.ndarray, events: np.ndarray) -> "Tied":
        """From the weights [times] at risk and of rows with the event, and the numbers of events."""
        times = np.repeat(np.arange(len(events)), events)
        share = (np.arange(len(times)) - (np.cumsum(events) - events)[times]) / events[times]
        left = at_risk[times] - share * died[times]

        def summed(values: np.ndarray) -> np.ndarray:
            return np.bincount(times, weights=values, minlength=len(events))

        one = (summed(1 / left), summed(share / left))
        return cls(one, (summed(left**-2), summed(share / left**2), summed((share / left) ** 2)), np.log(left).sum())

    def products(self, at_risk: np.ndarray, died: np.ndarray, factors: np.ndarray) -> np.ndarray:
        """The products of first moments [times, features] that are subtracted from the second moments."""
        risk, gone, both = ((factors * weights)[:, None] for weights in (self.two[0], self.two[2], self.two[1]))
        cross = (both * at_risk).T @ died
        return (risk * at_risk).T @ at_risk - cross - cross.T + (gone * died).T @ died


def partial_sums(
    inputs: np.ndarray,
    times: np.ndarray,
    events: np.ndarray,
    coefficients: np.ndarray,
    factors: np.ndarray | None = None,
) -> Values:
    """`loss`, the negative log-likelihood of rows whose times are in one place; `gradient` [features] of the likelihood
    and `hessian` [features, features], positive semidefinite. With `factors` [rows] each event counts that many times
    in gradient and hessian; equal times have equal factors."""
    size = inputs.shape[1]
    if not events.any():
        return {"loss": 0.0, "gradient": np.zeros(size), "hessian": np.zeros((size, size))}
    scores = inputs @ coefficients
    weights = np.exp(np.maximum(scores - scores.max(), MIN_LOG))
    known, first, counts = np.unique(times[events], return_index=True, return_counts=True)
    last = np.searchsorted(known, times, side="right") - 1  # the last event time at which a row is at risk
    had = np.where(events, weights, 0.0)
    stays = last >= 0

    def by_time(values: np.ndarray) -> np.ndarray:
        found = np.zeros((len(known), *values.shape[1:]))
        np.add.at(found, last[stays], values[stays])
        return found

    moments = np.column_stack([np.ones(len(inputs)), inputs])
    at_risk = by_time(moments * weights[:, None])[::-1].cumsum(axis=0)[::-1]
    died = by_time(moments * had[:, None])
    tied = Tied.of(at_risk[:, 0], died[:, 0], counts)
    each = np.ones(len(known)) if factors is None else factors[events][first]
    # A row at risk is in the sums of all times up to its last.
    upto = np.where(stays, np.cumsum(each * tied.one[0])[last], 0.0)
    share = weights * upto - had * np.where(stays, (each * tied.one[1])[last], 0.0)
    hessian = (inputs * share[:, None]).T @ inputs - tied.products(at_risk[:, 1:], died[:, 1:], each)
    gradient = (each[last[events], None] * inputs[events]).sum(axis=0) - share @ inputs
    loss = tied.logs + events.sum() * scores.max() - scores[events].sum()
    return {"loss": float(loss), "gradient": gradient, "hessian": hessian}
