"""A linear-chain conditional random field: the tags of a text's tokens, each dependent on its neighbours.

The probability of a text's tags is exp(sum of the scores of each token's tag and of each step from one tag to the next)
divided by the sum of that over all possible tags. The step into the first token has its own row. One forward and one
backward pass in logarithms compute this sum and its gradients exactly (Lafferty, McCallum, Pereira 2001; Rabiner 1989
for the passes). Tags are those of `engine.targets.entities`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

import numpy as np

from engine.data.tokens import places_of

BLOCK = 512  # Texts are processed in batches of this many.
NEVER = -1e9  # score of a transition between tags that is not allowed


@dataclass(frozen=True)
class Chains:
    """Concatenated texts: the scores of their tokens' tags [tokens, tags], the start of each text among them [texts +
    1], and the scores of steps [tags + 1, tags] from a tag to the next, and in the last row into the first tag."""

    scores: np.ndarray
    starts: np.ndarray
    steps: np.ndarray

    def __len__(self) -> int:
        return len(self.starts) - 1

    def __getitem__(self, rows: np.ndarray) -> Self:
        """Return the texts at these positions, or those for which this mask is true."""
        places, starts = places_of(self.starts, rows)
        return type(self)(self.scores[places], starts, self.steps)

    def losses(self, tags: np.ndarray) -> np.ndarray:
        """Return the negative log-probability of these tags [tokens], for each text [texts]."""
        own = self.scores[np.arange(len(tags)), tags] + self.steps[self._before(tags), tags]
        return self.totals() - np.bincount(self._owners(), weights=own, minlength=len(self))

    def totals(self) -> np.ndarray:
        """Return the log of the sum over all tag sequences of each text (log-partition function) [texts]; 0 for a text
        without tokens."""
        found = np.zeros(len(self))
        for block in self._blocks():
            found[block.texts] = block.totals(self._forward(block))
        return found

    def gradients(self, tags: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
        """Return the total loss of all texts, and its gradients by each score [tokens, tags] and each step [tags + 1,
        tags]."""
        loss, by_score, by_step = 0.0, np.zeros_like(self.scores), np.zeros_like(self.steps)
        grown = np.exp(self.steps[:-1])
        for block in self._blocks():
            scores, forward = self._padded(block), self._forward(block)
            totals, backward = block.totals(forward), np.zeros((len(block.texts), self.steps.shape[1]))
            loss += float(totals.sum())
            for place in range(len(block.active) - 1, -1, -1):
                now = block.active[place]
                probabilities = np.exp(forward[place][:now] + backward[:now] - totals[:now, None])
                by_score[block.firsts[:now] + place] = probabilities
                if place == 0:
                    by_step[-1] += probabilities.sum(axis=0)
                    continue
                behind = scores[place][:now] + backward[:now]
                most = forward[place - 1][:now].max(axis=1, keepdims=True)
                into = np.exp(behind + most - totals[:now, None])
                by_step[:-1] += grown * (np.exp(forward[place - 1][:now] - most).T @ into)
                backward[:now] = _log_sums(behind, grown.T)
        own = np.arange(len(tags))
        before = self._before(tags)
        loss -= float((self.scores[own, tags] + self.steps[before, tags]).sum())
        by_score[own, tags] -= 1
        np.subtract.at(by_step, (before, tags), 1)
        return loss, by_score, by_step

    def likeliest(self, allowed: np.ndarray) -> np.ndarray:
        """Return the best tags [tokens] of each text (Viterbi 1967) by steps that are `allowed`, booleans [tags + 1,
        tags]. If two sequences are equally good, the one with the lower code at the last differing tag wins."""
        found, steps = np.zeros(len(self.scores), dtype=np.int64), np.where(allowed, self.steps, NEVER)
        for block in self._blocks():
            scores = self._padded(block)
            best, pointers = scores[0] + steps[-1], []
            for place in range(1, len(block.active)):
                now = block.active[place]
                ways = best[:now, :, None] + steps[:-1]
                pointers.append(ways.argmax(axis=1))
                best = np.concatenate([ways.max(axis=1) + scores[place][:now], best[now:]])
            tags = best.argmax(axis=1)
            for place in range(len(block.active) - 1, -1, -1):
                now = block.active[place]
                found[block.firsts[:now] + place] = tags[:now]
                if place > 0:
                    tags[:now] = pointers[place - 1][np.arange(now), tags[:now]]
        return found

    def _owners(self) -> np.ndarray:
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    def _before(self, tags: np.ndarray) -> np.ndarray:
        """Return the previous tag of each token, or the start state for the first token of a text."""
        before = np.append(self.steps.shape[1], tags[:-1]) if len(tags) else tags
        before[self.starts[:-1][np.diff(self.starts) > 0]] = self.steps.shape[1]
        return before

    def _blocks(self) -> Iterator["Block"]:
        lengths = np.diff(self.starts)
        order = np.argsort(-lengths, kind="stable")
        order = order[lengths[order] > 0]
        for start in range(0, len(order), BLOCK):
            texts = order[start : start + BLOCK]
            yield Block.of(texts, self.starts[texts], lengths[texts])

    def _padded(self, block: "Block") -> list[np.ndarray]:
        """Return the scores at each position in a text, for the texts that are long enough [texts, tags]."""
        return [self.scores[block.firsts[:now] + place] for place, now in enumerate(block.active)]

    def _forward(self, block: "Block") -> list[np.ndarray]:
        """Return, for each position in a text, the log of the sum over all tag sequences that end there, by the tag at
        that position [texts, tags]."""
        scores, grown = self._padded(block), np.exp(self.steps[:-1])
        found = [scores[0] + self.steps[-1]]
        for place in range(1, len(block.active)):
            now = block.active[place]
            found.append(_log_sums(found[-1][:now], grown) + scores[place])
        return found


@dataclass(frozen=True)
class Block:
    """A batch of texts, longest first: the start of each text's tokens, and the number of texts that have at least as
    many tokens as each position."""

    texts: np.ndarray
    firsts: np.ndarray
    active: list[int]

    @classmethod
    def of(cls, texts: np.ndarray, firsts: np.ndarray, lengths: np.ndarray) -> Self:
        return cls(texts, firsts, [int((lengths > place).sum()) for place in range(int(lengths[0]))])

    def totals(self, forward: list[np.ndarray]) -> np.ndarray:
        """Return the log-partition function of each text [texts], read at the text's last position."""
        found = np.zeros(len(self.texts))
        for place, now in enumerate(self.active):
            ends = self.active[place + 1] if place + 1 < len(self.active) else 0
            if ends < now:
                found[ends:now] = _log_sums(forward[place][ends:now], np.ones((forward[place].shape[1], 1)))[:, 0]
        return found


def _log_sums(logs: np.ndarray, factors: np.ndarray) -> np.ndarray:
    """Return log(exp(logs) @ factors), computed without overflow. `logs` is [rows, tags] and `factors` is [tags,
    others]."""
    most = logs.max(axis=1, keepdims=True)
    return np.log(np.exp(logs - most) @ factors) + most
