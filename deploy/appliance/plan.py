"""A plan: steps with a description, a check whether they are needed, and an action."""

from collections.abc import Callable
from dataclasses import dataclass

from appliance.machine import ask, tell
from appliance.translation import say


@dataclass(frozen=True, slots=True)
class Step:
    """One action, done only if `needed` returns True."""

    what: str
    needed: Callable[[], bool]
    do: Callable[[], object]


def carry_out(steps: list[Step], dry: bool, question: bool) -> bool:
    """Print and do the steps that are needed; return whether any was done, or would be in a dry run.

    Return False if nothing is needed or the user declines.
    """
    needed = [step for step in steps if step.needed()]
    for step in steps:
        tell(f"  {'•' if step in needed else '✓'} {step.what}")
    if not needed:
        tell(say("Nothing to do: everything is already in place."))
        return False
    if dry:
        tell(say("This was a dry run: nothing was changed."))
        return True
    if question and not ask(say("Continue?")):
        tell(say("Nothing was changed."))
        return False
    for step in needed:
        tell(f"… {step.what}")
        step.do()
    return True
