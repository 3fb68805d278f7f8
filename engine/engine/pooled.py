r"""What the federation is compared with: the same algorithm on all rows in one place, and on each party's rows alone.

    python -m engine.pooled --algorithm logistic-regression --parameters '{}' --label diagnosis \
        --train a.csv b.csv c.csv --test t.csv

prints `{"pooled": {metrics}, "alone": [{"file", "rows", "metrics"}], "rows", "testRows"}`, scored on `--test`. The
pooled fit trains on the very rows that the federation trains on: each file keeps its own fifth aside. A column named
`id` is left out.
"""

import argparse
import json
from pathlib import Path

import pyarrow.csv

from engine.algorithm import Algorithm, load_algorithm
from engine.data.party import Party
from engine.data.table import Table, feature_names, table_of
from engine.protocols.loop import run_here
from engine.protocols.protocol import State
from engine.targets import Target

IGNORED = "id"


def compare(algorithm: Algorithm, plan: dict, train: dict[str, Table], test: Table) -> dict:
    """Metrics on `test`. Needs all rows in one place, so it is for demos and tests only."""
    parties = [algorithm.protocol(plan).party(table) for table in train.values()]
    together = fit(algorithm, plan, [Party.together(parties)])
    target = algorithm.protocol(plan).prepared(together).target
    alone = [fit(algorithm, plan, [party], target=target) for party in parties]
    return {
        "pooled": score_on(algorithm, plan, together, test),
        "alone": [
            {"file": name, "rows": len(party.training), "metrics": score_on(algorithm, plan, state, test)}
            for name, party, state in zip(train, parties, alone, strict=True)
        ],
        "rows": sum(len(party.training) for party in parties),
        "testRows": len(test),
    }


def fit(
    algorithm: Algorithm, plan: dict, parties: list[Party], *, seed: object = 0, target: Target | None = None
) -> State:
    """The last state of a run in this process."""
    protocol = algorithm.protocol(plan)
    return run_here(protocol, parties, protocol.begin(len(parties), str(seed), target=target))


def score_on(algorithm: Algorithm, plan: dict, state: State, test: Table) -> dict[str, float]:
    """Metrics of the best model on rows nobody trained on."""
    protocol = algorithm.protocol(plan)
    return protocol.metrics(state, protocol.scores(state, test))


def plan_for(algorithm: Algorithm, parameters: dict, columns: list[str], label: str) -> dict:
    """A plan as the platform would make it."""
    rounds = algorithm.parameters(parameters)["max_iter"]
    plan = {"parameters": parameters, "columns": columns, "label": label, "maxRounds": rounds}
    return plan | {"parties": [], "fewest": 0, "seed": "0"}


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m engine.pooled")
    options.add_argument("--algorithm", required=True)
    options.add_argument("--parameters", type=json.loads, default={})
    options.add_argument("--label", required=True)
    options.add_argument("--train", type=Path, nargs="+", required=True)
    options.add_argument("--test", type=Path, required=True)
    given = options.parse_args()

    sources = {path: pyarrow.csv.read_csv(path) for path in (*given.train, given.test)}
    names = [name for name in sources[given.train[0]].column_names if name not in (IGNORED, given.label)]
    algorithm = load_algorithm(given.algorithm)
    plan = plan_for(algorithm, given.parameters, names, given.label)
    tables = {path: table_of(source, feature_names(plan), given.label) for path, source in sources.items()}
    test = tables[given.test]
    print(json.dumps(compare(algorithm, plan, {path.name: tables[path] for path in given.train}, test)))


if __name__ == "__main__":
    main()
