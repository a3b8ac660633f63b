"""Every public name of the package has a docstring and types; help(talus) is a guide."""

import ast
import inspect
import pathlib
import pydoc

import pytest
import talus

STUB = (pathlib.Path(talus.__file__).parent / "_core.pyi").read_text()
STUBBED = {node.name for node in ast.parse(STUB).body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
NAMES = [name for name in talus.__all__ if callable(getattr(talus, name))]


def public_members(cls):
    return {name: member for name, member in vars(cls).items() if not name.startswith("_")}


@pytest.mark.parametrize("name", NAMES)
def test_has_a_docstring(name):
    thing = getattr(talus, name)
    text = inspect.getdoc(thing) or ""
    # pybind11 puts the signature into the first line; more than that is documentation.
    assert len(text.removeprefix(pydoc.splitdoc(text)[0] if "->" in text.split("\n")[0] else "").strip()) > 10, name
    if inspect.isclass(thing):
        undocumented = [member for member, value in public_members(thing).items() if not (inspect.getdoc(value) or "").strip()]
        assert not undocumented, name


@pytest.mark.parametrize("name", NAMES)
def test_has_types(name):
    """In the stub of the compiled module, or as annotations of a module in Python."""
    thing = getattr(talus, name)
    if thing.__module__ == "talus._core":
        assert name in STUBBED
        return
    functions = [thing] if inspect.isfunction(thing) else [f for f in vars(thing).values() if inspect.isfunction(f)]
    for function in functions:
        parameters = [p for p in inspect.signature(function).parameters.values() if p.name != "self"]
        assert all(p.annotation is not p.empty for p in parameters), f"{name}: {function.__name__}"


def test_help_is_a_guide():
    text = pydoc.render_doc(talus, renderer=pydoc.plaintext)
    guide = inspect.getdoc(talus)
    assert guide.splitlines()[0] in text
    for word in ("talus.contact", "talus.Setup", "talus.Simulation", "from_scene", "talus.pack", "ValueError"):
        assert word in guide, word
