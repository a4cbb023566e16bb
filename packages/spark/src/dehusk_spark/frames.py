"""The frames of `dehusk worker`: two big-endian lengths, a JSON head, bytes. See `dehusk worker --help`."""

from __future__ import annotations

import json
import os
import select
import struct
from typing import Any, Iterable

_PREFIX = struct.Struct(">II")


class WorkerEnded(Exception):
    """The process is gone, or does not answer any more."""


def frame(head: dict[str, Any], body: Iterable[bytes] = ()) -> bytes:
    """A frame as bytes."""
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    content = b"".join(body)
    return b"".join((_PREFIX.pack(len(text), len(content)), text, content))


class FrameReader:
    """Reads frames from a file descriptor."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def read(self, seconds: float) -> tuple[dict[str, Any], memoryview]:
        """The next frame; raises WorkerEnded at the end, or when nothing has come for so many seconds."""
        head_length, body_length = _PREFIX.unpack(self._exactly(_PREFIX.size, seconds))
        head: dict[str, Any] = json.loads(bytes(self._exactly(head_length, seconds)))
        return head, self._exactly(body_length, seconds)

    def _exactly(self, length: int, seconds: float) -> memoryview:
        content = bytearray(length)
        view = memoryview(content)
        filled = 0
        while filled < length:
            ready, _, _ = select.select([self._descriptor], [], [], seconds)
            if not ready:
                raise WorkerEnded(f"no answer for {seconds:.0f} seconds")
            count = os.readv(self._descriptor, [view[filled:]])
            if count == 0:
                raise WorkerEnded("its output has ended")
            filled += count
        return view
