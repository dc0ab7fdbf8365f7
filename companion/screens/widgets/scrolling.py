"""How lists move under a finger."""

from kivy.effects.dampedscroll import DampedScrollEffect
from kivy.properties import BooleanProperty


class ListScrollEffect(DampedScrollEffect):
    """Kivy's own effect, but a list that was dragged past its end comes to rest exactly at its end. Kivy compares with
    the wrong end, so that its lists spring back too far."""

    round_value = BooleanProperty(False)

    def update_velocity(self, dt: float) -> None:
        """Move on, and stop at the end when the list springs back."""
        past = self.overscroll
        super().update_velocity(dt)
        if not past or self.is_manual:
            return
        end = max(self.min, self.max) if past > 0 else min(self.min, self.max)
        beyond = abs(self.overscroll) if self.overscroll * past > 0 else 0
        if beyond <= self.min_overscroll:
            self.velocity, self.value = 0, end
