"""Why a photo is not read."""

from companion.words import Sentence


class RefusedPhotoError(Exception):
    """Raised when a photo cannot be read, or should not be trusted; `sentence` says why, and what to do."""

    def __init__(self, pattern: str, **facts: object) -> None:
        self.sentence = Sentence(pattern, facts)
        super().__init__(str(self.sentence))
