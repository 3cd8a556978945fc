"""Private names of other libraries are used in one module alone."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("app", "widgets", "layouts")
ALLOWED = "widgets/textual_private.py"
OF_NAMED_TUPLES = {"_fields", "_make", "_replace"}
"""Public in spite of their names: Python documents them."""

pytestmark = pytest.mark.static


def private(name: str) -> bool:
    return name.startswith("_") and not (name.startswith("__") and name.endswith("__"))


def defined(trees: list[ast.Module]) -> set[str]:
    """Every private name that the project's own code defines or assigns, on an object or in a module."""
    names = set()
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                names.add(node.name)
            elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                names.add(node.attr)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                names.add(node.id)
    return {name for name in names if private(name)}


def of_itself(value: ast.expr) -> bool:
    """Whether an expression is the object, or the class, that the code belongs to."""
    return ast.unparse(value) in ("self", "cls", "super()")


def foreign(tree: ast.Module, own: set[str]) -> Iterator[str]:
    """Yield the private names of others that a module uses: attributes of any object, and modules."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and private(node.attr):
            if node.attr not in OF_NAMED_TUPLES and (node.attr not in own or not of_itself(node.value)):
                yield node.attr
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("getattr", "hasattr"):
            yield from (
                argument.value
                for argument in node.args[1:2]
                if isinstance(argument, ast.Constant) and private(str(argument.value))
            )
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from filter(private, (node.module or "").split("."))


def found() -> dict[str, list[str]]:
    trees = {path: ast.parse(path.read_text()) for part in PARTS for path in (ROOT / part).rglob("*.py")}
    assert trees
    own = defined(list(trees.values()))
    used = {path.relative_to(ROOT).as_posix(): sorted(set(foreign(tree, own))) for path, tree in trees.items()}
    return {path: names for path, names in used.items() if names}


def test_private_names_of_others_are_in_one_module() -> None:
    assert found().keys() <= {ALLOWED}


def test_that_module_says_why_it_uses_each() -> None:
    explained = ast.get_docstring(ast.parse((ROOT / ALLOWED).read_text())) or ""
    own = {"_changed", "_face_update", "_faces", "_is_shown", "_takes"}
    assert {name for name in found()[ALLOWED] if name not in own and name not in explained} == set()


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("self.app._driver", ["_driver"]),
        ("self._driver", ["_driver"]),
        ("self._mine = 1\nself._mine", []),
        ("self._mine = 1\nsuper()._mine", []),
        ("row._replace(x=1)", []),
        ("other._mine = 1\nother._mine", ["_mine", "_mine"]),
        ("from textual._compositor import Compositor", ["_compositor"]),
        ("getattr(app, '_driver', None)", ["_driver"]),
        ("from ._own import x\nself.__class__", []),
    ],
)
def test_a_private_name_is_noticed(source: str, names: list[str]) -> None:
    tree = ast.parse(source)
    assert list(foreign(tree, defined([tree]))) == names
