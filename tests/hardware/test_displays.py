"""Tests of which card has a panel, on made-up machines."""

from pathlib import Path

import pytest

from hardware.displays import Panel, connected_panels


def machine(root: Path, connectors: dict[str, tuple[str, str]]) -> Path:
    for name, (status, modes) in connectors.items():
        folder = root / "sys/class/drm" / name
        folder.mkdir(parents=True)
        (folder / "status").write_text(f"{status}\n")
        (folder / "modes").write_text(modes)
    (root / "sys/class/drm/version").parent.mkdir(parents=True, exist_ok=True)
    (root / "sys/class/drm/version").write_text("drm 1.1.0")
    for card in ("card0", "card1", "renderD128"):
        (root / "sys/class/drm" / card).mkdir(exist_ok=True)
    return root


HDMI = ("connected", "1920x1080\n1280x720\n")
UPRIGHT = ("connected", "720x1280\n")
EMPTY = ("disconnected", "")


@pytest.mark.parametrize(
    ("connectors", "first"),
    [
        ({"card1-DSI-1": UPRIGHT, "card1-HDMI-A-1": EMPTY}, Panel(1, "DSI-1", (720, 1280))),
        ({"card0-HDMI-A-1": EMPTY, "card2-DSI-2": UPRIGHT}, Panel(2, "DSI-2", (720, 1280))),
        ({"card0-HDMI-A-1": HDMI, "card1-DSI-1": UPRIGHT}, Panel(1, "DSI-1", (720, 1280))),
        ({"card0-HDMI-A-1": HDMI, "card0-Writeback-1": ("unknown", "")}, Panel(0, "HDMI-A-1", (1920, 1080))),
        ({"card10-HDMI-A-1": HDMI, "card9-HDMI-A-1": HDMI}, Panel(9, "HDMI-A-1", (1920, 1080))),
        ({"card1-Virtual-1": ("connected", "")}, Panel(1, "Virtual-1", None)),
    ],
    ids=["pi 4", "pi 5, the other card first", "television beside a panel", "television", "numbers", "without modes"],
)
def test_the_card_with_the_panel_is_found(tmp_path: Path, connectors: dict[str, tuple[str, str]], first: Panel) -> None:
    assert connected_panels(machine(tmp_path, connectors))[0] == first


def test_a_machine_without_a_panel_has_none(tmp_path: Path) -> None:
    assert connected_panels(tmp_path) == []
    assert connected_panels(machine(tmp_path, {"card0-HDMI-A-1": EMPTY})) == []
