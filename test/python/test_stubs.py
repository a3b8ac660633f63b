"""The type stubs and the package say the same."""

import ast
import inspect
import pathlib

import talus
import talus._core

FOLDER = pathlib.Path(talus.__file__).parent
STUB = ast.parse((FOLDER / "_core.pyi").read_text())


def stub_members(nodes):
    names = {}
    for node in nodes:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            names[node.name] = node
        elif isinstance(node, ast.AnnAssign):
            names[node.target.id] = node
    return names


def decorators_of(node):
    """"property", "overload" or "setter"."""
    return {d.id if isinstance(d, ast.Name) else d.attr for d in node.decorator_list}


def public(names):
    return {name for name in names if not name.startswith("_") or name == "__version__"}


def test_the_module():
    assert public(stub_members(STUB.body)) == public(vars(talus._core))


def test_the_package_exports_all_of_it():
    assert set(talus.__all__) >= public(vars(talus._core))
    assert all(hasattr(talus, name) for name in talus.__all__)
    assert (FOLDER / "py.typed").exists()


def test_the_members_of_every_class():
    for name, node in stub_members(STUB.body).items():
        if isinstance(node, ast.ClassDef):
            assert public(stub_members(node.body)) == public(vars(getattr(talus._core, name))), name


def test_the_parameters_of_every_function():
    def check(where, node, function):
        in_stub = [argument.arg for argument in node.args.args]
        # pybind11 writes the signature into the first line of the documentation, of several into lines with numbers;
        # what Python adds to a class is known to inspect.
        if inspect.isfunction(function):
            assert list(inspect.signature(function).parameters)[1:] == in_stub[1:], where
            return
        lines = inspect.getdoc(function).splitlines()
        signatures = [line for line in lines if line[:1].isdigit()] if "overload" in decorators_of(node) else lines[:1]

        def fits(signature):
            named = all(f"{argument}:" in signature for argument in in_stub)
            return named and signature.split("->")[0].count(": ") == len(in_stub)

        assert any(map(fits, signatures)), f"{where}: {in_stub} fit none of {signatures}"

    for name, node in stub_members(STUB.body).items():
        if isinstance(node, ast.FunctionDef):
            check(name, node, getattr(talus._core, name))
        elif isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, ast.FunctionDef) and not member.name.startswith("__len"):
                    decorators = decorators_of(member)
                    if decorators & {"property", "setter"}:
                        assert isinstance(vars(getattr(talus._core, name))[member.name], property)
                    else:
                        check(f"{name}.{member.name}", member, getattr(getattr(talus._core, name), member.name))


def test_everything_is_documented():
    for name in talus.__all__:
        if name not in ("__version__", "STATUS_NAMES"):
            assert inspect.getdoc(getattr(talus, name)), name


def test_the_example_in_the_documentation():
    import doctest

    assert doctest.testmod(talus).failed == 0 and doctest.testmod(talus).attempted > 0
