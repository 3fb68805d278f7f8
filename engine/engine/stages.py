"""Determines the terms that leave a party in each stage, as an algorithm's own protocol requests them, for the ticket.

The protocol runs on two sets of synthetic rows that differ in every size, and all requested terms are recorded. A
length that is the same in both runs is fixed. A length that equals a known size is reported by that size's name, any
other length as `n`.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

import numpy as np
import pyarrow as pa

from engine.algorithm import COMPARES, Algorithm
from engine.data.party import Party
from engine.data.table import table_of
from engine.errors import RunError
from engine.pooled import agreed, fit
from engine.privacy.terms import Values
from engine.protocols.linear_model import MAX_COLUMNS
from engine.protocols.on_rows import OnRows
from engine.protocols.protocol import TRAIN, Stage, State, require_stage
from engine.synthetic_rows import SYNTHETIC_ROWS, SyntheticRows
from engine.table import Table

LABEL, TIME, PARTIES = "label", "time", 2
ROUNDS = "max_iter"
# Parameters that determine how long local training takes. No message depends on them.
LOCAL = ("local_epochs", "local_steps")
# numbers of numeric columns in the two sets of synthetic rows: for ordinary tables, and for wide tables
FEW, MANY = (5, 7), (MAX_COLUMNS + 1, MAX_COLUMNS + 3)
OPEN = "n"  # name of a length that equals no known size
_TABLES: dict[tuple, list[Table]] = {}  # cache by sizes, because all algorithms run on the same tables


@dataclass(frozen=True)
class Declared:
    """A term as a ticket lists it: its shape, as names of sizes and fixed numbers, and whether it is a count."""

    name: str
    shape: tuple[str | int, ...]
    whole: bool


@dataclass(frozen=True)
class Leaving:
    """A stage: the terms of each of its messages, the type of the messages, and their number in a run or in a round (an
    integer, or the name of the parameter that determines it)."""

    name: str
    message: str
    per_round: bool
    messages: int | str
    terms: tuple[Declared, ...]


@dataclass(frozen=True)
class MadeUp:
    """The sizes of a set of synthetic rows, and an algorithm's parameters."""

    numbers: int
    texts: int
    categories: int
    classes: int
    parameters: dict[str, Any]
    data: str = "table"

    @property
    def of_kind(self) -> SyntheticRows:
        return SYNTHETIC_ROWS[self.data]

    def sizes(self, kind: str | None) -> dict[str, int]:
        """Sizes by the names for which `words.json` has texts."""
        sizes = self.of_kind.sizes(self, self.tables(kind))
        rounds = {"rounds-scored": int(self.parameters[ROUNDS]) + 1} if ROUNDS in self.parameters else {}
        if kind == "entities":
            sizes |= {"kinds": self.classes, "tags": 1 + 2 * self.classes, "tags-and-start": 2 + 2 * self.classes,
                      "kinds-and-all": self.classes + 1}  # fmt: skip
        classes = {"classes": self.classes} if kind in ("classes", "boxes", "labels") else {}
        if kind == "boxes":
            classes["classes-and-all"] = self.classes + 1
        return sizes | rounds | classes | self.parameters

    def columns(self, kind: str | None, rng: np.random.Generator) -> dict[str, list]:
        """Return a party's rows. Values that are not numbers repeat, as in real tables."""
        found, rows = self.of_kind.features(self, rng), self.of_kind.rows
        if kind == "classes":
            found[LABEL] = [f"class {code}" for code in rng.permutation(np.arange(rows) % self.classes)]
        elif kind == "labels":
            codes = rng.permutation(np.arange(rows) % self.classes)
            found[LABEL] = [json.dumps([f"label {code}", f"label {(code + 1) % self.classes}"]) for code in codes]
        elif kind == "entities":
            kinds = [f"B-kind {code}" for code in rng.permutation(np.arange(rows) % self.classes)]
            found[LABEL] = [json.dumps(["O", *[tag] * (len(json.loads(text)) - 1)])
                            for tag, text in zip(kinds, found["text"], strict=True)]  # fmt: skip
        elif kind == "boxes":
            sizes = dict.fromkeys(("x", "y", "w", "h"), 0.5)
            found[LABEL] = [json.dumps([{"class": f"class {code}", **sizes}])
                            for code in rng.permutation(np.arange(rows) % self.classes)]  # fmt: skip
        elif kind == "number":
            found[LABEL] = rng.normal(0, 1, rows).tolist()
        elif kind == "count":
            found[LABEL] = rng.poisson(3, rows).tolist()
        elif kind == "event":
            found[LABEL], found[TIME] = (rng.permutation(rows) % 2).tolist(), rng.exponential(100, rows).tolist()
        return found

    def tables(self, kind: str | None) -> list[Table]:
        """The tables of both parties."""
        known = self.numbers, self.texts, self.categories, self.classes, self.data, kind
        if known not in _TABLES:
            rng = np.random.default_rng(1)
            given = [self.columns(kind, rng) for _ in range(PARTIES)]
            names = [name for name in given[0] if name not in (LABEL, TIME)]
            time = TIME if kind == "event" else None
            _TABLES[known] = [table_of(pa.table(columns), names, kind and LABEL, time) for columns in given]
        return _TABLES[known]

    def plan(self, kind: str | None) -> dict[str, Any]:
        """Return a plan for these rows, as the platform would create it."""
        rounds = int(self.parameters.get(ROUNDS, 1))
        names = agreed(self.tables(kind), (kind,) if kind else (), self.data)
        return {"parameters": self.parameters, "maxRounds": rounds} | names


