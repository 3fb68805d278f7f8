"""Fits of the pooled rows by well-known libraries, for comparison in bench/algorithms.py."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas
import statsmodels.api as sm
import xgboost
from lifelines import CoxPHFitter, KaplanMeierFitter
from lifelines.utils import concordance_index
from sklearn.cluster import KMeans
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.metrics import d2_tweedie_score, r2_score, roc_auc_score
from sklearn.neural_network import MLPClassifier
from sklearn.preprocessing import StandardScaler

LABELS = {"classes": "outcome", "number": "age", "count": "falls", "event": "outcome", None: None}
TIME = "days"


@dataclass(frozen=True)
class Rows:
    """Raw columns [rows], and the label as numbers."""

    frame: pandas.DataFrame
    truth: np.ndarray

    @classmethod
    def of(cls, frame: pandas.DataFrame, label: str | None) -> "Rows":
        columns = frame.drop(columns=[name for name in (label, TIME) if name in frame])
        truth = frame[label] if label else np.zeros(len(frame))
        return cls(columns, (truth == "well").to_numpy(float) if label == "outcome" else np.asarray(truth, float))

    def inputs(self, *, gaps: bool = False) -> np.ndarray:
        """Return inputs [rows, features]: numbers, and an indicator for each category of a column except its first.
        Missing numbers become the mean, or stay NaN if `gaps`."""
        coded = pandas.get_dummies(self.frame, drop_first=True).astype(float)
        return (coded if gaps else coded.fillna(coded.mean())).to_numpy()


def logit(train: Rows, test: Rows) -> np.ndarray:
    return sm.Logit(train.truth, sm.add_constant(train.inputs())).fit(disp=0).predict(sm.add_constant(test.inputs()))


def least_squares(train: Rows, test: Rows) -> np.ndarray:
    return sm.OLS(train.truth, sm.add_constant(train.inputs())).fit().predict(sm.add_constant(test.inputs()))


def poisson(train: Rows, test: Rows) -> np.ndarray:
    model = sm.GLM(train.truth, sm.add_constant(train.inputs()), family=sm.families.Poisson())
    return model.fit().predict(sm.add_constant(test.inputs()))


def negative_binomial(train: Rows, test: Rows) -> np.ndarray:
    scaler = StandardScaler().fit(train.inputs())
    model = sm.NegativeBinomial(train.truth, sm.add_constant(scaler.transform(train.inputs())))
    return model.fit(disp=0, maxiter=200).predict(sm.add_constant(scaler.transform(test.inputs())))


def boosted(train: Rows, test: Rows) -> np.ndarray:
    model = xgboost.XGBClassifier(n_estimators=64, max_depth=3, learning_rate=0.2, n_jobs=1)
    return model.fit(train.inputs(gaps=True), train.truth).predict_proba(test.inputs(gaps=True))[:, 1]


def forest(train: Rows, test: Rows) -> np.ndarray:
    model = RandomForestClassifier(60, min_samples_leaf=5, random_state=0)
    return model.fit(train.inputs(), train.truth).predict_proba(test.inputs())[:, 1]


def histogram_boosting(train: Rows, test: Rows) -> np.ndarray:
    """Fit boosting with one column per tree, which is an additive model of step functions. None of these libraries has
    one."""
    model = HistGradientBoostingClassifier(interaction_cst="no_interactions", early_stopping=False)
    return model.fit(train.inputs(gaps=True), train.truth).predict_proba(test.inputs(gaps=True))[:, 1]


def perceptron(train: Rows, test: Rows) -> np.ndarray:
    scaler = StandardScaler().fit(train.inputs())
    model = MLPClassifier([32], max_iter=100, random_state=0).fit(scaler.transform(train.inputs()), train.truth)
    return model.predict_proba(scaler.transform(test.inputs()))[:, 1]


def cox(train: pandas.DataFrame, test: pandas.DataFrame) -> np.ndarray:
    """Return hazards of a Cox regression. The frames contain the time `TIME`, `event` (whether it occurred), and
    `party`, which is the stratum."""
    fitter = CoxPHFitter().fit(train, TIME, "event", strata="party")
    return fitter.predict_partial_hazard(test).to_numpy()


def kaplan_meier(frame: pandas.DataFrame, times: np.ndarray) -> np.ndarray:
    """Return the share of rows without the event at each of these times."""
    return KaplanMeierFitter().fit(frame[TIME], frame["event"]).survival_function_at_times(times).to_numpy()


def inertia(inputs: np.ndarray, clusters: int) -> float:
    """Return the lowest inertia of k-means from twenty starts."""
    return float(KMeans(clusters, n_init=20, random_state=0).fit(inputs).inertia_)


PREDICTING: dict[str, tuple[str, Callable[[Rows, Rows], np.ndarray]]] = {
    "additive-model": ("scikit-learn, boosting without interactions", histogram_boosting),
    "boosted-trees": ("xgboost", boosted),
    "linear-regression": ("statsmodels", least_squares),
    "logistic-regression": ("statsmodels", logit),
    "mlp": ("scikit-learn", perceptron),
    "negative-binomial": ("statsmodels", negative_binomial),
    "poisson-regression": ("statsmodels", poisson),
    "random-forest": ("scikit-learn", forest),
}
SCORES: dict[str, tuple[str, Callable[[np.ndarray, np.ndarray], float]]] = {
    "classes": ("AUC", roc_auc_score),
    "number": ("R²", r2_score),
    "count": ("D²", lambda truth, found: d2_tweedie_score(truth, found, power=1)),
}
concordance = concordance_index
