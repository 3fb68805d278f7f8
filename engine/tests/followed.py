"""Real survival data from statsmodels, and its split over three parties."""

from pathlib import Path

import numpy as np
import pandas
import pyarrow as pa
import statsmodels.datasets
import statsmodels.duration.tests.results as shipped
from test_newton import uneven

from engine.algorithm import Algorithm, load_algorithm
from engine.data.table import table_of
from engine.pooled import agreed, fit
from engine.protocols.on_table import OnTable
from engine.protocols.protocol import State
from engine.table import Table

TIME, EVENT = "days", "event"


def transplants() -> pandas.DataFrame:
    """Returns the patients of the Stanford heart transplant data that have an age (69)."""
    result = statsmodels.datasets.heart.load_pandas().data
    ages = result["age"].astype(float)
    return pandas.DataFrame({"age": ages, TIME: result["survival"], EVENT: result["censors"].astype(int)})


def marrow() -> pandas.DataFrame:
    """Returns 137 patients after a bone marrow transplant, with their disease group."""
    result = pandas.read_csv(Path(shipped.__file__).parent / "bmt.csv")
    return pandas.DataFrame({"group": result["Group"], TIME: result["T"].astype(float), EVENT: result["Status"]})


def synthetic() -> pandas.DataFrame:
    """Returns 1000 synthetic rows with many ties: two numbers and a column of few categories."""
    rng = np.random.default_rng(4)
    age, dose, ward = rng.normal(60, 10, 1000), rng.normal(size=1000), rng.choice(["east", "north", "west"], 1000)
    hazard = np.exp(0.05 * (age - 60) - 0.4 * dose + 0.5 * (ward == "west"))
    days, until = np.ceil(rng.exponential(40 / hazard)), np.ceil(rng.uniform(5, 90, 1000))
    ended = {TIME: np.minimum(days, until), EVENT: (days <= until).astype(int)}
    return pandas.DataFrame({"age": age, "dose": dose, "ward": ward, **ended})


def features(frame: pandas.DataFrame) -> list[str]:
    return [name for name in frame if name not in (TIME, EVENT)]


def table(frame: pandas.DataFrame) -> Table:
    return table_of(pa.Table.from_pandas(frame, preserve_index=False), features(frame), EVENT, TIME)


def parties_of(frame: pandas.DataFrame) -> list[np.ndarray]:
    """Returns the row numbers of three parties of different size and follow-up time. Each has rows with and without the
    event."""
    ended, days = frame[EVENT].to_numpy() > 0, frame[TIME].to_numpy()
    groups = [np.flatnonzero(ended == had) for had in (False, True)]
    shares = [[rows[part] for part in uneven(len(rows), days[rows])] for rows in groups]
    return [np.concatenate(part) for part in zip(*shares, strict=True)]


def run(
    algorithm_id: str, frame: pandas.DataFrame, parts: list[np.ndarray] | None = None, **given
) -> tuple[OnTable, State, dict]:
    """Returns (protocol, last state, card) of a run over the parties."""
    algorithm, rows = load_algorithm(algorithm_id), table(frame)
    plan = plan_of(algorithm, [rows], **given)
    protocol = algorithm.protocol(plan)
    parties = [protocol.party(rows.take(part)) for part in (parties_of(frame) if parts is None else parts)]
    state = fit(algorithm, plan, parties)
    return protocol, state, protocol.result(state).card


def plan_of(algorithm: Algorithm, tables: list[Table], **given) -> dict:
    named = {"parties": [], "fewest": 0, "seed": "0"}
    return {"parameters": given, "maxRounds": given.get("max_iter", 40), **named, **agreed(tables, ("event",))}


def exact_curve(own: np.ndarray, events: np.ndarray, times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns the Kaplan-Meier curve at each of the times, and the number of rows followed until then, computed by
    definition from exact times."""
    ends = np.unique(own[events])
    at_risk = np.array([(own >= end).sum() for end in ends])
    had = np.array([(own[events] == end).sum() for end in ends])
    shares = np.append(1.0, np.cumprod(1 - had / at_risk))
    followed = np.array([(own >= time).sum() for time in times])
    return shares[np.searchsorted(ends, times, side="right")], followed


def followed_rows(seed: int, rows: int, unit: float, *, late: bool = False) -> pandas.DataFrame:
    """Returns rows of which about half had the event. Times are multiples of `unit` months. If `unit` is 0, all times
    differ."""
    rng = np.random.default_rng(seed)
    happens = 60 * rng.beta(4, 2, rows) if late else rng.exponential(36, rows)
    until = rng.uniform(0, 60, rows)
    own = np.minimum(happens, until)
    arm = rng.choice(["a", "b", "c"], rows, p=[0.5, 0.3, 0.2])
    own = np.ceil(own / unit) * unit if unit else own
    return pandas.DataFrame({"arm": arm, TIME: own, EVENT: (happens <= until).astype(int)})
