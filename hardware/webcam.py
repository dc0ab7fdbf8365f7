"""`python -m hardware.webcam DEVICE [--live]`: a webcam through Video4Linux, as a program that writes JPEG pictures to
its standard output.

Without `--live` it writes one picture, as large as the camera can, when its exposure has settled. It needs OpenCV, of
the extra `photo`. Exit status 2 if the camera gives nothing.
"""

import sys

SETTLING = 20
"""Pictures that are thrown away: a camera first finds out how light it is."""
LARGE, SMALL = (3840, 2160), (1024, 768)
"""What is asked for; a camera gives what it can that is nearest."""


def main(words: list[str]) -> int:
    """Write pictures until there are no more, or nobody reads them; return the exit status."""
    import cv2

    device, live = words[0], "--live" in words
    camera = cv2.VideoCapture(device, cv2.CAP_V4L2)
    if not camera.isOpened():
        return 2
    width, height = SMALL if live else LARGE
    camera.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))  # the only way to large pictures over USB
    camera.set(cv2.CAP_PROP_FRAME_WIDTH, width)
    camera.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
    status = 2
    for number in range(sys.maxsize if live else SETTLING + 1):
        there, picture = camera.read()
        if not there:
            break
        if live or number == SETTLING:
            status = 0
            try:
                sys.stdout.buffer.write(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 93])[1].tobytes())
                sys.stdout.buffer.flush()
            except BrokenPipeError:
                break
    camera.release()
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
