"""Pieces of a picture around each space, turned so that the track runs from left to right."""

import cv2
import numpy as np
import numpy.typing as npt

from companion.photo.emptyboard import STEP, Floats, Image

Singles = npt.NDArray[np.float32]

ALONG, ACROSS = round(STEP * 0.6), round(STEP * 0.6)
"""How far a piece reaches from the middle of its space, in pixels: along the track and across it."""


_EVEN = 0.1
"""The variance of a piece without any pattern: less than the noise of any camera."""


def patches(picture: Image | Singles, places: Floats) -> npt.NDArray[np.float32]:
    """Return the pieces of a picture, one for each place: rows across the track, columns along it, channels."""
    along = np.arange(-ALONG, ALONG, dtype=np.float32) + 0.5
    across = (np.arange(-ACROSS, ACROSS, dtype=np.float32) + 0.5)[:, None]
    pieces = []
    for x, y, turn in places.astype(np.float32):
        c, s = np.cos(turn), np.sin(turn)
        pieces.append(cv2.remap(picture, x + along * c - across * s, y + along * s + across * c, cv2.INTER_LINEAR))
    return np.array(pieces, np.float32)


def in_lab(pieces: Singles) -> Singles:
    """Return the colours of pieces (0 to 255) as lightness, green to red, and blue to yellow."""
    flat = pieces.reshape(-1, pieces.shape[2], 3) * np.float32(1 / 255)
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB), np.float32).reshape(pieces.shape)


def details(picture: Image) -> Singles:
    """Return what is finely printed: the picture in grey without its slow changes, and without its noise."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return cv2.GaussianBlur(grey, (0, 0), STEP * 0.018) - cv2.GaussianBlur(grey, (0, 0), STEP * 0.08)


def likeness(one: Singles, other: Singles, half: tuple[int, int], reach: int) -> tuple[Singles, Singles]:
    """Return how much the middles of pieces look alike (-1 to 1), at their best when moved by up to `reach` pixels, and
    how strong the pattern of `one` is. `half` is how far the middle reaches along and across the track."""
    along, across = half
    a = one[:, ACROSS - across : ACROSS + across, ALONG - along : ALONG + along].reshape(len(one), -1)
    a = a - a.mean(axis=1, keepdims=True)
    strong = np.einsum("ni,ni->n", a, a)
    best = np.full(len(one), -1, np.float32)
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            top, left = ACROSS - across + dy, ALONG - along + dx
            b = other[:, top : top + 2 * across, left : left + 2 * along].reshape(len(one), -1)
            weak = np.einsum("ni,ni->n", b, b) - b.sum(1) ** 2 / b.shape[1]
            # What is as even as a card has no pattern that could be alike.
            both = np.einsum("ni,ni->n", a, b) / np.sqrt(strong * np.maximum(weak, _EVEN * b.shape[1]) + 1e-3)
            np.maximum(best, both, out=best)
    return best, np.sqrt(strong / a.shape[1])
