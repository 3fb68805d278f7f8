"""Real rows that were followed until an event, from what statsmodels ships, and three parties who share them."""

from pathlib import Path

import numpy as np
import pandas
import pyarrow as pa
import statsmodels.datasets
import statsmodels.duration.tests.results as shipped
from test_newton import uneven

from engine.algorithm import Algorithm, load_algorithm
from engine.data.table import Table, table_of
from engine.pooled import agreed, fit
from engine.protocols.on_table import OnTable
from engine.protocols.protocol import State

TIME, EVENT = "days", "event"


def transplants() -> pandas.DataFrame:
    """Stanford's heart transplants: 69 patients by age."""
    found = statsmodels.datasets.heart.load_pandas().data
    ages = found["age"].astype(float)
    return pandas.DataFrame({"age": ages, TIME: found["survival"], EVENT: found["censors"].astype(int)})


def marrow() -> pandas.DataFrame:
    """137 patients after a transplant of bone marrow, by what they had."""
    found = pandas.read_csv(Path(shipped.__file__).parent / "bmt.csv")
    return pandas.DataFrame({"group": found["Group"], TIME: found["T"].astype(float), EVENT: found["Status"]})


def made_up() -> pandas.DataFrame:
    """1000 rows with many ties; three columns and one of few values."""
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
    """Rows of three uneven parties, who differ in how long theirs were followed."""
    return uneven(len(frame), frame[TIME].to_numpy())


def run(
    algorithm_id: str, frame: pandas.DataFrame, parts: list[np.ndarray] | None = None, **given
) -> tuple[OnTable, State, dict]:
    """(protocol, last state, card) of a run over the parties."""
    algorithm, rows = load_algorithm(algorithm_id), table(frame)
    plan = plan_of(algorithm, [rows], **given)
    protocol = algorithm.protocol(plan)
    parties = [protocol.party(rows.take(part)) for part in (parties_of(frame) if parts is None else parts)]
    state = fit(algorithm, plan, parties)
    return protocol, state, protocol.result(state).card


def plan_of(algorithm: Algorithm, tables: list[Table], **given) -> dict:
    named = {"parties": [], "fewest": 0, "seed": "0"}
    return {"parameters": given, "maxRounds": given.get("max_iter", 40), **named, **agreed(tables, ("event",))}


def counted_as(times: np.ndarray, own: np.ndarray) -> np.ndarray:
    """Own times as the next of the common ones."""
    return np.array([min(time for time in [*times, np.inf] if time >= each) for each in own])


def exact_curve(own: np.ndarray, events: np.ndarray, times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Kaplan-Meier at each of the times, and how many rows are followed at least until then: by definition, from exact
    times."""
    ends = np.unique(own[events])
    at_risk = np.array([(own >= end).sum() for end in ends])
    had = np.array([(own[events] == end).sum() for end in ends])
    shares = np.append(1.0, np.cumprod(1 - had / at_risk))
    followed = np.array([(own >= time).sum() for time in times])
    return shares[np.searchsorted(ends, times, side="right")], followed


def followed_rows(seed: int, rows: int, unit: float, *, late: bool = False) -> pandas.DataFrame:
    """Rows of which about half had the event, with times in multiples of a unit of a month; 0 makes no ties."""
    rng = np.random.default_rng(seed)
    happens = 60 * rng.beta(4, 2, rows) if late else rng.exponential(36, rows)
    until = rng.uniform(0, 60, rows)
    own = np.minimum(happens, until)
    arm = rng.choice(["a", "b", "c"], rows, p=[0.5, 0.3, 0.2])
    own = np.ceil(own / unit) * unit if unit else own
    return pandas.DataFrame({"arm": arm, TIME: own, EVENT: (happens <= until).astype(int)})
