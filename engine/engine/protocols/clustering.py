"""k-means: every row belongs to the nearest centre, and each centre moves to the mean of its rows.

Source: Lloyd 1982, IEEE Trans. Inf. Theory 28(2). Several starts run in the same messages. First, the parties assign
their rows to synthetic rows, which are the same at every party, and report the means of the rows at each. Each start is
drawn from these means as k-means++ draws from rows (Arthur, Vassilvitskii 2007; oversampled as in Bahmani et al. 2012,
arXiv:1203.6402), so no row is a centre. If the plan starts from a model, the model's centres are the only start.

The difference of two sums could be a single row. So each party replaces its rows by groups of at least five similar
rows (see privacy/microaggregation.py), and a whole group is assigned to the nearest centre.
"""

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from engine.data.encoding import CategoryEncoder, NumberEncoder
from engine.data.party import Party
from engine.errors import PartyError
from engine.export.profile import profile_of
from engine.privacy.microaggregation import Groups
from engine.privacy.small_counts import hide_few
from engine.privacy.terms import Arrays, Term, Total, Values, grouped
from engine.protocols.on_rows import Prepared
from engine.protocols.protocol import EVALUATE, QUERY, TRAIN, Result, Stage, State
from engine.protocols.random import random_for
from engine.table import Table

# Values, and distances of a row from its centre, are clipped at this many deviations, so that no row exceeds the bound
# of a sum.
FARTHEST = 1000.0
MADE_UP = 8  # number of synthetic rows for each cluster
MIN_ROWS = 6  # minimum rows of a party: a group of five training rows, and one validation row
# Parts of a deviation. The distances from which a start is drawn are integers in these units, so that they are the same
# on every CPU.
FINE = 2.0**12


@dataclass(frozen=True)
class Gathered:
    """A party's groups around centres [centres, features]: the number of rows in the groups nearest to each centre,
    their sums, and the total of the squared distances of all rows from the centres of their groups."""

    counts: np.ndarray
    sums: np.ndarray
    squared: float


