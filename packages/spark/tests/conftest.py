"""Pages of some sites, made here, as JSON lines and as a web archive; Dehusk from this checkout."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Iterator

import pytest

ROOT = Path(__file__).resolve().parents[3]
os.environ.setdefault("DEHUSK", f"node {ROOT / 'packages/dehusk/bin/dehusk.js'}")
# Executors must run the Python that has the package.
os.environ["PYSPARK_PYTHON"] = sys.executable

SITES = ["shop.example", "news.example", "wiki.example"]
COUNT = 90


def make_page(number: int) -> dict[str, str]:
    """Every seventh page tells what another one before it tells; the frame is that of its site."""
    site = SITES[number % len(SITES)]
    told = number // 2 if number % 7 == 6 else number
    words = " ".join(f"w{(told * 7919 + i * 104_729) % 99_991}" for i in range(160))
    links = "".join(f'<li><a href="/{i}">{site} section {i}</a></li>' for i in range(20))
    html = (
        f"<!doctype html><html><head><meta charset=utf-8><title>Story {number} – {site}</title></head><body>"
        f"<nav><ul>{links}</ul></nav><main><h1>Story {number}</h1><p>{words}.</p></main>"
        f"<footer><p>All rights reserved by {site}, é</p></footer></body></html>"
    )
    return {"id": f"p{number}", "url": f"https://www.{site}/{number}", "html": html}


def warc_record(url: str, html: str) -> bytes:
    body = html.encode()
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + body
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n"
    )
    return gzip.compress(head.encode() + http + b"\r\n\r\n")


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made: Path = tmp_path_factory.mktemp("pages")
    pages = [make_page(i) for i in range(COUNT)]
    (made / "pages.jsonl").write_text("".join(json.dumps(page) + "\n" for page in pages))
    (made / "crawl.warc.gz").write_bytes(b"".join(warc_record(page["url"], page["html"]) for page in pages))
    return made


class Batches:
    """Lines that `dehusk batch` writes; each made once."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, ...], list[str]] = {}

    def __call__(self, path: Path, *flags: str) -> list[str]:
        key = (str(path), *flags)
        if key not in self._made:
            command = [*os.environ["DEHUSK"].split(), "batch", str(path), "-w", "1", "-q", *flags]
            found = subprocess.run(command, capture_output=True, check=False, text=True)
            assert found.returncode in (0, 1), found.stderr
            self._made[key] = found.stdout.splitlines()
        return self._made[key]


@pytest.fixture(scope="session")
def batch() -> Batches:
    return Batches()


@pytest.fixture(scope="session")
def spark() -> Iterator[Any]:
    pytest.importorskip("pyspark")
    if shutil.which("java") is None:
        pytest.skip("there is no Java")
    from pyspark.sql import SparkSession

    builder = (
        SparkSession.builder.master("local[2, 4]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
    )
    try:
        session = builder.getOrCreate()
    except Exception as error:  # No port, no memory, another Java: nothing that these tests are about.
        pytest.skip(f"Spark does not start: {error}")
    yield session
    session.stop()
