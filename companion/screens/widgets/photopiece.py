"""A piece of a photo, enlarged: what a question is about."""

from companion.photo.findings import PhotoPlace
from companion.photo.upright import Pieces
from companion.screens.widgets.photoview import PhotoView

_SHARPEST = 640
"""Pixels of the longer side, at most: a photo has no more to show."""


class PhotoPiece(PhotoView):
    """Shows the piece of a photo around a place, as much of it as fills the widget."""

    def __init__(self, pieces: Pieces | None, place: PhotoPlace, **options: object) -> None:
        """Without pieces it is empty."""
        super().__init__(None, **options)
        self._pieces, self._place = pieces, place
        self.bind(size=self._cut)

    def _cut(self, *_: object) -> None:
        if self._pieces is not None and min(self.size) >= 1:
            share = min(1.0, _SHARPEST / max(self.size))
            room = max(1, round(self.width * share)), max(1, round(self.height * share))
            self.show(self._pieces.around(self._place, room))