@dataclass(frozen=True)
class Clustering:
    """The inner protocol (see on_rows.py) of k-means. The start with the lowest sum of squared distances wins. A centre
    that is nearest to no group keeps its place."""

    clusters: int
    starts: int
    rounds: int
    has_validation_split = True
    predicts = True
    resumes: ClassVar[bool] = True
    bins = 0

    def first(self, state: State, prepared: Prepared) -> State:
        moving, given = [True] * self._starts(prepared), prepared.start
        if given:
            state = replace(state, arrays=given.shaped({"centres": np.empty(self._shape(prepared))}))
        return state.with_facts(
            round=0, best=0, moving=moving, chosen=0, started=given is not None, done=False, early=False
        )

    def next_stage(self, state: State, prepared: Prepared) -> Stage | None:
        round_, scores = int(state.facts["round"]), grouped("score", score_terms(prepared.validation))
        if state.facts["done"]:
            return None
        if not state.facts["started"]:
            return Stage("gatherings", "statistics", QUERY, 0, sum_terms((self.clusters * MADE_UP,), prepared))
        if round_ < self.rounds and any(state.facts["moving"]) and not state.facts["early"]:
            starts = self._starts(prepared)
            spread = {"squared": Term((starts,), prepared.training * FARTHEST**2)}
            terms = sum_terms((starts, self.clusters), prepared) | spread | scores
            return Stage("move", "train", TRAIN, round_ + 1, terms, round_, shown=tuple(scores))
        sizes = {"sizes": Term((self.clusters,), prepared.training, whole=True)}
        spread = {"squared": Term((), prepared.training * FARTHEST**2)}
        return Stage("score", "evaluate", EVALUATE, round_, sizes | spread | scores, round_, shown=tuple(scores))

    def check(self, state: State, prepared: Prepared) -> None:
        facts, shape, starts = state.facts, self._shape(prepared), self._starts(prepared)
        if {name: values.shape for name, values in state.arrays.items()} != (
            {"centres": shape} if facts["started"] else {}
        ):
            raise ValueError("the arrays do not have the plan's shape")
        # this form of the comparison is also False for NaN
        if not all(np.all(np.abs(values) <= FARTHEST) for values in state.arrays.values()):
            raise ValueError("a centre is outside the range of rows")
        if not (0 <= int(facts["round"]) <= self.rounds and 0 <= int(facts["chosen"]) < starts):
            raise ValueError("the plan does not have this round or start")
        if len(facts["moving"]) != starts:
            raise ValueError("the plan does not have this number of starts")

    def check_transition(self, before: State, state: State, prepared: Prepared) -> None:
        """Raise ValueError for a wrong round. The next position of a centre depends on the rows, so it only has to
        satisfy `check`."""
        was, now = (bool(one.facts["started"]) for one in (before, state))
        if now is not True or int(state.facts["round"]) != int(before.facts["round"]) + was:
            raise ValueError("not the next round")

    def compute(self, state: State, prepared: Prepared, party: Party, stage: Stage) -> Values:
        """Return a party's terms. Raises PartyError `data.too-few-rows` (rows, least)."""
        training, validation = (party.groups(part, prepared.encoding) for part in ("training", "validation"))
        if len(training) == 0:
            raise PartyError("data.too-few-rows", rows=len(party.everything), least=MIN_ROWS)
        if stage.name == "gatherings":
            gathered = gather(training, self.made_up(prepared))
            return {"counts": gathered.counts, "sums": gathered.sums}
        centres = self._model(state)
        scores = grouped("score", {"rows": float(len(validation)), "squared": gather(validation, centres).squared})
        if stage.name == "score":
            gathered = gather(training, centres)
            return {"sizes": gathered.counts, "squared": gathered.squared} | scores
        starts = [gather(training, centres) for centres in state.arrays["centres"]]
        parts = {name: np.stack([getattr(one, name) for one in starts]) for name in ("counts", "sums", "squared")}
        return parts | scores

    def update(self, state: State, prepared: Prepared, stage: Stage, total: Total) -> State:
        if stage.name == "gatherings":
            means = means_of(total, self.made_up(prepared))
            draws = [random_for(prepared.seed, "start", start) for start in range(self.starts)]
            centres = [draw_start(means, total.integers["counts"], self.clusters, draw) for draw in draws]
            return replace(state, arrays={"centres": np.stack(centres)}).with_facts(started=True)
        state = state.with_facts(best=stage.scored)  # distances decrease in each round, so the last model is the best
        if stage.name == "score":
            sizes = [int(size) for size in total["sizes"]]
            return state.with_facts(done=True, sizes=sizes, squared=float(total["squared"]))
        before = state.arrays["centres"]
        centres = means_of(total, before)
        # All machines agree on which of these numbers are equal, because they are quotients of integers.
        moving = [not np.array_equal(*pair) for pair in zip(before, centres, strict=True)]
        chosen = int(np.argmin(total.integers["squared"]))
        state = replace(state, arrays={"centres": centres}, kept=state.kept | {"counts": total.integers["counts"]})
        return state.with_facts(round=stage.round, moving=moving, chosen=chosen)

    def finish_early(self, state: State) -> State:
        return state.with_facts(early=True)

    def metrics(self, prepared: Prepared, scores: Arrays) -> dict[str, float]:
        """Return `loss`, the mean squared distance of a row from its centre in deviations, and `inertia`, the sum of
        these squared distances."""
        squared = float(scores["squared"])
        return {"loss": squared / max(float(scores["rows"]), 1), "inertia": squared}

    def metric_names(self, target: None) -> tuple[str, ...]:
        return ("loss", "inertia")

    def result(self, state: State, prepared: Prepared) -> Result:
        # onnx is imported here, because it is large and workers do not need it
        from engine.export.onnx_file import describe_clusters, export_clusters

        centres, sizes = self._model(state), hide_few(state.facts["sizes"])
        counts = state.kept["counts"][int(state.facts["chosen"])]
        file = export_clusters(prepared.encoding, centres, FARTHEST)
        card = {
            "model": describe_clusters(prepared.encoding, self.clusters),
            "output": "clusters",
            "classes": [],
            "clusters": {
                "sizes": sizes,
                "inertia": state.facts["squared"],
                "profile": profile_of(prepared.encoding, centres, counts, sizes),
            },
        }
        return Result(file, card)

    def outputs(self, state: State, prepared: Prepared, table: Table) -> np.ndarray:
        """Return distances [rows, clusters] from the centres."""
        inputs = prepared.encoding.encode(table)
        return np.sqrt(np.maximum(squared_distances(within_reach(inputs), self._model(state)), 0))

    def made_up(self, prepared: Prepared) -> np.ndarray:
        """Return the synthetic rows [clusters * MADE_UP, features], the same at all parties."""
        draw = random_for(prepared.seed, "made up")
        return np.hstack(
            [
                _made_up(column, self.clusters * MADE_UP, draw)
                for column in prepared.encoding.all_of(NumberEncoder, CategoryEncoder)
            ]
        )

    def _starts(self, prepared: Prepared) -> int:
        return 1 if prepared.start else self.starts

    def _shape(self, prepared: Prepared) -> tuple[int, int, int]:
        """Return the shape of the centres of all starts."""
        return self._starts(prepared), self.clusters, prepared.encoding.features

    def _model(self, state: State) -> np.ndarray:
        return state.arrays["centres"][int(state.facts["chosen"])]


