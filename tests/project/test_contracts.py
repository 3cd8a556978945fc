"""What holds for the source as a whole: its style, its types, and which part may import which."""

import os
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import numpy as np
import pytest
import tomli

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("app", "widgets", "layouts")
MOST_LINES = 350

NUMPY = tuple(map(int, np.__version__.split(".")[:2]))

CHECKED = """
import sys
from div_tui.app.cli.main import main
unwanted = tuple(name + "." for name in sys.argv[1].split())
status = main(sys.argv[2:])
assert not (loaded := [name for name in sys.modules if f"{name}.".startswith(unwanted)]), loaded
sys.exit(status)
"""
SCREEN = "rich textual"
ARRAYS = "div_tui.widgets importlib.metadata numpy plotext"


def run(*command: str | Path, cwd: Path = ROOT, package: Path | None = None) -> str:
    """Run a command and return what it prints; fail with that where it does not end well."""
    env = {**os.environ, "PYTHONPATH": str(package)} if package else None
    done = subprocess.run(
        command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the package alone, under its name: checkers want a folder called div_tui."""
    directory = tmp_path_factory.mktemp("package")
    (directory / "div_tui").mkdir()
    for name in ("__init__.py", "__main__.py", "py.typed", *PARTS):
        (directory / "div_tui" / name).symlink_to(ROOT / name)
    (directory / "pyproject.toml").symlink_to(ROOT / "pyproject.toml")
    return directory


@pytest.fixture(scope="module")
def imports(package: Path) -> dict[str, set[str]]:
    """The modules of the package, and which of its modules each imports, at any place in it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(package)
        graph = grimp.build_graph("div_tui", cache_dir=None)
    return {module: set(graph.find_modules_directly_imported_by(module)) for module in graph.modules}


@pytest.mark.static
def test_the_style_is_kept() -> None:
    run(sys.executable, "-m", "ruff", "check", "--quiet", ".")
    run(sys.executable, "-m", "ruff", "format", "--check", "--quiet", "--diff", ".")


@pytest.mark.static
@pytest.mark.skipif(NUMPY < (2, 4), reason="the types are those of numpy 2.4 and newer")
def test_the_types_are_right(package: Path) -> None:
    # numpy 2.5 writes its own types in the syntax of Python 3.12.
    oldest = ["--python-version", "3.12"] if NUMPY >= (2, 5) else []
    command = [sys.executable, "-m", "mypy", "--config-file", "pyproject.toml", "--cache-dir", ROOT / ".mypy_cache"]
    run(*command, *oldest, "div_tui", cwd=package)


@pytest.mark.static
def test_imports_run_one_way(package: Path) -> None:
    run(Path(sys.executable).with_name("lint-imports"), "--no-logo", "--no-cache", cwd=package, package=package)


@pytest.mark.static
def test_no_module_imports_itself_by_way_of_others(imports: dict[str, set[str]]) -> None:
    TopologicalSorter(imports).prepare()


@pytest.mark.static
def test_no_two_neighbours_import_each_other(imports: dict[str, set[str]]) -> None:
    """The modules and packages of each package can be put in an order, a package taken as one."""
    for parent in {module.rpartition(".")[0] for module in imports} - {""}:
        depth = parent.count(".") + 2
        inside = {module for module in imports if module.startswith(f"{parent}.")}
        neighbours: dict[str, set[str]] = {}
        for module in inside:
            name = ".".join(module.split(".")[:depth])
            others = {".".join(other.split(".")[:depth]) for other in imports[module] & inside}
            neighbours.setdefault(name, set()).update(others - {name})
        TopologicalSorter(neighbours).prepare()


@pytest.mark.static
def test_every_face_is_drawn_without_a_screen() -> None:
    contracts = tomli.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (held,) = (contract["source_modules"] for contract in contracts if contract["id"] == "drawing")
    faces = {f"div_tui.widgets.{path.stem}" for path in (ROOT / "widgets").glob("*_face.py")}
    assert faces <= set(held)
    assert len(faces) >= 4


@pytest.mark.static
@pytest.mark.parametrize("part", PARTS)
def test_a_module_is_of_one_subject(part: str) -> None:
    lengths = {
        path.relative_to(ROOT).as_posix(): len(path.read_text().splitlines()) for path in (ROOT / part).rglob("*.py")
    }
    assert {path: lines for path, lines in lengths.items() if lines > MOST_LINES} == {}


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """A directory with a run, its layout, and a secrets file."""
    (tmp_path / "telemetry.jsonl").write_text('{"step": 1, "loss": 0.5}\n{"step": 2, "loss": NaN}\n')
    (tmp_path / "telemetry.toml").write_text('[[panel]]\ny = "loss"\n')
    (tmp_path / "secrets.env").write_text("TOKEN=abcdef\n")
    return tmp_path


@pytest.mark.parametrize(
    "arguments",
    [
        ["--version"],
        ["check", "telemetry.toml"],
        ["config"],
        ["demo", "--print", "--points", "30"],
        ["demo", "--events", "--print", "--points", "30"],
        ["layouts"],
        ["ls"],
        ["telemetry.jsonl", "--print"],
        ["telemetry.jsonl", "loss"],
        ["telemetry.jsonl", "loss", "--telemetry", "builtin:keras"],
        ["telemetry.jsonl", "--csv", "--telemetry", "none"],
        ["telemetry.jsonl", "--json", "--secrets", "secrets.env"],
        ["telemetry.jsonl", "-f", "--until-quiet", "0.01"],
    ],
    ids=" ".join,
)
def test_printing_loads_no_screen_and_no_arrays(arguments: list[str], directory: Path) -> None:
    run(sys.executable, "-c", CHECKED, f"{SCREEN} {ARRAYS}", *arguments, cwd=directory)


def test_printing_a_plot_loads_no_screen(directory: Path) -> None:
    assert "loss" in run(sys.executable, "-c", CHECKED, SCREEN, "telemetry.jsonl", "--plot", cwd=directory)
