"""Pages in, results out, through a `dehusk worker` that is restarted when it dies. Knows nothing of Spark."""

from __future__ import annotations

import json
from collections import deque
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Iterable, Iterator, Sequence

from .frames import WorkerEnded, frame
from .process import WorkerProcess

#: Pages, and bytes of them, that are sent together.
BATCH_PAGES = 16
BATCH_BYTES = 1 << 20
#: Requests that are on their way at a time.
WINDOW = 3
#: Records that are taken one at a time after a worker has died: as many as may have been on their way.
SINGLE = 160
#: So many deaths on the same page, the last ones alone, are its own fault.
MOST_DEATHS = 3


@dataclass(frozen=True)
class Page:
    """A page. HTML as text, or as bytes with the charset it was sent with, if known."""

    id: str
    html: str | bytes
    url: str | None = None
    encoding: str | None = None
    #: Why it could not be read: then there is no HTML.
    error: tuple[str, str] | None = None


@dataclass(frozen=True)
class Result:
    """What became of a page: "kept", an error code, or why it was dropped; then `line` is empty."""

    outcome: str
    #: JSON, without a line break.
    line: str
    keys: list[int] | None = None


@dataclass
class _Request:
    pages: list[Page]
    deaths: int = 0


@dataclass
class Worker:
    """A long-lived worker with certain flags, such as `["--fields", "url,text"]`. Not for several threads.

    Its process starts with the first page, and again whenever it has died.
    """

    flags: Sequence[str] = ()
    command: str | None = None
    #: Time for a page; the worker keeps it, and is itself given up on after a multiple.
    limit_ms: int = 60_000
    restarts: int = field(default=0, init=False)
    _process: WorkerProcess | None = field(default=None, init=False, repr=False)
    _learned: bytes | None = field(default=None, init=False, repr=False)

    def process_pages(self, pages: Iterable[Page], sites: bool = False) -> Iterator[Result]:
        """The result of each page, in order. `sites`: with the templates that `learn` has found."""
        finished = False
        try:
            yield from self._process_pages(_batches(iter(pages)), sites)
            finished = True
        finally:
            # Answers that nobody took would be taken for those of the next pages.
            if not finished:
                self._close()

    def _process_pages(self, batches: Iterator[list[Page]], sites: bool) -> Iterator[Result]:
        waiting: deque[_Request] = deque()
        again: deque[_Request] = deque()
        while True:
            # A request that has killed a worker goes alone, so that the next death is its own.
            while len(waiting) < WINDOW and not any(each.deaths for each in waiting):
                request = again[0] if again else None
                if request is not None and request.deaths > 0 and waiting:
                    break
                if request is None:
                    batch = next(batches, None)
                    if batch is None:
                        break
                    request = _Request(batch)
                else:
                    again.popleft()
                waiting.append(request)
                self._open().send(_pages_frame("pages", request.pages, sites))
            if not waiting:
                return
            oldest = waiting[0]
            try:
                head, body = self._open().receive(60 + len(oldest.pages) * self.limit_ms / 1000)
            except WorkerEnded:
                self._restart()
                oldest.deaths += 1
                rest = list(waiting)[1:]
                waiting.clear()
                if len(oldest.pages) == 1 and oldest.deaths >= MOST_DEATHS:
                    yield _blamed(oldest.pages[0].id)
                elif len(oldest.pages) > 1:
                    again.extendleft(reversed([_Request([page], 1) for page in oldest.pages] + rest))
                else:
                    again.extendleft(reversed([oldest, *rest]))
                continue
            waiting.popleft()
            yield from _results(head, body)

    def read(self, path: str, name: str | None = None, start: int = 0, end: int | None = None) -> Iterator[Result]:
        """The results of the pages of a file that this machine sees, or of a range of a .warc or .warc.gz."""
        for head, body in self._read(path, name, start, end, False):
            yield from _results(head, body)

    def read_lines(
        self, path: str, name: str | None = None, start: int = 0, end: int | None = None
    ) -> Iterator[tuple[list[str], memoryview]]:
        """The same, some dozen pages at a time: their outcomes, and the lines as they stand in a file."""
        for head, body in self._read(path, name, start, end, False):
            yield [each["outcome"] for each in head["results"]], body

    def read_pages(self, path: str, name: str | None = None, start: int = 0, end: int | None = None) -> Iterator[Page]:
        """The pages themselves."""
        for head, body in self._read(path, name, start, end, True):
            at = 0
            for each in head["pages"]:
                content = bytes(body[at : at + each["length"]])
                at += each["length"]
                error = each.get("error")
                yield Page(
                    each["id"],
                    content.decode("utf-8") if each.get("text") else content,
                    each.get("url"),
                    each.get("encoding"),
                    None if error is None else (error["code"], error["message"]),
                )

    def learn(self, pages: Iterable[Page]) -> int:
        """Learns the templates of the pages' sites, for `process_pages(…, sites=True)`. Returns how many have any."""
        self._learned = _pages_frame("learn", [page for page in pages if page.error is None], False)
        for attempt in range(MOST_DEATHS):
            try:
                return self._send_learned(self._open())
            except WorkerEnded:
                self._close()
                self.restarts += 1
        # Pages that kill even this: their sites go without templates.
        self._learned = _pages_frame("learn", [], False)
        return self._send_learned(self._open())

    def close(self) -> None:
        self._close()
        self._learned = None

    @property
    def pid(self) -> int | None:
        """Of the process, if one runs."""
        return None if self._process is None else self._process.pid

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read(
        self, path: str, name: str | None, start: int, end: int | None, as_pages: bool
    ) -> Iterator[tuple[dict[str, Any], memoryview]]:
        request: dict[str, Any] = {"read": path, "name": name or path, "asPages": as_pages}
        if start > 0 or end is not None:
            request["from"] = start
            if end is not None:
                request["to"] = end
        finished = False
        try:
            yield from self._read_on(request, "pages" if as_pages else "results")
            finished = True
        finally:
            if not finished:
                self._close()

    def _read_on(self, request: dict[str, Any], key: str) -> Iterator[tuple[dict[str, Any], memoryview]]:
        done = 0
        deaths: dict[int, int] = {}
        refuse: list[int] = []
        single = 0
        while True:
            self._open().send(frame({**request, "skip": done, "single": single, "refuse": refuse}))
            try:
                more = True
                while more:
                    head, body = self._open().receive(60 + SINGLE * self.limit_ms / 1000)
                    if "error" in head:
                        raise RuntimeError(head["error"]["message"])
                    more = head["more"]
                    done += len(head[key])
                    yield head, body
                return
            except WorkerEnded:
                self._restart()
                deaths[done] = deaths.get(done, 0) + 1
                if deaths[done] >= MOST_DEATHS:
                    refuse.append(done)
                single = SINGLE

    def _open(self) -> WorkerProcess:
        deaths = 0
        while self._process is None:
            try:
                self._process = WorkerProcess([*self.flags, "--limit-ms", str(self.limit_ms)], self.command)
            except WorkerEnded:
                deaths += 1
                self.restarts += 1
                if deaths >= MOST_DEATHS:
                    raise
        return self._process

    def _restart(self) -> None:
        self._close()
        self.restarts += 1
        if self._learned is not None:
            for _ in range(MOST_DEATHS):
                try:
                    self._send_learned(self._open())
                    return
                except WorkerEnded:
                    self._close()

    def _send_learned(self, process: WorkerProcess) -> int:
        assert self._learned is not None
        process.send(self._learned)
        head, _ = process.receive(600 + self.limit_ms / 1000)
        if "error" in head:
            raise RuntimeError(head["error"]["message"])
        return int(head["sites"])

    def _close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process = None


