"""Private names of other libraries, Textual above all, are used in `widgets/textual_private.py` alone."""

from __future__ import annotations

import ast
import importlib
import inspect
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("app", "widgets", "layouts")
EXEMPT = "widgets/textual_private.py"
MODULES = sorted(
    name
    for part in PARTS
    for path in (ROOT / part).rglob("*.py")
    if (name := path.relative_to(ROOT).as_posix()) != EXEMPT
)

NAMED_TUPLE = {"_asdict", "_fields", "_make", "_replace"}
"""Names of named tuples that their documentation makes public."""

BY_NAME = {"getattr", "hasattr", "setattr", "delattr", "attrgetter", "methodcaller"}
"""Functions that take the name of an attribute."""


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name != "_" and name not in NAMED_TUPLE


def is_self(node: ast.expr) -> bool:
    """Return whether an expression is `self`, `cls` or `super()`."""
    if isinstance(node, ast.Call):
        node = node.func
    return isinstance(node, ast.Name) and node.id in ("self", "cls", "super")


def defined(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the private names that are defined: functions, classes, variables, and attributes of self and cls."""
    names: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and is_self(node.value):
            names.add(node.attr)
    return set(filter(is_private, names))


def foreign(source: str) -> list[str]:
    """Return the uses of private names that a module does not define, except those of self, as "line: name"."""
    nodes = list(ast.walk(ast.parse(source)))
    own = defined(nodes)
    return [f"{line}: {name}" for line, name in uses(nodes) if name not in own]


def uses(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    for node in nodes:
        if isinstance(node, ast.Attribute) and is_private(node.attr) and not is_self(node.value):
            yield node.lineno, node.attr
        elif isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            for value in node.args if called in BY_NAME else ():
                if isinstance(value, ast.Constant) and is_private(str(value.value)):
                    yield node.lineno, str(value.value)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in (*modules, *(alias.name for alias in node.names)):
                if any(map(is_private, name.split("."))):
                    yield node.lineno, name


@pytest.mark.static
@pytest.mark.parametrize("module", MODULES)
def test_a_module_uses_only_its_own_private_names(module: str) -> None:
    assert foreign((ROOT / module).read_text()) == []


@pytest.mark.static
@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("app._driver", ["1: _driver"]),
        ("app.screen._compositor.rows", ["1: _compositor"]),
        ("import textual._compositor", ["1: textual._compositor"]),
        ("from textual._compositor import Compositor", ["1: textual._compositor"]),
        ("from textual import _compositor", ["1: _compositor"]),
        ("getattr(app, '_driver', None)", ["1: _driver"]),
        ("def f(self, other): self._x = other._x", []),
        ("class A:\n    _x: int\ndef f(a): a._x", []),
        ("row._replace(x=1)", []),
        ("a.__class__", []),
    ],
)
def test_private_names_of_others_are_found(source: str, found: list[str]) -> None:
    assert foreign(source) == found


def parsed(one: type) -> ast.ClassDef:
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(one))).body
    assert isinstance(node, ast.ClassDef)
    return node


def of_self(one: type, *contexts: type[ast.expr_context]) -> set[str]:
    """Return the private attributes of `self`, `cls` and `super()` that the methods of a class load or store."""
    nodes = [node for node in ast.walk(parsed(one)) if isinstance(node, ast.Attribute) and is_self(node.value)]
    return {node.attr for node in nodes if is_private(node.attr) and isinstance(node.ctx, contexts)}


def members(one: type) -> set[str]:
    """Return the private names that a class defines: methods, class variables, and what its methods store in self."""
    body = [
        node
        for part in parsed(one).body
        for node in (part, *getattr(part, "targets", ()), getattr(part, "target", part))
    ]
    return defined(body) | of_self(one, ast.Store)


def redefined(one: type) -> set[str]:
    """Return the private names of Textual that a class defines too, which would change how Textual works."""
    textuals = [base for base in one.__mro__ if base.__module__.startswith("textual.")]
    return members(one) & {name for base in textuals for name in {*vars(base), *of_self(base, ast.Store)}}


def inherited(one: type) -> set[str]:
    """Return the private names that a class uses of itself but that no class of the package defines for it."""
    own = [base for base in one.__mro__ if base.__module__.startswith(("div_tui.", __name__))]
    return of_self(one, ast.Load, ast.Store, ast.Del) - {name for base in own for name in members(base)}


@pytest.mark.static
@pytest.mark.parametrize("module", [name for name in MODULES if not name.endswith("__main__.py")])
def test_a_class_uses_only_private_names_of_the_package(module: str) -> None:
    name = "div_tui." + module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    classes = [one for one in vars(importlib.import_module(name)).values() if inspect.isclass(one)]
    for one in classes:
        if one.__module__ == name:
            assert (one, redefined(one), inherited(one)) == (one, set(), set())


@pytest.mark.static
def test_private_names_of_textual_are_found() -> None:
    from textual.app import App

    class Own(App[None]):
        def __init__(self) -> None:
            super().__init__()
            self._mine = 1
            self._exception = None

        def own(self) -> object:
            return self._mine, self._driver

    assert redefined(Own) == {"_exception"}
    assert inherited(Own) == {"_driver"}


@pytest.mark.static
def test_the_exempt_module_explains_each_name() -> None:
    module = importlib.import_module("div_tui." + EXEMPT.removesuffix(".py").replace("/", "."))
    classes = [one for one in vars(module).values() if inspect.isclass(one) and one.__module__ == module.__name__]
    names = {use.partition(": ")[2] for use in foreign((ROOT / EXEMPT).read_text())}
    names |= {name for one in classes for name in redefined(one) | inherited(one)}
    assert names == {"_compositor", "textual._compositor", "_dirty_regions", "_fatal_error"}
    assert [name for name in names if name not in str(module.__doc__)] == []
