"""`python -m engine.demo_data <folder>`: writes the tables of the demo's three hospitals and a hold-out table, from
real data.

The data is the Wisconsin breast cancer table (scikit-learn's `load_breast_cancer`): 569 tumours, 30 measurements and
the diagnosis. Every fifth tumour of each diagnosis is in the hold-out table, and in no hospital's. The others are
divided by size, as in reality. A small clinic (8 %) refers large tumours and so sees only the smaller three quarters. A
county hospital (22 %) sees the smaller four fifths of the rest, and the university hospital (70 %) has all others. So
no hospital's patients are representative of all patients. The clinic has few malignant cases (at least five, so that it
may name the class), and its own model is clearly worse than the federated one.
"""

import csv
import sys
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.datasets import load_breast_cancer

# shares of the clinic and the county hospital; the university hospital has the rest
SHARES = {"clinic": 0.08, "county": 0.22}
SMALLER_PART = {"clinic": 0.75, "county": 0.8}
SIZE = "mean radius"


def _tumours() -> Any:
    """Return the table as a `Bunch`. scikit-learn declares several return types, depending on the arguments."""
    return load_breast_cancer()


def hospital_rows() -> dict[str, np.ndarray]:
    """Return the row numbers of scikit-learn's table that belong to each place: clinic, county, university, holdout."""
    data = _tumours()
    held = np.zeros(len(data.target), dtype=bool)
    for diagnosis in (0, 1):
        held[np.flatnonzero(data.target == diagnosis)[::5]] = True

    size = data.data[:, list(data.feature_names).index(SIZE)]
    rest = np.flatnonzero(~held)
    rest = rest[np.argsort(size[rest], kind="stable")]
    total, places = len(rest), {}
    for place, share in SHARES.items():
        smaller = rest[: int(SMALLER_PART[place] * len(rest))]
        evenly = np.linspace(0, len(smaller) - 1, round(share * total)).round().astype(int)
        places[place] = np.sort(smaller[evenly])
        rest = rest[~np.isin(rest, places[place])]
    return {**places, "university": np.sort(rest), "holdout": np.flatnonzero(held)}


def write_demo_data(folder: Path) -> None:
    """Write `clinic.csv`, `county.csv`, `university.csv` and `holdout.csv`, with `id`, 30 measurements and
    `diagnosis`."""
    data = _tumours()
    folder.mkdir(parents=True, exist_ok=True)
    for place, rows in hospital_rows().items():
        with (folder / f"{place}.csv").open("w", newline="", encoding="utf-8") as file:
            table = csv.writer(file, lineterminator="\n")
            table.writerow(["id", *data.feature_names, "diagnosis"])
            for row in rows:
                table.writerow([row + 1, *data.data[row].tolist(), data.target_names[data.target[row]]])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m engine.demo_data <folder>")
    write_demo_data(Path(sys.argv[1]))
