import numpy as np
import pytest
from sklearn.metrics import (
    accuracy_score,
    f1_score,
    log_loss,
    mean_absolute_error,
    precision_score,
    r2_score,
    recall_score,
    root_mean_squared_error,
)  # fmt: skip

from engine.metrics import add_up, score_classes, score_numbers, summarise
from engine.network import softmax

RNG = np.random.default_rng(5)


def test_parties_together_are_exactly_the_pooled_scores_of_classes():
    probabilities, truth = softmax(RNG.normal(size=(97, 3))), RNG.integers(0, 3, 97)
    targets = np.eye(3)[truth]
    parts = [slice(0, 5), slice(5, 30), slice(30, 97)]
    metrics = summarise(add_up([score_classes(probabilities[part], targets[part]) for part in parts]))

    guess = probabilities.argmax(axis=1)
    macro = {"average": "macro", "zero_division": 0}
    assert metrics == pytest.approx({
        "loss": log_loss(truth, probabilities), "accuracy": accuracy_score(truth, guess),
        "precision": precision_score(truth, guess, **macro), "recall": recall_score(truth, guess, **macro),
        "f1": f1_score(truth, guess, **macro),
    })  # fmt: skip


def test_a_class_nobody_has_or_guesses_does_not_lower_the_average():
    targets = np.eye(3)[[0, 0, 1, 1]]
    metrics = summarise(score_classes(targets, targets))
    assert metrics == pytest.approx({"loss": 0, "accuracy": 1, "precision": 1, "recall": 1, "f1": 1}, abs=1e-9)


def test_parties_together_are_exactly_the_pooled_scores_of_numbers():
    truth = np.concatenate([RNG.normal(1e6, 1, 10), RNG.normal(1e6 + 9, 3, 50)])
    guess = truth + RNG.normal(0, 2, 60)
    parts = [slice(0, 10), slice(10, 60)]
    sums = add_up([score_numbers(guess[part], truth[part], 2.0) for part in parts])

    assert summarise(sums) == pytest.approx({
        "loss": root_mean_squared_error(truth, guess) ** 2 / 4, "rmse": root_mean_squared_error(truth, guess),
        "mae": mean_absolute_error(truth, guess), "r2": r2_score(truth, guess),
    })  # fmt: skip
    assert len(sums["residuals"]) == 22 and sum(sums["residuals"]) == 60


def test_r2_has_no_meaning_for_a_label_that_does_not_vary():
    assert "r2" not in summarise(score_numbers(np.ones(3), np.full(3, 2.0), 1.0))
