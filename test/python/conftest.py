"""What the tests of the package share."""

import os

import pytest


@pytest.fixture
def program():
    """The path of the program, with whose answers those of the package are compared."""
    path = os.environ.get("TALUS")
    assert path, "set TALUS to the program, build/release/bin/talus, or run the tests by script/test"
    return path
