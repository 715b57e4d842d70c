"""The tests that only the long version runs: CALCROOM_FULL=1."""

import os

import pytest

FULL = os.environ.get("CALCROOM_FULL") == "1"

full = pytest.mark.skipif(not FULL, reason="only with CALCROOM_FULL=1")
# A limit in milliseconds is a benchmark: other work on the machine can make it fail.
benchmark = pytest.mark.skipif(not FULL, reason="a benchmark, which CALCROOM_FULL=1 runs")


def sample(values, usual):
    """Parameters of a test. Those that are not usual need the long version, and the report counts them as not run."""
    return [value if value in usual else pytest.param(value, marks=full) for value in values]
