"""Repeats the equality tests with the numeric kernels of other processors. Results of OpenBLAS and numpy differ in the
last bits between processors, so two parties may get different ones."""

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest
from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__

TESTS = Path(__file__).parent
CORE_TYPES = {"aarch64": ("ARMV8", "NEOVERSEN1", "THUNDERX")}.get(
    platform.machine(), ("Haswell", "Sandybridge", "Nehalem", "Prescott")
)
EQUALITY = (
    "test_additive.py", "test_clustering.py", "test_counts.py", "test_cox.py", "test_curves.py", "test_describing.py",
    "test_histograms.py", "test_made_up_moments.py", "test_newton.py", "test_on_table.py", "test_ridge.py",
    "test_starting.py", "test_terms.py", "flower/test_states.py",
)  # fmt: skip
# These substrings select tests by name: they compare a federation with all rows in one place, or a party's states with
# another party's.
EQUAL = "in_one_place or pooled or one_ulp"


# Run this in a separate process, because other tests of this process may already have loaded the libraries with
# threads.
KERNEL = "import numpy, threadpoolctl; print(threadpoolctl.threadpool_info()[0]['architecture'])"


def kernel_of(environment: dict[str, str]) -> str:
    command = [sys.executable, "-c", KERNEL]
    return subprocess.check_output(command, env=os.environ | environment, text=True).strip()


def run_tests(files: tuple[str, ...], environment: dict[str, str]) -> None:
    """Fails with pytest's output unless each selected test passes."""
    command = [sys.executable, "-m", "pytest", "-x", "--disable-warnings", "-k", EQUAL, *files]
    ended = subprocess.run(command, cwd=TESTS, env=os.environ | environment, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout[-10_000:] + ended.stderr[-2_000:]


def other_core_types(count: int) -> list[str]:
    own = kernel_of({})
    return [name for name in CORE_TYPES if name != own][:count]


def test_a_federation_equals_all_rows_in_one_place_on_another_kernel_of_openblas():
    (name,) = other_core_types(1)
    environment = {"OPENBLAS_CORETYPE": name}
    assert kernel_of(environment) != kernel_of({})
    run_tests(("test_newton.py", "test_clustering.py", "test_histograms.py"), environment)


@pytest.mark.long
@pytest.mark.parametrize("name", other_core_types(2))
def test_the_equality_tests_pass_on_two_other_kernels_of_openblas(name: str):
    run_tests(EQUALITY, {"OPENBLAS_CORETYPE": name})


@pytest.mark.long
def test_the_equality_tests_pass_with_numpys_baseline_instructions_only():
    features = [name for name in __cpu_dispatch__ if __cpu_features__[name]]
    assert features
    run_tests(EQUALITY, {"NPY_DISABLE_CPU_FEATURES": " ".join(features)})
