"""Signatures of bundles, made and checked with ssh-keygen(1), which every Raspberry Pi OS has.

A bundle is signed with an ed25519 key that its maker keeps. A machine trusts one public key, and installs only what was
signed with it.
"""

import base64
import hashlib
import os
import re
import subprocess
import tempfile
from pathlib import Path

from appliance.machine import Refusal, RefusedError, TroubleError, run
from appliance.translation import say

NAMESPACE = "companion-bundle"
"""What the signatures are for, so that no signature made for another purpose is accepted."""
_SIGNER = "companion"
_PUBLIC = re.compile(r"(ssh-ed25519) ([A-Za-z0-9+/]{60,80}={0,2})(?: [^\n]*)?\n?")
_LARGEST = 1000
"""More bytes than a public key has."""


def makers_key() -> Path:
    """Return the path of the private key of whoever makes bundles here: COMPANION_KEY, or one in the config folder."""
    config = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(os.environ.get("COMPANION_KEY") or Path(config) / "companion/bundle-key")


def public_half(key: Path) -> Path:
    """Return the path of the public key that belongs to a private one."""
    return key.with_name(f"{key.name}.pub")


def make_key(key: Path) -> None:
    """Make a key that only its owner can read. Raise TroubleError if that fails."""
    key.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", _SIGNER, "-f", key)


def read_key(file: Path) -> str:
    """Return a public key as `ssh-ed25519 AAAA…`. Raise TroubleError if the file does not hold exactly one."""
    try:
        with file.open("rb") as opened:
            text = opened.read(_LARGEST).decode("ascii")
    except (OSError, UnicodeDecodeError):
        text = ""
    found = _PUBLIC.fullmatch(text)
    if not found:
        wrong = "{file} is not a public ed25519 key: use the file that deploy/bundle names, which ends in .pub"
        raise TroubleError(say(wrong, file=file))
    return f"{found[1]} {found[2]}"


def fingerprint(key: str) -> str:
    """Return the short form of a public key that people can compare, as `ssh-keygen -l` shows it."""
    blob = base64.b64decode(key.split()[1])
    return f"SHA256:{base64.b64encode(hashlib.sha256(blob).digest()).decode().rstrip('=')}"


def sign(text: str, key: Path) -> str:
    """Return the signature of a text. Raise TroubleError if the key cannot be used."""
    return run("ssh-keygen", "-Y", "sign", "-q", "-f", key, "-n", NAMESPACE, feed=text)


def verify(text: str, signature: Path, key: str) -> None:
    """Raise RefusedError unless the text was signed with the private half of this public key."""
    with tempfile.NamedTemporaryFile("w", prefix="companion-key-", encoding="ascii") as allowed:
        allowed.write(f'{_SIGNER} namespaces="{NAMESPACE}" {key}\n')
        allowed.flush()
        if _accepts(text, "verify", "-f", allowed.name, "-I", _SIGNER, "-n", NAMESPACE, "-s", str(signature)):
            return
    if _accepts(text, "check-novalidate", "-n", NAMESPACE, "-s", str(signature)):
        foreign = (
            "this bundle is signed with a different key than {fingerprint}, the only one that this machine trusts: "
            "nothing was installed"
        )
        raise RefusedError(say(foreign, fingerprint=fingerprint(key)), Refusal.FORGED)
    damaged = "the signature of this bundle does not match its files: copy the folder again; nothing was installed"
    raise RefusedError(say(damaged), Refusal.DAMAGED)


def _accepts(text: str, *words: str) -> bool:
    try:
        done = subprocess.run(
            ["ssh-keygen", "-Y", *words], input=text.encode(), capture_output=True, check=False, timeout=60
        )
    except FileNotFoundError:
        raise TroubleError(
            say("{program} is not installed: sudo apt-get install openssh-client", program="ssh-keygen")
        ) from None
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0
