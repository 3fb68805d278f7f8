"""A pytest plugin (`-p pytest_lines`) that sends the result of each file of tests to `make test`."""

import json
import os

SUITES_PIPE = 3  # the same value as in suites.ts

_suites: dict[str, dict] = {}


def pytest_runtest_logreport(report):
    name = f"engine/{report.nodeid.partition('::')[0]}"
    if name not in _suites:
        _report_suites()
    suite = _suite(name)
    suite["seconds"] += report.duration
    if report.failed:
        _fail(suite, report)
    elif report.skipped:
        suite["skipped"] += 1
    elif report.when == "call":
        suite["passed"] += 1


def pytest_collectreport(report):
    if report.failed:
        _fail(_suite(f"engine/{report.nodeid}"), report)


def pytest_sessionfinish():
    _report_suites()
    _write({"closing": True})


def _suite(name):
    empty = {"name": name, "passed": 0, "failed": 0, "skipped": 0, "seconds": 0.0, "failures": []}
    return _suites.setdefault(name, empty)


def _fail(suite, report):
    suite["failed"] += 1
    printed = "".join(f"\n{title}:\n{text}" for title, text in report.sections)
    text = f"{_why(report)}{report.longreprtext}{printed}"
    suite["failures"].append({"name": f"engine/{report.nodeid}", "text": text})


def _why(report):
    """Return the exception as text, to precede fixtures and source lines, because the list of failures shows only the
    beginning."""
    crash = getattr(report.longrepr, "reprcrash", None)
    return f"{crash.message}\n\n" if crash else ""


def _report_suites():
    for suite in _suites.values():
        _write(suite)
    _suites.clear()


def _write(line):
    os.write(SUITES_PIPE, (json.dumps(line) + "\n").encode())
