import os

import pytest
from hypothesis import settings

# A loaded machine makes any example slow once; where a change is judged, the same examples judge it each time.
settings.register_profile("div-tui", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("div-tui")

OF_A_PERSON = (
    *("COLORFGBG", "COLUMNS", "LINES", "NO_COLOR", "SSH_CONNECTION"),
    *("DIVERGENT_TELEMETRY_PATH", "DIV_TUI_ROOT", "DIV_TUI_SECRETS"),
)


@pytest.fixture(autouse=True)
def _no_settings_of_a_person(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests see none of the variables and settings that change what div-tui does."""
    for name in OF_A_PERSON:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", os.devnull)