Chosen = tuple[dict[str, bool], tuple[Leaving, ...]]  # a choice of boolean parameters, and the stages with it


@dataclass(frozen=True)
class Case:
    """The stages of one kind of plan. `target` is the kind of label: `classes`, a `number`, a `count`, an `event`,
    `entities`, `boxes`, `labels`, or None. The plan has from `least` to `most` columns, not counting its label, and the
    boolean parameters in `given`. If `is_local`, it is a local run of a single party."""

    target: str | None
    least: int
    most: int | None
    stages: tuple[Leaving, ...]
    is_local: bool = False
    given: dict[str, bool] = field(default_factory=dict)


def cases_of(algorithm: Algorithm) -> list[Case]:
    """Return the stages under every kind of plan. Wide tables are a separate case, because an algorithm may process
    them differently."""
    cases = []
    for target in algorithm.label_kinds or (None,):
        for given in choices_of(algorithm):
            few, many = _compared(algorithm, target, FEW, given), _of_many_columns(algorithm, target, given)
            for place, (chosen, stages) in enumerate(few):
                wide = many[place][1] if many else stages
                if wide == stages:
                    cases.append(Case(target, 1, None, stages, given=chosen))
                else:
                    cases.append(Case(target, 1, MAX_COLUMNS, stages, given=chosen))
                    cases.append(Case(target, MAX_COLUMNS + 1, None, wide, given=chosen))
        cases.append(Case(target, 1, None, (stage_of_local_run(algorithm, target),), is_local=True))
    return cases


def choices_of(algorithm: Algorithm) -> list[dict[str, bool]]:
    """Return all combinations of values of the boolean parameters except COMPARES, because the terms may depend on
    these parameters."""
    names = [name for name in _booleans(algorithm) if name != COMPARES]
    return [dict(zip(names, values, strict=True)) for values in product((False, True), repeat=len(names))]


def _booleans(algorithm: Algorithm) -> list[str]:
    return [one["name"] for one in algorithm.manifest["parameters"] if one["type"] == "boolean"]


def _of_many_columns(algorithm: Algorithm, kind: str | None, given: dict[str, bool]) -> list[Chosen] | None:
    """Return the stages with many columns, or None if the algorithm refuses so many columns or its kind of data
    never has them."""
    if not SYNTHETIC_ROWS[algorithm.data_kind].has_wide_tables:
        return None
    try:
        return _compared(algorithm, kind, MANY, given)
    except RunError:
        return None


