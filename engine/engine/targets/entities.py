"""Named entities in texts: their positions and kinds, e.g. people, places, drugs.

An entity is found if its first token, its last token and its kind are predicted correctly (Tjong Kim Sang and De
Meulder 2003). Tags are 0 outside any entity, 1 + 2 k on the first token of an entity of kind k, and 2 + 2 k on each
further token (IOB2). The engine converts the parties' own columns (B-, I-, E-, S-, L-, U- and M- or bare names) to
these tags. Entities of kinds that are not in the plan are ignored.
"""

import math
import re
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from engine.data.tokens import MAX_TOKENS, lists_of
from engine.privacy.terms import Arrays, Term, Values
from engine.table import Column
from engine.targets.chain import Chains
from engine.targets.intervals import from_zero
from engine.targets.ratios import of_rows, shares_of

OUTSIDE = "O"
TAG = re.compile(r"([BIESMLU])-(.+)", re.DOTALL)
MAX_LOSS = 35.0  # largest loss of a token
Span = tuple[int, int, int]  # an entity: the position of its first token, the position after its last token, its kind


@dataclass(frozen=True)
class Entities:
    """A target of entities. Contains their kinds in the order of the agreed codes."""

    name: str
    classes: tuple[str, ...]
    kind: ClassVar[Literal["entities"]] = "entities"
    output_kind: ClassVar[str] = "entities"  # kind of output, as the model's file and card name it

    @property
    def outputs(self) -> int:
        """Number of tags that a token can have."""
        return 1 + 2 * len(self.classes)

    @property
    def allowed(self) -> np.ndarray:
        """Return which tag may follow which: booleans [tags + 1, tags]. The last row states which tag may begin a text.
        A tag inside an entity may only follow a tag of the same kind."""
        before, after = np.arange(self.outputs + 1)[:, None], np.arange(self.outputs)[None, :]
        goes_on = (after > 0) & (after % 2 == 0)
        return ~goes_on | (before == after) | (before == after - 1)

    def check(self, label: Column) -> None:
        """Raise PartyError `data.type-mismatch` (column) if the values are not lists of tags."""
        lists_of(label)

    def encode(self, label: Column) -> np.ndarray:
        """Return the tags of each text's tokens: objects [texts], each int64 [tokens]. Raises PartyError as `check`
        does."""
        codes = {name: code for code, name in enumerate(self.classes)}
        found = np.empty(len(label.values), dtype=object)
        for row, tags in enumerate(lists_of(label)):
            found[row] = tags_of(
                [(start, end, codes[kind]) for start, end, kind in named_spans(tags) if kind in codes], len(tags)
            )
        return found

    def predict(self, outputs: Chains) -> np.ndarray:
        """Return the best tags of each text: objects [texts], each int64 [tokens]."""
        found = np.empty(len(outputs), dtype=object)
        tags = outputs.likeliest(self.allowed)
        found[:] = [tags[start:end] for start, end in zip(outputs.starts, outputs.starts[1:], strict=False)]
        return found

    @property
    def metric_names(self) -> tuple[str, ...]:
        """Names of the metrics that `metrics` can return."""
        return tuple(METRICS)

    def score_terms(self, rows: int) -> dict[str, Term]:
        """Return the terms of a party's scores over at most `rows` texts. `entities` are [kinds, (found, there,
        predicted)]."""
        return {
            "rows": Term((), rows, whole=True),
            "tokens": Term((), rows * MAX_TOKENS, whole=True),
            "loss": Term((), rows * MAX_TOKENS * MAX_LOSS),
            "entities": Term((len(self.classes), 3), rows * MAX_TOKENS, whole=True),
        }

    def score(self, outputs: Chains, targets: np.ndarray) -> Values:
        """`score_terms` of a model's outputs and the true tags (see `encode`)."""
        losses, counts = self._rows(outputs, targets)
        return {
            "rows": np.float64(len(targets)),
            "tokens": np.float64(len(outputs.scores)),
            "loss": losses.sum(),
            "entities": counts.sum(axis=0),
        }

    def metrics(self, scores: Arrays) -> dict[str, float]:
        """Return metrics as fractions, from the summed scores of any number of parties. They are micro averages over
        all kinds of entities."""
        return {name: metric(scores) for name, metric in METRICS.items()}

    def unit(self, metric: str) -> float:
        """Return 1, the size of one deviation in a metric's unit: scores of entities have no unit."""
        return 1.0

    def final_terms(self, rows: int) -> dict[str, Term]:
        """Return terms that are summed for the final model in addition to `score_terms`: products of all pairs of a
        text's counts [kinds and their total, 3, 3], and products of its loss and number of tokens."""
        return {
            "products": Term((len(self.classes) + 1, 3, 3), rows * MAX_TOKENS**2, whole=True),
            "losses": Term((3,), rows * (MAX_TOKENS * MAX_LOSS) ** 2),
        }

    def final(self, outputs: Chains, targets: np.ndarray) -> Values:
        """`final_terms` of a model's outputs and the true tags."""
        losses, counts = self._rows(outputs, targets)
        tokens = np.diff(outputs.starts).astype(np.float64)
        every = np.concatenate([counts, counts.sum(axis=1, keepdims=True)], axis=1)
        return {
            "products": np.einsum("rki,rkj->kij", every, every),
            "losses": np.array([(losses**2).sum(), (losses * tokens).sum(), (tokens**2).sum()]),
        }

    def report(self, scores: Arrays, final: Arrays, rng: np.random.Generator) -> dict[str, Any]:
        """Return every score with its 95 % interval: the metrics over all kinds, and those of each kind."""
        rows, counts = int(scores["rows"]), scores["entities"]
        if rows == 0:
            return {"rows": 0, "metrics": {}, "entities": []}
        every = shares_of(counts.sum(axis=0), final["products"][-1])
        metrics = {f"ner_{name}": of_rows(found, rows) for name, found in every.items()}
        squares, both, tokens = final["losses"]
        mean, total = loss(scores), max(float(scores["tokens"]), 1.0)
        spread = math.sqrt(max(squares - 2 * mean * both + mean**2 * tokens, 0)) / total
        metrics["loss"] = from_zero(mean, spread, rows, (float(scores["loss"]), float(squares)))
        return {
            "rows": rows,
            "metrics": {name: found for name, found in metrics.items() if found},
            "entities": [
                {"type": name} | shares_of(own, products)
                for name, own, products in zip(self.classes, counts, final["products"][:-1], strict=True)
            ],
        }

    def card(self, scores: Arrays) -> dict:
        """Return the entries of the model card besides `report`."""
        return {"classes": list(self.classes)}

    def _rows(self, outputs: Chains, targets: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return each text's loss [texts], and its entities [texts, kinds, (found, there, predicted)]."""
        tags = np.concatenate([*targets, np.array([], dtype=np.int64)]).astype(np.int64)
        most = MAX_LOSS * np.diff(outputs.starts)
        losses = np.clip(np.nan_to_num(outputs.losses(tags), nan=np.inf), 0, most)
        counts = np.zeros((len(targets), len(self.classes), 3))
        for row, (there, predicted) in enumerate(zip(targets, self.predict(outputs), strict=True)):
            truth, guesses = set(spans_of(there)), set(spans_of(predicted))
            for place, some in enumerate((truth & guesses, truth, guesses)):
                for _, _, kind in some:
                    counts[row, kind, place] += 1
        return losses, counts


def spans_of(tags: np.ndarray) -> list[Span]:
    """Return the entities that tags mark (see the module's docstring). A tag inside an entity begins a new entity if no
    entity of its kind is open."""
    found: list[Span] = []
    start, open_ = 0, -1
    for place, tag in enumerate([*tags.tolist(), 0]):
        kind = (tag - 1) // 2 if tag > 0 else -1
        if open_ >= 0 and (kind != open_ or tag % 2 == 1):
            found.append((start, place, open_))
            open_ = -1
        if kind >= 0 and open_ < 0:
            start, open_ = place, kind
    return found


def tags_of(spans: list[Span], tokens: int) -> np.ndarray:
    """Return the tags that mark these entities in a text of `tokens` tokens: int64 [tokens]."""
    tags = np.zeros(tokens, dtype=np.int64)
    for start, end, kind in spans:
        tags[start:end] = 2 + 2 * kind
        tags[start] = 1 + 2 * kind
    return tags


def named_spans(tags: list[str]) -> list[tuple[int, int, str]]:
    """Return the entities that a party's own tags mark, by the same rules as the edge (`entitiesOf` in nlp-tags.ts)."""
    found: list[tuple[int, int, str]] = []
    start, open_ = 0, None
    for place, tag in enumerate([*tags, OUTSIDE]):
        parts = TAG.fullmatch(tag)
        where, kind = parts.groups() if parts else ("I", tag)
        if open_ is not None and (tag == OUTSIDE or kind != open_ or where in "BSU"):
            found.append((start, place, open_))
            open_ = None
        if tag == OUTSIDE:
            continue
        if open_ is None:
            start, open_ = place, kind
        if where in "ESLU":
            found.append((start, place + 1, open_))
            open_ = None
    return found


def loss(scores: Arrays) -> float:
    """Mean negative log-probability of a text's tags, per token."""
    return float(scores["loss"] / max(scores["tokens"], 1))


def precision(scores: Arrays) -> float:
    """Share of the predicted entities that are correct."""
    found, _, predicted = scores["entities"].sum(axis=0)
    return float(found / max(predicted, 1))


def recall(scores: Arrays) -> float:
    """Share of the true entities that are found."""
    found, there, _ = scores["entities"].sum(axis=0)
    return float(found / max(there, 1))


def f1(scores: Arrays) -> float:
    """Harmonic mean of precision and recall."""
    found, there, predicted = scores["entities"].sum(axis=0)
    return float(2 * found / max(there + predicted, 1))


# To add a metric of entities, write a function of the summed scores and add it here.
METRICS = {"loss": loss, "ner_precision": precision, "ner_recall": recall, "ner_f1": f1}
