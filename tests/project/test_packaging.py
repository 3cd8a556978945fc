"""What is installed, and with which versions of what it needs."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
import tomli
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomli.loads((ROOT / "pyproject.toml").read_text())


def modules() -> set[str]:
    """Every module on the disk that belongs to the package, as a path from the root."""
    found = {path.relative_to(ROOT) for part in ("app", "widgets", "layouts") for path in (ROOT / part).rglob("*.py")}
    return {path.as_posix() for path in found} | {path.name for path in ROOT.glob("*.py")}


def test_the_root_holds_no_module_but_its_own() -> None:
    assert {path.name for path in ROOT.glob("*.py")} == {"__init__.py", "__main__.py"}


def test_every_package_on_the_disk_is_listed() -> None:
    packages = {
        "div_tui",
        *("div_tui." + str(Path(name).parent).replace("/", ".") for name in modules() if "/" in name),
    }
    assert set(PROJECT["tool"]["setuptools"]["packages"]) == packages


def test_the_lowest_versions_are_those_that_are_allowed() -> None:
    lowest = {}
    for line in (ROOT / "tests" / "lowest.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, version = line.split("==")
            lowest[name] = Version(version)
    bounds = {}
    for requirement in map(Requirement, PROJECT["project"]["dependencies"]):
        (bound,) = (Version(each.version) for each in requirement.specifier if each.operator == ">=")
        assert any(each.operator == "<" for each in requirement.specifier), requirement
        bounds[requirement.name] = bound
    assert lowest == bounds


@pytest.mark.static
def test_the_wheel_holds_every_module_and_what_they_read(tmp_path: Path) -> None:
    source = tmp_path / "source"
    data = {path.relative_to(ROOT).as_posix() for path in (ROOT / "app").rglob("*.tcss")} | {"py.typed"}
    data |= {path.relative_to(ROOT).as_posix() for path in (ROOT / "layouts").rglob("*.toml")}
    for name in {*modules(), *data, "pyproject.toml", "README.md", "LICENSE"}:
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_bytes((ROOT / name).read_bytes())
    command = [*(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--quiet", "-w"), tmp_path]
    done = subprocess.run([*command, source], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with ZipFile(wheel) as archive:
        installed = {name for name in archive.namelist() if not name.split("/")[0].endswith(".dist-info")}
        (points,) = (name for name in archive.namelist() if name.endswith("entry_points.txt"))
        assert "div-tui = div_tui.app.cli.main:main" in archive.read(points).decode()
    assert installed == {f"div_tui/{name}" for name in modules() | data}