def stages_of(
    algorithm: Algorithm, kind: str | None, numbers: tuple[int, int] = FEW, given: dict[str, bool] | None = None
) -> list[Leaving]:
    """Return an algorithm's stages in the order of a run. `given` are the values of boolean parameters."""
    return list(_compared(algorithm, kind, numbers, given or {})[-1][1])


def _compared(algorithm: Algorithm, kind: str | None, numbers: tuple[int, int], given: dict[str, bool]) -> list[Chosen]:
    """Return the stages without and with the comparison in which each party trains alone, from one run, because only
    the last stage differs. An algorithm without that parameter has a single case."""
    known = _sets(algorithm, kind, numbers, given)
    watched = [_watched(algorithm, made_up, kind) for made_up in known]
    sizes = [made_up.sizes(kind) for made_up in known]
    if COMPARES not in _booleans(algorithm):
        return [(given, _leavings([requested for requested, _ in watched], sizes))]
    return [
        (given | {COMPARES: False}, _leavings([bare for _, bare in watched], sizes)),
        (given | {COMPARES: True}, _leavings([requested for requested, _ in watched], sizes)),
    ]


def _leavings(requested: list[list[Stage]], sizes: list[dict[str, int]]) -> tuple[Leaving, ...]:
    names = dict.fromkeys(stage.name for stages in requested for stage in stages)
    by_name = [[[stage for stage in stages if stage.name == name] for stages in requested] for name in names]
    return tuple(_leaving(name, alike, sizes) for name, alike in zip(names, by_name, strict=True))


def stage_of_local_run(algorithm: Algorithm, kind: str | None) -> Leaving:
    """Return the only stage of a local run."""
    known = _sets(algorithm, kind, FEW, {})
    stages = [[_only_stage(algorithm, made_up.plan(kind))] for made_up in known]
    return replace(_leaving("whole", stages, [made_up.sizes(kind) for made_up in known]), per_round=False, messages=1)


def _only_stage(algorithm: Algorithm, plan: dict[str, Any]) -> Stage:
    protocol = algorithm.protocol(plan | {"parties": [{"partyId": "1001", "key": ""}]})
    stage = require_stage(protocol.next_stage(protocol.begin(1, "")))
    # an algorithm without metrics sends no metric terms
    return replace(stage, terms={name: term for name, term in stage.terms.items() if 0 not in term.shape})


def stages_per_round(cases: Sequence[Case]) -> int | str:
    """Return the number of training messages in a round, as an integer or as the name of the parameter that determines
    it. Raises ValueError if cases differ, or if the number is a sum of both."""
    counts = {_trained(case.stages) for case in cases if not case.is_local}
    if len(counts) > 1:
        raise ValueError(f"messages of a round are {counts}")
    return counts.pop()


def _trained(stages: Sequence[Leaving]) -> int | str:
    counts = [stage.messages for stage in stages if stage.per_round]
    if len(counts) == 1:
        return counts[0]
    if named := [count for count in counts if isinstance(count, str)]:
        raise ValueError(f"{named} and other messages are in one round")
    return sum(count for count in counts if isinstance(count, int)) or 1


class Watched:
    """Records the stages that a protocol requests, both as they are and as they would be without the comparison in
    which each party trains alone (`bare`). No party trains alone here, because no other stage depends on it and it
    takes as long as all other stages together."""

    def __init__(self, protocol: OnRows) -> None:
        self.protocol = protocol
        self.requested: list[Stage] = []
        self.bare: list[Stage] = []

    def next_stage(self, state: State) -> Stage | None:
        stage = self.protocol.next_stage(state)
        if stage:
            self.requested.append(stage)
            self.bare.append(require_stage(self.protocol.without_comparison().next_stage(state)))
        return stage

    def compute(self, state: State, party: Party, stage: Stage) -> Values:
        found = self.protocol.without_comparison().compute(state, party, stage)
        return {name: np.zeros(term.shape) for name, term in stage.terms.items()} | found

    def __getattr__(self, name: str) -> Any:
        return getattr(self.protocol, name)


