"""Boosted trees from summed histograms: the very trees that all rows in one place would give.

Two messages count values in bins, from which come cut points that are the same for everybody. Then each round grows
some trees side by side, on columns drawn for each, in one message a level: gradients, Hessians and rows, by node and
bin. The last level's message also scores the model so far; another one scores the last model. A last one scores the
best in full and has every party train alone, to compare. Sources: Chen, Guestrin 2016, arXiv:1603.02754; several trees
a step as in its `num_parallel_tree`.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from engine.data.bins import FINE, MOST_BINS, Bins, choose_edges, count_bins, finer_grid, first_grid
from engine.data.party import Party
from engine.data.table import Table
from engine.learners.boosting import first_margins, margins_of, slope_terms, slopes, to_outputs
from engine.learners.learner import Parameters
from engine.learners.trees import MOST_STEP, Cells, Growth, Sides, Trees
from engine.privacy.terms import Arrays, Term, Total, grouped
from engine.protocols.final import alone_terms, final_card, final_terms, score_finally, with_final
from engine.protocols.on_table import Prepared, loss_of, same_arrays
from engine.protocols.protocol import EVALUATE, QUERY, TRAIN, Result, Stage, State
from engine.protocols.random import random_for
from engine.protocols.tree_checks import check_ascending, check_cuts, check_shapes, check_splits, check_trees
from engine.targets import Target

SHARE_OF_COLUMNS = 0.6  # that each of several trees may use
MOST_CELLS = 2**20  # of a histogram in a message: beyond that, each tree uses fewer columns
TREE = "tree."  # names of the trees' arrays in a state
COUNTING = {"coarse": "fine", "fine": "grow"}  # what follows
FOLLOWS = COUNTING | {"score": "best", "best": "done"}


@dataclass(frozen=True)
class Histograms:
    """The inner protocol (see on_table.py) of boosted trees for at most so many rounds. `compares` has every party
    train alone in the end."""

    parameters: Parameters
    rounds: int
    compares: bool = True
    holds_aside: ClassVar[bool] = True

    @property
    def depth(self) -> int:
        return int(self.parameters["depth"])

    def first(self, state: State, prepared: Prepared) -> State:
        arrays = {"grid": first_grid(prepared.encoding)}
        return replace(state, arrays=arrays).with_facts(step="coarse", round=0, level=0, best=0)

    def ask(self, state: State, prepared: Prepared) -> Stage | None:
        step, round_, level = (state.facts[name] for name in ("step", "round", "level"))
        scores = grouped("score", prepared.target.score_terms(prepared.validation))
        if step in COUNTING:
            return Stage(step, "statistics", QUERY, 0, self._counts(prepared))
        if step == "grow":
            terms = self._sums(state, prepared)
            if level < self.depth - 1:
                return Stage("level", "train", TRAIN, round_ + 1, terms)
            return Stage("level", "train", TRAIN, round_ + 1, terms | scores, round_, shown=tuple(scores))
        if step == "score":
            return Stage("score", "evaluate", EVALUATE, round_, scores, round_, shown=tuple(scores))
        if step == "best":
            terms, shown = final_terms(prepared, compares=self.compares), alone_terms(prepared) if self.compares else ()
            # Training alone takes as long as all rounds together.
            long = self.rounds * self.depth + len(COUNTING) + 1
            return Stage("best", "evaluate", EVALUATE, round_, terms, rounds_long=long, shown=tuple(shown))
        return None

    def check(self, state: State, prepared: Prepared) -> None:
        step, round_, level = (state.facts[name] for name in ("step", "round", "level"))
        grown = range(1, self.rounds + 1)
        rounds = {"coarse": [0], "fine": [0], "grow": range(self.rounds), "score": grown, "best": grown}[step]
        levels = range(self.depth if step == "grow" else 1)
        if type(level) is not int or type(round_) is not int or round_ not in rounds or level not in levels:
            raise ValueError("a round that the plan does not have")
        if step == "best" and state.facts["best"] not in range(1, round_ + 1):
            raise ValueError("a best model that was not made")
        columns, arrays = len(prepared.encoding.columns), state.arrays
        if step in COUNTING:
            check_shapes(arrays, {"grid": np.empty((columns, FINE - 1))})
            check_ascending(arrays["grid"])
            return
        trees = Trees.leaves((round_ + (level > 0)) * self._side_by_side(prepared), self.depth)
        base = np.empty(margins_of(prepared.target))
        check_shapes(arrays, {"edges": np.empty((columns, MOST_BINS - 1)), "base": base} | _named(trees))
        check_ascending(arrays["edges"])
        if not np.all(np.abs(arrays["base"]) <= math.log(prepared.training + 1)):  # NaN is not
            raise ValueError("a model without trees that no rows give")
        check_trees(self.trees(state, prepared, round_ + 1), columns, MOST_STEP * self._share(prepared))

    def follows(self, before: State, state: State, prepared: Prepared) -> None:
        """What was grown stays; a level splits leaves of the level before, on columns that their tree drew."""
        after = replace(before, facts=before.facts | self._after(before.facts))
        steps = [[one.facts[name] for name in ("step", "round", "level")] for one in (after, self.finish_early(after))]
        if [state.facts[name] for name in ("step", "round", "level")] not in steps:
            raise ValueError("not the next step")
        old, new = before.arrays, state.arrays
        if before.facts["step"] in COUNTING:
            check_cuts(old["grid"], new["grid" if "grid" in new else "edges"], all_stay="grid" in new)
            return
        if any(not np.array_equal(old[name], new[name]) for name in ("edges", "base")):
            raise ValueError("what was settled has changed")
        if before.facts["step"] == "score":
            if not same_arrays(before, state):
                raise ValueError("trees that were not scored")
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

    def answer(self, state: State, prepared: Prepared, party: Party, stage: Stage) -> Arrays:
        if stage.name in COUNTING:
            return self._count(state, prepared, party)
        bins = self._bins(state, prepared)
        answer: Arrays = {}
        if stage.name == "level":
            answer |= self._histograms(state, prepared, bins, party.training)
        if stage.scored is not None:
            answer |= grouped("score", prepared.target.score(*self.held_out(state, prepared, party, stage.scored)))
        if stage.name == "best":
            answer |= score_finally(self, state, prepared, party, compares=self.compares)
        return answer

    def advance(self, state: State, prepared: Prepared, stage: Stage, total: Total) -> State:
        after = self._after(state.facts)
        if stage.name in COUNTING:
            return self._after_counts(state, prepared, total).with_facts(**after)
        if stage.name == "best":
            return with_final(state, total).with_facts(**after)
        state = self._file(state, prepared, stage, total)
        if stage.name == "level":
            state = self._grow(state, prepared, total)
        return state.with_facts(**after)

    def finish_early(self, state: State) -> State:
        """Between two rounds: a half-grown tree predicts nothing."""
        between = state.facts["step"] == "grow" and state.facts["level"] == 0 and state.facts["round"] > 0
        return state.with_facts(step="score") if between else state

    def metrics(self, prepared: Prepared, scores: Arrays) -> dict[str, float]:
        return prepared.target.metrics(scores)

    def metric_names(self, target: Target) -> tuple[str, ...]:
        return target.metric_names

    def outputs(self, state: State, prepared: Prepared, table: Table) -> np.ndarray:
        return self._outputs_of(state, prepared, self._bins(state, prepared), table, int(state.facts["best"]))

    def held_out(
        self, state: State, prepared: Prepared, party: Party, rounds: int | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """By the trees of so many rounds, which may be none; else by those of the best."""
        bins, rows = self._bins(state, prepared), party.validation
        upto = int(state.facts["best"]) if rounds is None else rounds
        return self._outputs_of(state, prepared, bins, rows, upto), prepared.target.encode(rows.label)

    def result(self, state: State, prepared: Prepared) -> Result:
        from engine.export.onnx_file import describe_model  # onnx is large, and no worker needs it
        from engine.export.tree_file import export_trees

        best, bins = int(state.facts["best"]), self._bins(state, prepared)
        file = export_trees(bins, prepared.target, self.trees(state, prepared, best), state.arrays["base"])
        card = {"model": describe_model(prepared.encoding, prepared.target), "output": prepared.target.output_kind}
        return Result(file, card | final_card(state, prepared))

    def trees(self, state: State, prepared: Prepared, rounds: int) -> Trees:
        """Those of the first so many rounds."""
        arrays = {name.removeprefix(TREE): values for name, values in state.arrays.items() if name.startswith(TREE)}
        return Trees(**arrays).take(slice(rounds * self._side_by_side(prepared)))

    def _after(self, facts: dict[str, Any]) -> dict[str, Any]:
        """What comes next: counts, then a round's levels, and the scoring in the end."""
        step, round_, level = facts["step"], facts["round"], facts["level"]
        if step != "grow":
            return {"step": FOLLOWS[step]}
        if level < self.depth - 1:
            return {"level": level + 1}
        return {"level": 0, "round": round_ + 1, "step": "grow" if round_ + 1 < self.rounds else "score"}

    def _share(self, prepared: Prepared) -> float:
        """Of its value that each of the trees beside each other gives."""
        return self.parameters["learning_rate"] * margins_of(prepared.target) / self._side_by_side(prepared)

    def _side_by_side(self, prepared: Prepared) -> int:
        """Trees of a round, as many for each output."""
        outputs = margins_of(prepared.target)
        return outputs * max(1, int(self.parameters["trees"]) // outputs)

    def _bins(self, state: State, prepared: Prepared) -> Bins:
        return Bins(prepared.encoding, state.arrays["edges"])

    def _counts(self, prepared: Prepared) -> dict[str, Term]:
        counts = {"counts": Term((len(prepared.encoding.columns), FINE), prepared.training, whole=True)}
        if prepared.target.kind == "classes":
            counts["classes"] = Term((prepared.target.outputs,), prepared.training, whole=True)
        return counts

    def _count(self, state: State, prepared: Prepared, party: Party) -> Arrays:
        counts = {"counts": count_bins(party.reported_numbers(label=False), state.arrays["grid"])}
        if prepared.target.kind == "classes":
            counts["classes"] = prepared.target.encode(party.everything.label)[: len(party.training)].sum(axis=0)
        return counts

    def _after_counts(self, state: State, prepared: Prepared, total: Total) -> State:
        grid, counts = state.arrays["grid"], total["counts"]
        if state.facts["step"] == "coarse":
            return replace(state, arrays={"grid": finer_grid(grid, counts)})
        base = first_margins(total["classes"]) if prepared.target.kind == "classes" else np.zeros(1)
        arrays = {"edges": choose_edges(grid, counts), "base": base} | _named(Trees.leaves(0, self.depth))
        return replace(state, arrays=arrays)

    def _cells(self, state: State, prepared: Prepared) -> list[Cells]:
        """Of each tree of the round: columns drawn from the run's seed, so the same ones at everybody."""
        bins = self._bins(state, prepared)
        widths, telling, numbers = bins.widths, bins.telling, bins.numbers
        trees, outputs = self._side_by_side(prepared), margins_of(prepared.target)
        share = SHARE_OF_COLUMNS if trees > outputs else 1.0
        room = MOST_CELLS // (trees * 2 ** (self.depth - 1) * int(widths.max()))
        drawn = max(1, min(math.ceil(share * len(telling)), room))
        rng = random_for(prepared.seed, state.facts["round"], "columns")
        return [Cells.of(np.sort(rng.permutation(telling)[:drawn]), widths, numbers) for _ in range(trees)]

    def _sums(self, state: State, prepared: Prepared) -> dict[str, Term]:
        """By node of the level and cell, the trees' cells behind each other."""
        shape = (2 ** int(state.facts["level"]), sum(len(cells) for cells in self._cells(state, prepared)))
        return slope_terms(prepared.target, shape, prepared.training)

    def _histograms(self, state: State, prepared: Prepared, bins: Bins, table: Table) -> Arrays:
        level, trees, target = int(state.facts["level"]), self._growing(state, prepared), prepared.target
        binned = bins.encode(table)
        margins = self._margins(state, prepared, bins, binned, int(state.facts["round"]))
        weights = slopes(target, margins, target.encode(table.label), prepared.training)
        found = []
        for tree, cells in enumerate(self._cells(state, prepared)):
            node = trees.reached(tree, binned, bins.numbers) - (2**level - 1)
            here, own = node >= 0, [values[:, tree % values.shape[1]] for values in weights.values()]
            found.append(cells.histograms(binned[here], node[here], 2**level, [values[here] for values in own]))
        return dict(zip(weights, np.concatenate(found, axis=2), strict=True))

    def _growing(self, state: State, prepared: Prepared) -> Trees:
        """Those of the present round."""
        if state.facts["level"] == 0:
            return Trees.leaves(self._side_by_side(prepared), self.depth)
        grown = self.trees(state, prepared, int(state.facts["round"]) + 1)
        return grown.take(slice(len(grown) - self._side_by_side(prepared), None))

    def _grow(self, state: State, prepared: Prepared, total: Total) -> State:
        level, growing = int(state.facts["level"]), self._growing(state, prepared)
        growing = Trees(**{name: values.copy() for name, values in growing.to_arrays().items()})
        growth = Growth(self.parameters["l2"], int(self.parameters["min_rows"]), self._share(prepared))
        for tree, (cells, sums) in enumerate(self._summed(state, prepared, total)):
            left = _sides(total, {name: cells.to_the_left(values) for name, values in sums.items()})
            own = slice(int((cells.start == 0).sum()))  # of any one column, since each counts all rows
            all_ = _sides(total, {name: values[:, own].sum(axis=1)[:, None, None] for name, values in sums.items()})
            if level == 0:
                growing.value[tree, 0] = growth.value(all_.slope[0, 0, 0], all_.bend[0, 0, 0])
            growth.split(growing, tree, level, cells, left, all_)
        grown = self.trees(state, prepared, int(state.facts["round"])).and_then(growing)
        return replace(state, arrays=state.arrays | _named(grown))

    def _summed(self, state: State, prepared: Prepared, total: Total) -> Iterator[tuple[Cells, Arrays]]:
        """Each growing tree's cells, and their whole numbers of the total by term."""
        names, start = self._sums(state, prepared), 0
        for cells in self._cells(state, prepared):
            own = slice(start, start + len(cells))
            yield cells, {name: total.integers[name][:, own] for name in names}
            start = own.stop

    def _margins(self, state: State, prepared: Prepared, bins: Bins, binned: np.ndarray, rounds: int) -> np.ndarray:
        trees, base = self.trees(state, prepared, rounds), state.arrays["base"]
        return base + trees.sums(binned, bins.numbers, len(base))

    def _outputs_of(self, state: State, prepared: Prepared, bins: Bins, table: Table, rounds: int) -> np.ndarray:
        return to_outputs(prepared.target, self._margins(state, prepared, bins, bins.encode(table), rounds))

    def _file(self, state: State, prepared: Prepared, stage: Stage, total: Total) -> State:
        """Notes how many rounds' trees had the lowest loss; compared as whole numbers."""
        if not stage.scored:
            return state
        loss = int(total.integers[loss_of(prepared.target)])
        if "lowest" in state.facts and loss >= int(state.facts["lowest"]):
            return state
        kept = {f"scores/{name}": values for name, values in total.group("score").items()}
        return replace(state, kept=kept).with_facts(lowest=str(loss), best=stage.scored)


def _sides(total: Total, sums: Arrays) -> Sides:
    found = {name: total.terms[name].decode(values, total.parties) for name, values in sums.items()}
    return Sides(found["gradient"], found.get("hessian", found["rows"]), found["rows"])


def _named(trees: Trees) -> Arrays:
    return {TREE + name: values for name, values in trees.to_arrays().items()}
