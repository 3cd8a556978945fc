"""Runs the command and the oracle on the same bytes and says where they differ."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from div_tui.app.cli.main import main

from .oracle import OracleRun, read
from .oracle_line import mask_text, secret_forms
from .oracle_output import Answer, json_lines, rows, table

MODES = ("table", "tsv", "csv", "csv keys", "json", "json keys")


@dataclass(frozen=True)
class Options:
    """What a command line says besides the file."""

    mode: str = "table"
    keys: tuple[str, ...] = ("loss",)
    x: str | None = None
    secrets: tuple[str, ...] = ()
    any_key: bool = False
    max_points: int = 200_000
    quiet: bool = False

    def arguments(self, secrets_file: Path) -> list[str]:
        """The command line after the file's name."""
        out = [*(self.keys if self.wants_keys else ())]
        out.append("--csv" if self.mode.startswith("csv") else "--json" if self.mode.startswith("json") else "--print")
        if self.x is not None:
            out.append(f"--x={self.x}")
        if self.secrets:
            out += ["--secrets", str(secrets_file)]
        if self.any_key:
            out.append("--any-key")
        if self.max_points != 200_000:
            out += ["--max-points", str(self.max_points)]
        if self.quiet:
            out.append("-q")
        return out

    @property
    def wants_keys(self) -> bool:
        return self.mode in ("tsv", "csv keys", "json keys")

    def asked(self) -> tuple[Sequence[str], str | None]:
        """The keys and the x asked for, masked as they are in the lines."""
        forms = secret_forms(self.secrets)
        keys = [mask_text(key, forms) for key in self.keys if self.wants_keys]
        return keys, None if self.x is None else mask_text(self.x, forms)

    def read(self, data: bytes) -> OracleRun:
        """The oracle's reading."""
        return read(data, secrets=self.secrets, any_key=self.any_key, max_points=self.max_points)

    def answer(self, run: OracleRun) -> Answer:
        """What the oracle would print."""
        keys, x = self.asked()
        if self.mode == "table":
            return table(run, quiet=self.quiet)
        if self.mode.startswith("json"):
            return json_lines(run, keys, quiet=self.quiet)
        return rows(run, keys, x=x, csv=self.mode.startswith("csv"), quiet=self.quiet)


def dotenv_text(secrets: Sequence[str]) -> str:
    """The secrets as a file of names and values, named S0, S1 and so on."""
    escaped = [value.replace("\\", "\\\\").replace("'", "\\'") for value in secrets]
    return "".join(f"S{number}='{value}'\n" for number, value in enumerate(escaped))


@contextmanager
def _streams() -> Iterator[tuple[io.BytesIO, io.BytesIO]]:
    before = sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    sys.stdout = io.TextIOWrapper(out, encoding="utf-8", errors="strict", write_through=True)
    sys.stderr = io.TextIOWrapper(err, encoding="utf-8", errors="backslashreplace", write_through=True)
    keep = sys.stdout, sys.stderr
    try:
        yield out, err
        for stream in keep:
            stream.flush()
    finally:
        sys.stdout, sys.stderr = before
        for stream in keep:
            stream.detach()


def printed(path: Path, options: Options) -> Answer:
    """What the command prints, run inside this process."""
    secrets_file = path.parent / "secrets.env"
    if options.secrets:
        secrets_file.touch(mode=0o600)
        secrets_file.write_text(dotenv_text(options.secrets), encoding="utf-8", newline="")
    with _streams() as (out, err):
        status = main([str(path), *options.arguments(secrets_file)])
    return Answer(out.getvalue(), without_warnings(err.getvalue()), status)


def without_warnings(stderr: bytes) -> list[str]:
    """The messages, without the warnings about secrets, whose words are not fixed."""
    if stderr and not stderr.endswith(b"\n"):
        stderr += b" <no line end>"
    lines = stderr.decode("utf-8").removesuffix("\n").split("\n") if stderr else []
    return [line for line in lines if not re.search(r"^(?!telemetry:|div-tui: no point).*\bS\d\b", line)]


Row = tuple[str, int, dict[str, str]]


def json_rows(stdout: bytes) -> list[Row]:
    """Each line's fixed beginning, its place, and the text of each number by key: their order does not matter."""
    out: list[Row] = []
    for line in stdout.decode("utf-8").split("\n")[:-1]:
        value = json.loads(line, parse_int=str, parse_float=str)
        out.append((line[: line.index("data") + 8], int(value["seq"]), value["data"]))
    return out


def differences(expected: Answer, actual: Answer, is_json: bool) -> list[str]:
    """What differs, a line each; nothing where all is the same."""
    out = []
    if is_json and actual.stdout.endswith(b"\n") and expected.stdout:
        if json_rows(expected.stdout) != json_rows(actual.stdout):
            pairs = zip(json_rows(expected.stdout), json_rows(actual.stdout), strict=False)
            first = next((pair for pair in pairs if pair[0] != pair[1]), "the number of lines")
            out.append(f"stdout: {first}")
    elif expected.stdout != actual.stdout:
        theirs, ours = actual.stdout.split(b"\n"), expected.stdout.split(b"\n")
        first_line = next(
            (pair for pair in zip(ours, theirs, strict=False) if pair[0] != pair[1]), (len(ours), len(theirs))
        )
        out.append(f"stdout: oracle {first_line[0]!r}, command {first_line[1]!r}")
    if expected.stderr != actual.stderr:
        out.append(f"stderr: oracle {expected.stderr!r}, command {actual.stderr!r}")
    if expected.status != actual.status:
        out.append(f"status: oracle {expected.status}, command {actual.status}")
    return out


def compare(data: bytes, options: Options, path: Path, modes: Sequence[str] = MODES) -> list[str]:
    """Where the command and the oracle differ on these bytes, in any of the ways to print them."""
    path.write_bytes(data)
    run = options.read(data)
    out = []
    for mode in modes:
        chosen = replace(options, mode=mode)
        found = differences(chosen.answer(run), printed(path, chosen), mode.startswith("json"))
        out += [f"[{mode}] {one}" for one in found]
    return out


def shrink(data: bytes, options: Options, path: Path, modes: Sequence[str] = MODES) -> bytes:
    """The fewest lines of the file on which the two still differ."""
    lines = data.splitlines(keepends=True) if b"\r" not in data else [part + b"\n" for part in data.split(b"\n")]
    if b"".join(lines) != data:
        lines[-1] = lines[-1][:-1]
    size = len(lines) // 2
    while size:
        at = 0
        while at < len(lines):
            fewer = lines[:at] + lines[at + size :]
            if compare(b"".join(fewer), options, path, modes):
                lines = fewer
            else:
                at += size
        size //= 2
    return b"".join(lines)


def command() -> str:
    """The installed command, beside this interpreter."""
    return os.path.join(os.path.dirname(sys.executable), "div-tui")
