"""Folders in memory: the tests of files need no disk to wait for."""

import os
import pathlib
import tempfile

import pytest

BASE = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


@pytest.fixture
def tmp_path():
    with tempfile.TemporaryDirectory(prefix="talus_app_", dir=BASE) as folder:
        yield pathlib.Path(folder)


@pytest.fixture(scope="module")
def module_path():
    with tempfile.TemporaryDirectory(prefix="talus_app_", dir=BASE) as folder:
        yield pathlib.Path(folder)
