"""Modules, classes and test files are small enough to be read at once."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("app", "widgets", "layouts")
MODULE_LINES = 250
TEST_LINES = 300
PUBLIC_METHODS = 15

pytestmark = pytest.mark.static


def files(*parts: str) -> list[Path]:
    found = [path for part in parts for path in (ROOT / part).rglob("*.py")]
    assert found
    return found


def too_long(paths: list[Path], limit: int) -> dict[str, int]:
    lines = {path.relative_to(ROOT).as_posix(): len(path.read_text().splitlines()) for path in paths}
    return {path: count for path, count in lines.items() if count > limit}


def public_methods(tree: ast.AST) -> dict[str, int]:
    """How many public methods and properties each class defines."""
    return {
        node.name: sum(
            isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)) and not each.name.startswith("_")
            for each in node.body
        )
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }


def test_no_module_is_longer_than_one_subject_needs() -> None:
    assert too_long(files(*PARTS, "screenshots"), MODULE_LINES) == {}


def test_no_test_file_is_longer_than_one_subject_needs() -> None:
    assert too_long(files("tests"), TEST_LINES) == {}


def test_no_class_has_more_public_methods_than_a_person_keeps_in_mind() -> None:
    large = {
        f"{path.relative_to(ROOT).as_posix()}:{name}": count
        for path in files(*PARTS, "tests")
        for name, count in public_methods(ast.parse(path.read_text())).items()
        if count > PUBLIC_METHODS
    }
    assert large == {}


def test_methods_are_counted() -> None:
    source = "class A:\n  def a(self): ...\n  async def b(self): ...\n  def _c(self): ...\n  x = 1\n"
    assert public_methods(ast.parse(source)) == {"A": 2}
