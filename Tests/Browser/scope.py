"""The tests that only the long version runs: CALCROOM_FULL=1."""

import os

import pytest

FULL = os.environ.get("CALCROOM_FULL") == "1"

full = pytest.mark.skipif(not FULL, reason="only with CALCROOM_FULL=1")


def benchmark(test):
    """A limit in milliseconds, which other work on the machine can break: the long version runs it last and alone."""
    return pytest.mark.benchmark(full(test))


def sample(values, usual):
    """Parameters of a test. Those that are not usual need the long version, and the report counts them as not run."""
    return [value if value in usual else pytest.param(value, marks=full) for value in values]
