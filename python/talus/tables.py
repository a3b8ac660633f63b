"""Tables of a run: pandas DataFrames where pandas is there, else structured arrays of NumPy."""

import re

import numpy as np

_UNIT = re.compile(r"(.*) \[(.*)\]$")


def pandas_or_none():
    """The module pandas, or None where there is none."""
    try:
        import pandas
    except ImportError:
        return None
    return pandas


def make_table(columns, units=None):
    """A table of lists of the same length by name. Of a DataFrame, attrs["units"] has the units."""
    pandas = pandas_or_none()
    if pandas is not None:
        table = pandas.DataFrame(columns)
        table.attrs["units"] = dict(units or {})
        return table
    arrays = {name: np.asarray(values) for name, values in columns.items()}
    rows = len(next(iter(arrays.values()))) if arrays else 0
    table = np.empty(rows, dtype=[(name, values.dtype) for name, values in arrays.items()])
    for name, values in arrays.items():
        table[name] = values
    return table


def column_names(table):
    """The names of the columns of either kind of table."""
    return list(table.dtype.names or ()) if isinstance(table, np.ndarray) else list(table.columns)


def _whole(values):
    """Integers where all of them are such."""
    largest = 2.0**53
    if np.all(np.isfinite(values)) and np.all(np.abs(values) < largest) and np.all(values == np.floor(values)):
        return values.astype(np.int64)
    return values


def _numbers(lines, width, file):
    try:
        numbers = np.array(",".join(lines).split(","), dtype=np.float64) if lines else np.empty(0)
        if numbers.size == width * len(lines):
            return numbers.reshape(len(lines), width)
    except ValueError:
        pass
    for i, line in enumerate(lines):  # where it is wrong
        fields = line.split(",")
        if len(fields) != width:
            raise OSError(f"{file}: line {i + 2}: {len(fields)} fields where {width} belong")
        for field in fields:
            try:
                float(field)
            except ValueError:
                raise OSError(f"{file}: line {i + 2}: expected a number, got {field[:60]!r}") from None
    raise OSError(f"{file}: cannot be read")


def read_csv(text, file):
    """Columns and units by name of a table of a run, "time [s],step,...". A last line without an end, which a run that
    goes on is writing, does not count. OSError with the file, the line and the value."""
    whole = text[: text.rfind("\n") + 1].splitlines()
    if not whole:
        return {}, {}
    names, units = [], {}
    for field in whole[0].split(","):
        match = _UNIT.match(field)
        name = match.group(1) if match else field
        if not name or name in names:
            raise OSError(f"{file}: line 1: the column {name[:60]!r} is there twice or has no name")
        names.append(name)
        if match:
            units[name] = match.group(2)
    numbers = _numbers(whole[1:], len(names), file)
    columns = {}
    for k, name in enumerate(names):
        counts = name not in units or units[name] == "1"
        columns[name] = _whole(numbers[:, k]) if counts else numbers[:, k].copy()
    return columns, units
