"""Tags of tokens in a chain. A linear convolution computes the scores of the tags from the features of a token and of
its neighbours, and a conditional random field (see chain.py) combines the scores. Each party solves its own problem
with a proximal term towards the common model (see proximal.py)."""

import numpy as np

from engine.data.tokens import Sentences
from engine.learners.learner import Learner, Parameters
from engine.learners.onnx_inputs import OnnxTokens
from engine.learners.proximal import solved_near
from engine.privacy.terms import Arrays
from engine.targets.chain import Chains

REACH = 2  # number of tokens on either side on which a tag depends
PLACES = 2 * REACH + 1
END = np.iinfo(np.int64).max  # end index of a Slice that extends to the end of its axis
MAX_WEIGHTS = 2**20  # maximum number of weights, which take 8 MB in a message


def weights_of(features: int, tags: int) -> int:
    """Return the number of weights of `features` features."""
    return features * PLACES * tags


def start(features: int, outputs: int, parameters: Parameters, rng: np.random.Generator) -> Arrays:
    """Return a first model that predicts all tags equally. `weights` [features, places, tags] have one place for each
    of the tokens from two before to two after; `bias` is [tags]; `steps` [tags + 1, tags] are the scores of a step from
    a tag to the next, and in the last row into the first tag."""
    return {
        "weights": np.zeros((features, PLACES, outputs)),
        "steps": np.zeros((outputs + 1, outputs)),
        "bias": np.zeros(outputs),
    }


def chains(model: Arrays, inputs: Sentences) -> Chains:
    """Return the model's scores of texts."""
    features, places, tags = model["weights"].shape
    by_place = inputs.tokens @ model["weights"].reshape(features, places * tags)
    scores = np.tile(model["bias"], (int(inputs.starts[-1]), 1))
    for place, (here, there) in enumerate(_neighbours(inputs.starts)):
        scores[here] += by_place[there, place * tags : (place + 1) * tags]
    return Chains(scores, inputs.starts, model["steps"])


def export(model: Arrays, inputs: OnnxTokens) -> tuple[str, str]:
    """Add nodes that compute the same scores of tags [N, T, tags], and the scores of steps."""
    graph = inputs.graph
    step = graph.steps("c0")
    weights, steps, bias = (graph.learned(name, model[name]) for name in ("weights", "steps", "bias"))
    tags, scores = model["bias"].size, bias
    padded = step("Pad", inputs.times(weights), [0, REACH, 0, 0, REACH, 0])
    for place in range(PLACES):
        here = step("Slice", padded, [place], [place - PLACES + 1 or END], [1])
        scores = step("Add", step("Slice", here, [place * tags], [(place + 1) * tags], [2]), scores)
    return scores, steps


def fit(
    model: Arrays,
    inputs: Sentences,
    targets: np.ndarray,
    parameters: Parameters,
    label_kind: str,
    rng: np.random.Generator,
) -> Arrays:
    """Return the party's own model, started from the common one. Targets are the tags of each text (see
    engine.targets.entities). Reads the parameters `l2`, `proximal` and `local_steps`."""
    tags = np.concatenate([*targets, np.array([], dtype=np.int64)]).astype(np.int64)
    neighbours, tokens = _neighbours(inputs.starts), max(len(tags), 1)

    def gradients(current: Arrays) -> tuple[float, Arrays]:
        loss, by_score, by_step = chains(current, inputs).gradients(tags)
        by_place = np.zeros((len(tags), PLACES, by_score.shape[1]))
        for place, (here, there) in enumerate(neighbours):
            by_place[there, place] = by_score[here]
        weights = inputs.tokens.T @ by_place.reshape(len(tags), -1)
        found = {"weights": weights.reshape(current["weights"].shape), "steps": by_step, "bias": by_score.sum(axis=0)}
        return loss / tokens, {name: values / tokens for name, values in found.items()}

    return solved_near(model, gradients, parameters)


def _neighbours(starts: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return, for each place around a token, the tokens that have a neighbour there, and these neighbours."""
    tokens = int(starts[-1])
    owners, every = np.repeat(np.arange(len(starts) - 1), np.diff(starts)), np.arange(tokens)
    found = []
    for off in range(-REACH, REACH + 1):
        here = every[(every + off >= 0) & (every + off < tokens)]
        here = here[owners[here] == owners[here + off]]
        found.append((here, here + off))
    return found


TAGGING = Learner(start, fit, chains, export)