def _watched(algorithm: Algorithm, made_up: MadeUp, kind: str | None) -> tuple[list[Stage], list[Stage]]:
    """Run a protocol and return all its stages, with and without the comparison in which each party trains alone."""
    watched: list[Watched] = []

    def compose(*given: Any) -> Watched:
        watched.append(Watched(algorithm.compose(*given)))
        return watched[-1]

    plan = made_up.plan(kind)
    protocol = algorithm.on_rows(plan)
    fit(replace(algorithm, compose=compose), plan, [protocol.party(table) for table in made_up.tables(kind)])
    return [stage for protocol in watched for stage in protocol.requested], [
        stage for protocol in watched for stage in protocol.bare
    ]


def _sets(
    algorithm: Algorithm, kind: str | None, numbers: tuple[int, int], given: dict[str, bool]
) -> tuple[MadeUp, MadeUp]:
    """Return two sets of synthetic rows whose sizes all differ. Integer parameters are small, so that the runs are
    fast. But a fit that must converge gets as many rounds as it needs, because its last stage follows only after
    convergence."""
    here, there = {}, {}
    for place, parameter in enumerate(algorithm.manifest["parameters"]):
        name, default = parameter["name"], parameter["default"]
        here[name] = there[name] = True if name == COMPARES else given.get(name, default)
        if name in LOCAL:
            here[name] = there[name] = parameter["minimum"]
        elif parameter["type"] == "integer":
            low, high = 11 + 4 * place, 14 + 4 * place
            if low < parameter["minimum"] or high > parameter["maximum"]:
                low = min(parameter["minimum"] + place, parameter["maximum"] - 2)
                high = low + 2
            here[name], there[name] = low, high
    if ROUNDS in here:
        here[ROUNDS], there[ROUNDS] = 2, 3
    data = algorithm.data_kind
    sets = MadeUp(numbers[0], 2, 4, 3, here, data), MadeUp(numbers[1], 4, 6, 5, there, data)
    enough = getattr(algorithm.on_rows(sets[0].plan(kind)).inner, "enough_rounds", 0)
    if enough and ROUNDS in here:
        here[ROUNDS], there[ROUNDS] = enough, enough + 1
    return sets


def _leaving(name: str, alike: list[list[Stage]], sizes: list[dict[str, int]]) -> Leaving:
    everything = [stage for stages in alike for stage in stages]
    message = everything[0].message
    per_round = message == TRAIN
    counts = [max((_most_of_a_round if per_round else len)(stages), 1) for stages in alike]
    messages = _size_name(counts, sizes)
    terms = [
        _declared(term, alike, sizes) for term in dict.fromkeys(term for stage in everything for term in stage.terms)
    ]
    return Leaving(name, message, per_round, max(counts) if messages == OPEN else messages, tuple(terms))


def _most_of_a_round(stages: list[Stage]) -> int:
    rounds = [stage.round for stage in stages]
    return max((rounds.count(round_) for round_ in rounds), default=0)


def _declared(name: str, alike: list[list[Stage]], sizes: list[dict[str, int]]) -> Declared:
    found = [[stage.terms[name] for stage in stages if name in stage.terms] for stages in alike]
    shapes, whole = [{term.shape for term in terms} for terms in found], found[0][0].whole
    lengths = {len(shape) for known in shapes for shape in known}
    if len(lengths) > 1:
        return Declared(name, (OPEN,), whole)
    places = range(lengths.pop())
    seen = [[{shape[place] for shape in known} for known in shapes] for place in places]
    return Declared(name, tuple(_length(values, sizes) for values in seen), whole)


def _length(seen: list[set[int]], sizes: list[dict[str, int]]) -> str | int:
    """Return the size of a dimension: a number or the name of a known size, or OPEN if it varies between messages."""
    if any(len(values) != 1 for values in seen):
        return OPEN
    return _size_name([next(iter(values)) for values in seen], sizes)


def _size_name(values: list[int], sizes: list[dict[str, int]]) -> str | int:
    if len(set(values)) == 1:
        return values[0]
    return next((name for name in sizes[0] if [known[name] for known in sizes] == values), OPEN)