def sum_terms(shape: tuple[int, ...], prepared: Prepared) -> dict[str, Term]:
    """Return terms for the number of rows nearest to each centre, and for the sums of these rows."""
    rows, features = prepared.training, prepared.encoding.features
    return {"counts": Term(shape, rows, whole=True), "sums": Term((*shape, features), rows * FARTHEST)}


def score_terms(rows: int) -> dict[str, Term]:
    """Return terms for the number of scored rows, at most `rows`, and for the sum of their squared distances."""
    return {"rows": Term((), rows, whole=True), "squared": Term((), rows * FARTHEST**2)}


def within_reach(inputs: np.ndarray) -> np.ndarray:
    """Return encoded rows, clipped at `FARTHEST`."""
    return np.clip(inputs, -FARTHEST, FARTHEST)


def squared_distances(rows: np.ndarray, centres: np.ndarray) -> np.ndarray:
    """Return squared distances [rows, centres]. Rounding may leave one slightly below zero."""
    squares = (rows**2).sum(axis=1)[:, None] + (centres**2).sum(axis=1)[None, :]
    return squares - 2 * (rows @ centres.T)


def gather(groups: Groups, centres: np.ndarray) -> Gathered:
    """Return the sums of one party's groups around the centres. A group at equal distances joins the first centre."""
    means = within_reach(groups.means)
    sums = means * groups.counts[:, None]
    distances = squared_distances(means, centres)
    nearest = distances.argmin(axis=1)
    gathered = np.zeros(centres.shape)
    for centre in np.unique(nearest):
        # Distances are not computed as a matrix product: equal groups must have identical sums in each round, otherwise
        # a centre might never converge.
        gathered[centre] = sums[nearest == centre].sum(axis=0)
    squared = np.clip(distances.min(axis=1) + groups.spreads, 0, FARTHEST**2) @ groups.counts
    counts = np.bincount(nearest, groups.counts, minlength=len(centres))
    return Gathered(counts, gathered, float(squared))


def means_of(total: Total, otherwise: np.ndarray) -> np.ndarray:
    """Return the mean of each centre's rows; for a centre without rows, its entry in `otherwise`."""
    counts = total["counts"][..., None]
    # rounding may move a mean beyond the bound by one unit
    means = np.clip(total["sums"] / np.maximum(counts, 1), -FARTHEST, FARTHEST)
    return np.where(counts > 0, means, otherwise)


def draw_start(means: np.ndarray, counts: np.ndarray, clusters: int, draw: np.random.Generator) -> np.ndarray:
    """Return centres [clusters, features] drawn from means that each represent `counts` rows. Means with more rows, and
    means that are farther from those already drawn, are more likely. If there are too few means with rows, means
    without rows are added."""
    places = np.rint(means * FINE).astype(np.int64)
    weights, chosen = [int(count) for count in counts], []
    nearest = np.full(len(means), np.iinfo(np.int64).max)
    for _ in range(clusters):
        place = _draw(weights, draw)
        if place is None:
            place = next(place for place in range(len(means)) if place not in chosen)
        chosen.append(place)
        nearest = np.minimum(nearest, ((places - places[place]) ** 2).sum(axis=1))
        weights = [int(count) * int(far) for count, far in zip(counts, nearest, strict=True)]
    return means[chosen]


def _draw(weights: list[int], draw: np.random.Generator) -> int | None:
    """Return a random position, drawn with these weights, or None if all weights are 0."""
    left = (int.from_bytes(draw.bytes(16), "big") * sum(weights)) >> 128
    for place, weight in enumerate(weights):
        if left < weight:
            return place
        left -= weight
    return None


def _made_up(column: NumberEncoder | CategoryEncoder, rows: int, draw: np.random.Generator) -> np.ndarray:
    if isinstance(column, NumberEncoder):
        return draw.normal(size=(rows, 1))
    return np.eye(column.width)[draw.integers(0, column.width, rows)]
