"""A plan: steps that know whether they are needed, what they are called and how they are done."""

from collections.abc import Callable
from dataclasses import dataclass

from appliance.machine import ask, tell
from appliance.translation import say


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do, if it is not so already."""

    what: str
    needed: Callable[[], bool]
    do: Callable[[], object]


def carry_out(steps: list[Step], dry: bool, question: bool) -> bool:
    """Says what will be done and does it. Answers whether anything was, or would be, done; False too if the answer to
    the question was no."""
    needed = [step for step in steps if step.needed()]
    for step in steps:
        tell(f"  {'•' if step in needed else '✓'} {step.what}")
    if not needed:
        tell(say("Everything is so already."))
        return False
    if dry:
        tell(say("This was a dry run: nothing has been changed."))
        return True
    if question and not ask(say("Go on?")):
        tell(say("Nothing has been changed."))
        return False
    for step in needed:
        tell(f"… {step.what}")
        step.do()
    return True
