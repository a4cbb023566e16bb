"""A `dehusk worker` process and the pipes to it."""

from __future__ import annotations

import os
import queue
import shlex
import shutil
import socket
import subprocess
import tempfile
import threading
from typing import Any, Sequence

from .frames import FrameReader, WorkerEnded

_START_SECONDS = 120.0


class DehuskMissing(RuntimeError):
    """There is no Dehusk, or no Node, on this machine."""


def dehusk_command(command: str | None = None) -> list[str]:
    """What starts Dehusk: the argument, the variable DEHUSK, or `dehusk` on the path."""
    words = shlex.split(command or os.environ.get("DEHUSK") or "dehusk")
    if shutil.which(words[0]) is None:
        raise DehuskMissing(_missing(f'"{words[0]}" was not found'))
    return words


def _missing(reason: str) -> str:
    return (
        f"Dehusk cannot start on {socket.gethostname()}: {reason}. Install Node.js 20.19 or newer there, then"
        ' "npm install -g dehusk", or put the command into the environment variable DEHUSK.'
    )


def _reason(words: list[str]) -> str:
    """The line of a complaint that says what is wrong: below it, Node has a stack and its version."""
    told = [line.strip() for line in words if line.strip() and not line.startswith(("    at ", "Node.js v"))]
    errors = [line for line in told if "Error" in line]
    return (errors or told or [""])[-1].rstrip(".")


class WorkerProcess:
    """One process. Frames are written by a thread of their own, so that neither side ever waits for the other."""

    def __init__(self, flags: Sequence[str], command: str | None = None) -> None:
        words = dehusk_command(command)
        # A file, not a pipe: nobody need read it for the process to go on.
        self._errors = tempfile.TemporaryFile()
        self._process = subprocess.Popen(
            [*words, "worker", *flags],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            bufsize=0,
        )
        assert self._process.stdout is not None
        self._reader = FrameReader(self._process.stdout.fileno())
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        threading.Thread(target=self._write, daemon=True).start()
        try:
            greeting, _ = self._reader.read(_START_SECONDS)
        except WorkerEnded as error:
            try:
                self._process.wait(5)
            except subprocess.TimeoutExpired:
                pass
            code = self._process.poll()
            self.kill()
            words = self._words()
            if code == 2:
                raise ValueError("dehusk worker: " + " ".join(words)) from None
            if code is not None and code < 0:
                raise WorkerEnded(f"killed by signal {-code} while it started") from None
            raise DehuskMissing(_missing(_reason(words) or str(error))) from None
        if greeting.get("protocol") != 1:
            self.kill()
            raise RuntimeError(f"dehusk worker speaks another protocol: {greeting}. Update one of the two.")

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, content: bytes) -> None:
        """Queues a frame. What may be queued is for the caller to bound."""
        self._outgoing.put(content)

    def receive(self, seconds: float) -> tuple[dict[str, Any], memoryview]:
        return self._reader.read(seconds)

    def kill(self) -> None:
        self._outgoing.put(None)
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    pass

    def _write(self) -> None:
        pipe = self._process.stdin
        assert pipe is not None
        while (content := self._outgoing.get()) is not None:
            try:
                view = memoryview(content)
                while len(view) > 0:
                    view = view[pipe.write(view) or 0 :]
            except (OSError, ValueError):
                return  # Whoever reads the answers finds out.

    def _words(self) -> list[str]:
        """What it has written to standard error."""
        self._errors.seek(0)
        return self._errors.read().decode("utf-8", "replace").strip().splitlines()