def _batches(pages: Iterator[Page]) -> Iterator[list[Page]]:
    while batch := list(islice(pages, 1)):
        size = len(batch[0].html)
        while len(batch) < BATCH_PAGES and size < BATCH_BYTES:
            page = next(pages, None)
            if page is None:
                break
            batch.append(page)
            size += len(page.html)
        yield batch


def _pages_frame(key: str, pages: Sequence[Page], sites: bool) -> bytes:
    heads: list[dict[str, Any]] = []
    bodies: list[bytes] = []
    for page in pages:
        body = page.html.encode("utf-8", "replace") if isinstance(page.html, str) else page.html
        head: dict[str, Any] = {"id": page.id, "length": len(body)}
        if page.url is not None:
            head["url"] = page.url
        if isinstance(page.html, str):
            head["text"] = True
        elif page.encoding is not None:
            head["encoding"] = page.encoding
        if page.error is not None:
            head["error"] = {"code": page.error[0], "message": page.error[1]}
        heads.append(head)
        bodies.append(body)
    return frame({key: heads, **({"sites": True} if sites else {})}, bodies)


def _results(head: dict[str, Any], body: memoryview) -> Iterator[Result]:
    if "error" in head:
        raise RuntimeError(head["error"]["message"])
    at = 0
    for each in head["results"]:
        line = str(body[at : at + each["length"]], "utf-8").rstrip("\n")
        at += each["length"]
        yield Result(each["outcome"], line, each.get("keys"))


def _blamed(id: str) -> Result:
    error = {"code": "crashed", "message": "The page ended its worker process several times."}
    line = json.dumps({"version": 1, "id": id, "error": error}, ensure_ascii=False, separators=(",", ":"))
    return Result("crashed", line)
