"""Trees from summed histograms. They are identical to the trees of the pooled rows.

Columns are cut into bins that are the same for all parties (see on_rows.py). Each round grows some trees in parallel,
on columns that are drawn for each tree. There is one message per level, with gradients, Hessians and rows by node and
bin. The message of the last level also scores the model so far, and another message scores the last model. A final
message scores the best model in full and has every party train alone, to compare. Sources: Chen, Guestrin 2016,
arXiv:1603.02754; several trees per step as in its `num_parallel_tree`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from engine.data.bins import Bins
from engine.data.encoding import CategoryEncoder
from engine.data.party import Party
from engine.learners.boosting import margins_of
from engine.learners.learner import Parameters
from engine.learners.trees import LEAF, MAX_STEP, Cells, GrowsTrees, Growth, Sides, Trees
from engine.privacy.hit_rates import hit_rates
from engine.privacy.small_counts import MIN_SHOWN
from engine.privacy.terms import Arrays, Term, Total, Values, grouped
from engine.protocols.final import alone_terms, final_card, final_terms, score_finally, with_final
from engine.protocols.on_rows import Prepared, loss_of, same_arrays, score_coarsely
from engine.protocols.on_table import rows_in_bins
from engine.protocols.protocol import EVALUATE, TRAIN, Result, Stage, State
from engine.protocols.random import random_for
from engine.protocols.rounding import is_at_most
from engine.protocols.tree_checks import check_shapes, check_splits, check_trees
from engine.protocols.tree_findings import Grown, drawn_tree, effects, importance, without_few
from engine.table import Table
from engine.targets import Target
from engine.targets.classes import softmax

# Maximum number of cells of the histograms in a message. If there would be more, each tree uses fewer columns.
MAX_CELLS = 2**20
TREE = "tree."  # prefix of the names of the trees' arrays in a state
GROWN = "grown"  # name of the array [2, trees, nodes] with the gain of each split and the number of rows in each node
FOLLOWS = {"score": "best", "best": "done"}


@dataclass(frozen=True)
class Histograms:
    """The inner protocol (see on_rows.py) of trees for at most `rounds` rounds. If `compares`, every party trains alone
    at the end."""

    learner: GrowsTrees
    parameters: Parameters
    rounds: int
    compares: bool = True
    has_validation_split = True
    mixes: ClassVar[bool] = True
    predicts = True
    bins = 32

    @property
    def depth(self) -> int:
        return int(self.parameters["depth"])

    def first(self, state: State, prepared: Prepared) -> State:
        base = self.learner.start(prepared.target, np.array(prepared.classes))
        arrays = {"base": base} | _named(Trees.leaves(0, self.depth))
        return replace(state, arrays=arrays).with_facts(step="grow", round=0, level=0, best=0)

    def next_stage(self, state: State, prepared: Prepared) -> Stage | None:
        step, round_, level = (state.facts[name] for name in ("step", "round", "level"))
        scores = grouped("score", prepared.target.score_terms(prepared.validation))
        if step == "grow":
            terms = self._sums(state, prepared)
            if level < self.depth - 1:
                return Stage("level", "train", TRAIN, round_ + 1, terms)
            return Stage("level", "train", TRAIN, round_ + 1, terms | scores, round_, shown=tuple(scores))
        if step == "score":
            return Stage("score", "evaluate", EVALUATE, round_, scores, round_, shown=tuple(scores))
        if step == "best":
            terms, shown = final_terms(prepared, compares=self.compares), alone_terms(prepared) if self.compares else ()
            # Allow as much time as for all rounds together, because training alone takes as long.
            long = self.rounds * self.depth + 3
            return Stage("best", "evaluate", EVALUATE, round_, terms, rounds_long=long, shown=tuple(shown))
        return None

    def check(self, state: State, prepared: Prepared) -> None:
        step, round_, level = (state.facts[name] for name in ("step", "round", "level"))
        grown = range(1, self.rounds + 1)
        rounds = {"grow": range(self.rounds), "score": grown, "best": grown}[step]
        levels = range(self.depth if step == "grow" else 1)
        if type(level) is not int or type(round_) is not int or round_ not in rounds or level not in levels:
            raise ValueError("the plan does not have this round")
        if step == "best" and state.facts["best"] not in range(1, round_ + 1):
            raise ValueError("the best model does not exist yet")
        columns, arrays = len(prepared.encoding.columns), state.arrays
        trees = Trees.leaves((round_ + (level > 0)) * self._side_by_side(prepared), self.depth)
        base = np.empty(margins_of(prepared.target))
        check_shapes(arrays, {"base": base} | _named(trees))
        most = self.learner.most(prepared.target, prepared.training)
        if not is_at_most(arrays["base"], most):
            raise ValueError("no rows lead to this model without trees")
        check_trees(self.trees(state, prepared, round_ + 1), columns, MAX_STEP * self._share(prepared))

    def check_transition(self, before: State, state: State, prepared: Prepared) -> None:
        """Raise ValueError unless earlier trees and splits are unchanged, and a level splits only leaves of the
        previous level, on columns that were drawn for their tree."""
        after = replace(before, facts=before.facts | self._after(before.facts))
        steps = [[one.facts[name] for name in ("step", "round", "level")] for one in (after, self.finish_early(after))]
        if [state.facts[name] for name in ("step", "round", "level")] not in steps:
            raise ValueError("not the next step")
        old, new = before.arrays, state.arrays
        if not np.array_equal(old["base"], new["base"]):
            raise ValueError("the model without trees has changed")
        if before.facts["step"] == "score":
            if not same_arrays(before, state):
                raise ValueError("these trees were not scored")
            return
        level, round_ = before.facts["level"], before.facts["round"]
        grown = self.trees(state, prepared, round_ + 1)
        place = round_ * self._side_by_side(prepared)
        earlier, growing = grown.take(slice(place)), grown.take(slice(place, None))
        if not earlier.equals(self.trees(before, prepared, round_)):
            raise ValueError("a grown tree has changed")
        if level and not growing.above(level).equals(self._growing(before, prepared).above(level)):
            raise ValueError("a split has changed")
        check_splits(growing, level, self._cells(before, prepared))

    def compute(self, state: State, prepared: Prepared, party: Party, stage: Stage) -> Values:
        bins = self._bins(prepared)
        answer: Arrays = {}
        if stage.name == "level":
            answer |= self._histograms(state, prepared, bins, party.training)
        if stage.scored is not None:
            answer |= grouped("score", score_coarsely(prepared, *self.held_out(state, prepared, party, stage.scored)))
        if stage.name == "best":
            answer |= score_finally(self, state, prepared, party, compares=self.compares)
        return answer

    def update(self, state: State, prepared: Prepared, stage: Stage, total: Total) -> State:
        after = self._after(state.facts)
        if stage.name == "best":
            return with_final(state, total).with_facts(**after)
        state = self._file(state, prepared, stage, total)
        if stage.name == "level":
            state = self._grow(state, prepared, total)
        return state.with_facts(**after)

    def finish_early(self, state: State) -> State:
        """Finish only between two rounds, because an incomplete tree predicts nothing."""
        between = state.facts["step"] == "grow" and state.facts["level"] == 0 and state.facts["round"] > 0
        return state.with_facts(step="score") if between else state

    def metrics(self, prepared: Prepared, scores: Arrays) -> dict[str, float]:
        return prepared.target.metrics(scores)

    def metric_names(self, target: Target) -> tuple[str, ...]:
        return target.metric_names

    def outputs(self, state: State, prepared: Prepared, table: Table) -> np.ndarray:
        return self._outputs_of(state, prepared, self._bins(prepared), table, int(state.facts["best"]))

    def held_out(
        self, state: State, prepared: Prepared, party: Party, rounds: int | None = None
    ) -> tuple[Any, np.ndarray]:
        """Return outputs and targets of the validation rows, predicted with the trees of the first `rounds` rounds (0
        is possible). None stands for the trees of the best model."""
        bins, rows = self._bins(prepared), party.validation
        upto = int(state.facts["best"]) if rounds is None else rounds
        return self._outputs_of(state, prepared, bins, rows, upto), prepared.target.encode(rows.require_label())

    def result(self, state: State, prepared: Prepared) -> Result:
        # onnx is imported here, because it is large and workers do not need it
        from engine.export.onnx_file import describe_model
        from engine.export.tree_file import export_trees

        bins = self._bins(prepared)
        grown, least = self._grown(state, prepared), self.learner.least_chance(prepared.target)
        shares = hit_rates(grown.trees.column != LEAF, grown.rows, int(self.parameters["min_rows"]))
        file = export_trees(bins, prepared.target, grown.trees, state.arrays["base"], shares, least)
        card = {"model": describe_model(prepared.encoding, prepared.target), "output": prepared.target.output_kind}
        chosen = ("round",) if int(state.facts["round"]) > 1 else ()
        return Result(file, card | {"trees": self._findings(state, prepared)} | final_card(state, prepared, chosen))

    def _grown(self, state: State, prepared: Prepared) -> Grown:
        """Return the trees in the model's file, with the gain of each split and the number of rows at each node."""
        trees = self.trees(state, prepared, int(state.facts["best"]))
        return Grown(trees, *state.kept[GROWN][:, : len(trees)])

    def _findings(self, state: State, prepared: Prepared) -> dict:
        """Return the findings about the trees in the model's file, for the result of the run."""
        target, bins = prepared.target, self._bins(prepared)
        grown, outputs = self._grown(state, prepared), margins_of(target)
        is_chance = self.learner.least_chance(target) is not None
        unit = target.deviation if target.kind == "number" else 1.0
        names = target.classes[target.outputs - outputs :] if target.kind == "classes" else [None]
        curves = [
            {"column": column.name, "class": name, "points": list(cuts), "effects": (unit * effect).tolist()}
            for name, found in zip(names, effects(grown, bins, rows_in_bins(state, prepared), outputs), strict=True)
            for column, cuts, effect in zip(prepared.encoding.columns, prepared.cuts, found, strict=True)
        ]
        return {
            "scale": "chance" if is_chance else "odds" if target.kind == "classes" else "unit",
            "average": self.learner.is_average,
            "count": len(grown.trees),
            "mixed": prepared.parties > 1,
            "importance": importance(grown, bins),
            "effects": curves,
            "drawn": self._drawn(state, prepared, drawn_tree(grown, bins, 0, self._with_few(state, prepared))),
        }

    def _with_few(self, state: State, prepared: Prepared) -> list[int]:
        """Return the categorical columns with a category that one to four rows have. The numbers of rows on either side
        of a split would reveal it."""
        columns = zip(prepared.encoding.columns, rows_in_bins(state, prepared), strict=True)
        return [
            place
            for place, (column, rows) in enumerate(columns)
            if isinstance(column, CategoryEncoder) and np.any((rows > 0) & (rows < MIN_SHOWN))
        ]

    def _drawn(self, state: State, prepared: Prepared, nodes: list[dict]) -> list[dict]:
        """Return the nodes of the first tree, with values in the units that users see."""
        shown = [one | {"value": self._shown_value(state, prepared, one["value"])} for one in nodes]
        if prepared.target.kind == "number":
            return shown
        return without_few(shown, [self._of_class(state, prepared, one["value"], one["rows"]) for one in nodes])

    def _of_class(self, state: State, prepared: Prepared, value: float, rows: int) -> float:
        """Return how many of a node's rows have the first tree's class. It is computed from the node's value."""
        target, base = prepared.target, state.arrays["base"]
        first = target.outputs - margins_of(target)
        probability = float(base[0]) if self.learner.is_average else float(
            softmax(self.learner.outputs(target, base[None, :]))[0, first]
        )  # fmt: skip
        hessian = rows if self.learner.is_average else rows * probability * (1 - probability)
        return rows * probability + value / self._share(prepared) * (hessian + self.parameters["l2"])

    def _shown_value(self, state: State, prepared: Prepared, value: float) -> float:
        """Return the first tree's value in a node as users see it: for a forest, the tree's own prediction; otherwise,
        its contribution to the model's output."""
        target = prepared.target
        if self.learner.is_average:
            value = float(state.arrays["base"][0]) + value / self._share(prepared)
            return value * target.deviation + target.mean if target.kind == "number" else value
        return value * target.deviation if target.kind == "number" else value

    def trees(self, state: State, prepared: Prepared, rounds: int) -> Trees:
        """Return the trees that were grown in the first `rounds` rounds."""
        arrays = {name.removeprefix(TREE): values for name, values in state.arrays.items() if name.startswith(TREE)}
        return Trees(**arrays).take(slice(rounds * self._side_by_side(prepared)))

    def _after(self, facts: dict[str, Any]) -> dict[str, Any]:
        """Return the facts of the next state: for the next level of the round, for the next round, or for the scoring
        at the end."""
        step, round_, level = facts["step"], facts["round"], facts["level"]
        if step != "grow":
            return {"step": FOLLOWS[step]}
        if level < self.depth - 1:
            return {"level": level + 1}
        return {"level": 0, "round": round_ + 1, "step": "grow" if round_ + 1 < self.rounds else "score"}

    def _share(self, prepared: Prepared) -> float:
        return self.learner.share(prepared.target, self.parameters)

    def _side_by_side(self, prepared: Prepared) -> int:
        return self.learner.trees(prepared.target, self.parameters)

    def _bins(self, prepared: Prepared) -> Bins:
        return Bins.of(prepared.encoding, prepared.cuts)

    def _cells(self, state: State, prepared: Prepared) -> list[Cells]:
        """Return the histogram cells of each tree of the round. Columns are drawn from the run's seed, so all parties
        draw the same ones."""
        bins = self._bins(prepared)
        widths, splittable, numbers = bins.widths, bins.splittable, bins.numbers
        trees = self._side_by_side(prepared)
        room = MAX_CELLS // (trees * 2 ** (self.depth - 1) * int(widths.max()))
        drawn = max(1, min(self.learner.columns(prepared.target, self.parameters, len(splittable)), room))
        level = [state.facts["level"]] if self.learner.draws_by_level else []
        rng = random_for(prepared.seed, state.facts["round"], *level, "columns")
        return [Cells.of(np.sort(rng.permutation(splittable)[:drawn]), widths, numbers) for _ in range(trees)]

    def _sums(self, state: State, prepared: Prepared) -> dict[str, Term]:
        """Return the terms of histograms by node of the level and cell. The cells of the trees are concatenated."""
        shape = (2 ** int(state.facts["level"]), sum(len(cells) for cells in self._cells(state, prepared)))
        return self.learner.terms(prepared.target, shape, prepared.training)

    def _histograms(self, state: State, prepared: Prepared, bins: Bins, table: Table) -> Arrays:
        level, trees, target = int(state.facts["level"]), self._growing(state, prepared), prepared.target
        binned = bins.encode(table)
        margins = self._margins(state, prepared, bins, binned, int(state.facts["round"]))
        weights = self.learner.gradients(target, margins, target.encode(table.require_label()), prepared.training)
        found, nodes = [], trees.reached(binned, bins.numbers) - (2**level - 1)
        for tree, (cells, node) in enumerate(zip(self._cells(state, prepared), nodes, strict=True)):
            here, own = node >= 0, [values[:, tree % values.shape[1]] for values in weights.values()]
            found.append(cells.histograms(binned[here], node[here], 2**level, [values[here] for values in own]))
        return dict(zip(weights, np.concatenate(found, axis=2), strict=True))

    def _growing(self, state: State, prepared: Prepared) -> Trees:
        """Return the growing trees of the current round."""
        if state.facts["level"] == 0:
            return Trees.leaves(self._side_by_side(prepared), self.depth)
        grown = self.trees(state, prepared, int(state.facts["round"]) + 1)
        return grown.take(slice(len(grown) - self._side_by_side(prepared), None))

    def _grow(self, state: State, prepared: Prepared, total: Total) -> State:
        level, growing = int(state.facts["level"]), self._growing(state, prepared)
        growing = Trees(**{name: values.copy() for name, values in growing.to_arrays().items()})
        growth = Growth(self.parameters["l2"], int(self.parameters["min_rows"]), self._share(prepared))
        earlier = int(state.facts["round"]) * len(growing)
        known = np.zeros((2, earlier + len(growing), growing.column.shape[1]))
        before = state.kept.get(GROWN, known[:, :0])
        known[:, : before.shape[1]] = before
        found = known[:, earlier:].copy()
        for tree, (cells, sums) in enumerate(self._summed(state, prepared, total)):
            left = _sides(total, {name: cells.to_the_left(values) for name, values in sums.items()})
            # Rows are counted in the cells of the first column. Any column would give the same counts.
            own = slice(int((cells.start == 0).sum()))
            all_ = _sides(total, {name: values[:, own].sum(axis=1)[:, None, None] for name, values in sums.items()})
            if level == 0:
                growing.value[tree, 0] = growth.value(all_.gradient[0, 0, 0], all_.hessian[0, 0, 0])
                found[1, tree, 0] = all_.rows[0, 0, 0]
            for node, gain, to_left, to_right in growth.split(growing, tree, level, cells, left, all_):
                found[0, tree, node], found[1, tree, 2 * node + 1 : 2 * node + 3] = gain, (to_left, to_right)
        grown = self.trees(state, prepared, int(state.facts["round"])).and_then(growing)
        known[:, earlier:] = found
        return replace(state, arrays=state.arrays | _named(grown), kept=state.kept | {GROWN: known})

    def _summed(self, state: State, prepared: Prepared, total: Total) -> Iterator[tuple[Cells, Arrays]]:
        """Return, for each growing tree, its cells, and the integers of the total of each term."""
        names, start = self._sums(state, prepared), 0
        for cells in self._cells(state, prepared):
            own = slice(start, start + len(cells))
            yield cells, {name: total.integers[name][:, own] for name in names}
            start = own.stop

    def _margins(self, state: State, prepared: Prepared, bins: Bins, binned: np.ndarray, rounds: int) -> np.ndarray:
        trees, base = self.trees(state, prepared, rounds), state.arrays["base"]
        return base + trees.sums(binned, bins.numbers, len(base))

    def _outputs_of(self, state: State, prepared: Prepared, bins: Bins, table: Table, rounds: int) -> np.ndarray:
        return self.learner.outputs(prepared.target, self._margins(state, prepared, bins, bins.encode(table), rounds))

    def _file(self, state: State, prepared: Prepared, stage: Stage, total: Total) -> State:
        """Store the model whose trees had the lowest loss, as its number of rounds. Losses are compared as integers."""
        if not stage.scored:
            return state
        loss = int(total.integers[loss_of(prepared.target)])
        if "lowest" in state.facts and loss >= int(state.facts["lowest"]):
            return state
        kept = {f"scores/{name}": values for name, values in total.group("score").items()}
        return replace(state, kept=state.kept | kept).with_facts(lowest=str(loss), best=stage.scored)


def _sides(total: Total, sums: Arrays) -> Sides:
    found = {name: total.terms[name].decode(values, total.parties) for name, values in sums.items()}
    return Sides(found["gradient"], found.get("hessian", found["rows"]), found["rows"])


def _named(trees: Trees) -> Arrays:
    return {TREE + name: values for name, values in trees.to_arrays().items()}
