"""What the oracle of events takes words for: a beginning of the run, or one of its ends."""

from __future__ import annotations

from typing import Any


def of_the_run(text: str) -> str:
    """A text in lower case without "run", "the run" or "the run was" before what it says of it."""
    left = text.lower().lstrip()
    for words in (["the", "run", "was"], ["the", "run"], ["run", "was"], ["run"]):
        if left.split()[: len(words)] == words and len(left.split()) > len(words):
            for word in words:
                left = left.removeprefix(word).lstrip()
            break
    return left


def first_word(text: str) -> str:
    word = ""
    for character in text:
        if not (character.isalnum() or character == "_"):
            break
        word += character
    return word


def says_interrupted(text: str) -> bool:
    """Whether a text's first word, or that after "run", is "interrupted" or "interruption"."""
    return first_word(of_the_run(text)) in ("interrupted", "interruption")


def meaning(kind: Any) -> str:
    """What a kind, or the state in a summary, says of the run: that it began, or is over, and how."""
    if not isinstance(kind, str):
        return ""
    said = of_the_run(kind)
    after = said[len("failed") :].lstrip()
    if says_interrupted(kind) or first_word(said) == "preempted":
        return "interrupted"
    if first_word(said) == "failed" and not (after[:1].isalnum() or after[:1] == "_"):
        return "failed"
    return kind.lower() if kind.lower() in ("open", "start", "done") else ""
