"""Adam: gradient steps with a separate step size for each weight. Source: Kingma, Ba 2015, arXiv:1412.6980."""

import numpy as np

from engine.privacy.terms import Arrays

DECAY, DECAY_SQUARE, TINY = 0.9, 0.999, 1e-8


class Adam:
    """A model in training, with Adam's running means of its gradients for one local pass."""

    def __init__(self, model: Arrays, learning_rate: float):
        self.model = {name: values.copy() for name, values in model.items()}
        self.rate, self.steps = learning_rate, 0
        self.mean = {name: np.zeros_like(values) for name, values in model.items()}
        self.square = {name: np.zeros_like(values) for name, values in model.items()}

    def step(self, gradients: Arrays) -> None:
        self.steps += 1
        size = self.rate * np.sqrt(1 - DECAY_SQUARE**self.steps) / (1 - DECAY**self.steps)
        for name, gradient in gradients.items():
            self.mean[name] += (1 - DECAY) * (gradient - self.mean[name])
            self.square[name] += (1 - DECAY_SQUARE) * (gradient**2 - self.square[name])
            self.model[name] -= size * self.mean[name] / (np.sqrt(self.square[name]) + TINY)
