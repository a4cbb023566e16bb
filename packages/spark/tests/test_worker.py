"""The worker by itself: what Ray, Dask and plain Python use."""

from __future__ import annotations

import json
import os
import signal
import stat
from pathlib import Path

import pytest
from conftest import COUNT, Batches, make_page

from dehusk_spark import DehuskMissing, Page, Worker
from dehusk_spark.frames import WorkerEnded

FIELDS = ["--fields", "url,title,text"]
PAGES = [Page(page["id"], page["html"], page["url"]) for page in map(make_page, range(COUNT))]


def test_gives_the_lines_of_dehusk_batch(folder: Path, batch: Batches) -> None:
    with Worker(FIELDS) as worker:
        lines = [result.line for result in worker.process_pages(PAGES)]
        assert lines == batch(folder / "pages.jsonl", *FIELDS)
        archive = folder / "crawl.warc.gz"
        size = archive.stat().st_size
        cuts = [0, size // 3, size // 2, size]
        read = [r.line for a, b in zip(cuts, cuts[1:]) for r in worker.read(str(archive), None, a, b)]
        assert read == batch(archive, *FIELDS)
        assert worker.restarts == 0


def test_killed_workers_lose_nothing_and_answer_nothing_twice(folder: Path, batch: Batches) -> None:
    archive = folder / "crawl.warc.gz"
    with Worker(FIELDS) as worker:
        for results, expected in (
            (worker.process_pages(PAGES), batch(folder / "pages.jsonl", *FIELDS)),
            (worker.read(str(archive)), batch(archive, *FIELDS)),
        ):
            lines = []
            for number, result in enumerate(results):
                lines.append(result.line)
                if number in (0, 20, 21, 60):
                    assert worker.pid is not None
                    os.kill(worker.pid, signal.SIGKILL)
            assert lines == expected
        assert worker.restarts >= 4


def test_a_page_that_kills_its_worker_every_time_is_reported_and_passed_over(tmp_path: Path) -> None:
    # A command that stands between and ends itself when it sees the page.
    script = tmp_path / "deadly"
    script.write_text(
        "#!/usr/bin/env python3\n"
        "import os, subprocess, sys, threading\n"
        "child = subprocess.Popen([*os.environ['DEHUSK'].split(), *sys.argv[1:]], stdin=subprocess.PIPE)\n"
        "while chunk := os.read(0, 1 << 16):\n"
        "    if b'DEADLY' in chunk:\n"
        "        child.kill()\n"
        "        os._exit(1)\n"
        "    child.stdin.write(chunk)\n"
        "    child.stdin.flush()\n"
        "child.stdin.close()\n"
        "sys.exit(child.wait())\n"
    )
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    pages = [*PAGES[:5], Page("bad", "<p>DEADLY", "https://bad.example/"), *PAGES[5:10]]
    with Worker(FIELDS, command=str(script)) as worker:
        results = list(worker.process_pages(pages))
    assert [result.outcome for result in results] == ["kept"] * 5 + ["crashed"] + ["kept"] * 5
    assert json.loads(results[5].line)["error"]["code"] == "crashed"
    assert [json.loads(result.line)["id"] for result in results] == [page.id for page in pages]


def test_pages_over_the_limits_are_reported() -> None:
    deep = Page("deep", "<div>a" * 60_000, None)
    with Worker([*FIELDS, "--limit-depth", "100000"], limit_ms=1) as worker:
        assert [r.outcome for r in worker.process_pages([deep])] == ["limit-time"]


def test_results_that_nobody_takes_do_not_reach_the_next_pages() -> None:
    with Worker(FIELDS) as worker:
        for _ in worker.process_pages(PAGES):
            break
        assert json.loads(next(worker.process_pages(PAGES[50:51])).line)["id"] == "p50"


def test_says_in_one_sentence_that_dehusk_or_node_is_missing(tmp_path: Path) -> None:
    with pytest.raises(DehuskMissing, match=r'"no-such-dehusk" was not found.*Install Node\.js'):
        Worker(command="no-such-dehusk").learn([])
    script = tmp_path / "dehusk"
    script.write_text("#!/bin/sh\necho 'env: node: No such file or directory' >&2\nexit 127\n")
    script.chmod(0o755)
    with pytest.raises(DehuskMissing, match="node: No such file or directory. Install Node"):
        Worker(command=str(script)).learn([])
    script.write_text("#!/bin/sh\nprintf 'Error: Cannot find module\\n    at load (a.js:1)\\n\\nNode.js v20.0.0\\n' >&2\nexit 1\n")
    with pytest.raises(DehuskMissing, match="Error: Cannot find module. Install Node"):
        Worker(command=str(script)).learn([])


def test_a_worker_that_is_killed_while_it_starts_is_started_again(tmp_path: Path) -> None:
    script = tmp_path / "dehusk"
    script.write_text('#!/bin/sh\nmkdir "$0.begun" 2>/dev/null && kill -9 $$\nexec $DEHUSK "$@"\n')
    script.chmod(0o755)
    with Worker(FIELDS, command=str(script)) as worker:
        assert [result.outcome for result in worker.process_pages(PAGES[:2])] == ["kept"] * 2
        assert worker.restarts == 1
    script.write_text("#!/bin/sh\nkill -9 $$\n")
    with pytest.raises(WorkerEnded, match="killed by signal 9 while it started"):
        Worker(command=str(script)).learn([])


def test_wrong_flags_are_told() -> None:
    with pytest.raises(ValueError, match="unknown option '--no-such-flag'"):
        list(Worker(["--no-such-flag"]).process_pages(PAGES[:1]))
