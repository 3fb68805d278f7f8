"""Cox's partial likelihood, with Efron's treatment of ties.

At each time of an event, the rows that are still followed (at risk) are compared with the rows that had the event. This
needs only sums of exp(x beta), of x exp(x beta), and of xx' exp(x beta), and these need not leave a party. Sources: Cox
1972, "Regression models and life-tables"; Efron 1977, "The efficiency of Cox's likelihood function for censored data".
"""

from dataclasses import dataclass

import numpy as np

from engine.privacy.terms import Values

MIN_LOG = -500.0  # log of the smallest weight relative to the largest; smaller weights are clipped


@dataclass(frozen=True)
class Tied:
    """Sums for tied events at each time. `share` is the part of the tied events that has already been removed, and
    `left` the weight that remains. `one[k]` is the sum of share^k / left, and `two[k]` the sum of share^k / left^2,
    each over the events at a time."""

    one: tuple[np.ndarray, np.ndarray]
    two: tuple[np.ndarray, np.ndarray, np.ndarray]
    logs: float

    @classmethod
    def of(cls, at_risk: np.ndarray, died: np.ndarray, events: np.ndarray) -> "Tied":
        """Create the sums from the weights [times] of rows at risk and of rows with the event, and the numbers of
        events."""
        times = np.repeat(np.arange(len(events)), events)
        share = (np.arange(len(times)) - (np.cumsum(events) - events)[times]) / events[times]
        left = at_risk[times] - share * died[times]

        def summed(values: np.ndarray) -> np.ndarray:
            return np.bincount(times, weights=values, minlength=len(events))

        one = (summed(1 / left), summed(share / left))
        return cls(one, (summed(left**-2), summed(share / left**2), summed((share / left) ** 2)), np.log(left).sum())

    def products(self, at_risk: np.ndarray, died: np.ndarray, factors: np.ndarray) -> np.ndarray:
        """Return the products of first moments [times, features] that are subtracted from the second moments."""
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
    """Return, for rows whose times are in one place, `loss` (the negative log-likelihood), the likelihood's `gradient`
    [features], and `hessian` [features, features], which is positive semidefinite. If `factors` [rows] are given, each
    event counts that many times in gradient and hessian; equal times have equal factors."""
    size = inputs.shape[1]
    if not events.any():
        return {"loss": 0.0, "gradient": np.zeros(size), "hessian": np.zeros((size, size))}
    scores = inputs @ coefficients
    weights = np.exp(np.maximum(scores - scores.max(), MIN_LOG))
    known, first, counts = np.unique(times[events], return_index=True, return_counts=True)
    last = np.searchsorted(known, times, side="right") - 1  # for each row, the last event time at which it is at risk
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
    # A row at risk contributes to the sums of all times up to its last one.
    upto = np.where(stays, np.cumsum(each * tied.one[0])[last], 0.0)
    share = weights * upto - had * np.where(stays, (each * tied.one[1])[last], 0.0)
    hessian = (inputs * share[:, None]).T @ inputs - tied.products(at_risk[:, 1:], died[:, 1:], each)
    gradient = (each[last[events], None] * inputs[events]).sum(axis=0) - share @ inputs
    loss = tied.logs + events.sum() * scores.max() - scores[events].sum()
    return {"loss": float(loss), "gradient": gradient, "hessian": hessian}
