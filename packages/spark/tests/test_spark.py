"""DataFrames and archives on a real Spark, beside `dehusk batch`."""

from __future__ import annotations

import gzip
import json
import random
import stat
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from conftest import COUNT, SITES, Batches, make_page, warc_record

FLAGS = ["--fields", "url,title,text"]
FIELDS = ["url", "title", "text"]


@pytest.fixture(scope="module")
def pages(spark: Any) -> Any:
    rows = [make_page(i) for i in range(COUNT)]
    return spark.createDataFrame([(i, r["id"], r["url"], r["html"]) for i, r in enumerate(rows)],
                                 "order long, id string, url string, html string").repartition(3)


def lines_in(out: Path) -> list[str]:
    parts = sorted((out / "jsonl").glob("part-*.gz"))
    return [line for part in parts for line in gzip.decompress(part.read_bytes()).decode().splitlines()]


def by_id(lines: list[str]) -> dict[str, Any]:
    return {each["id"]: each for each in map(json.loads, lines)}


def test_extract_gives_columns_beside_those_of_the_frame(pages: Any, folder: Path, batch: Batches) -> None:
    from dehusk_spark import extract

    found = extract(pages, id="id", fields=FIELDS, keys=True)
    assert found.columns == ["order", "id", "url", "outcome", "keys", "page"]
    rows = found.collect()
    expected = by_id(batch(folder / "pages.jsonl", *FLAGS))
    assert {row.id: (row.page.title, row.page.text) for row in rows} == {
        id: (each["title"], each["text"]) for id, each in expected.items()
    }
    assert all(len(row["keys"]) == 14 and row.outcome == "kept" for row in rows)


def test_site_aware_is_that_of_batch(pages: Any, folder: Path, batch: Batches) -> None:
    from dehusk_spark import extract

    rows = extract(pages, id="id", fields=FIELDS, site_aware=True).collect()
    expected = by_id(batch(folder / "pages.jsonl", *FLAGS, "--site-aware"))
    assert {row.id: row.page.text for row in rows} == {id: each["text"] for id, each in expected.items()}


def test_detect_and_keywords(pages: Any) -> None:
    from dehusk_spark import detect, keywords

    few = pages.where("order < 4")
    for row in detect(few, id="id").collect():
        assert row.page.sections and {node.tag for node in row.page.nodes} >= {"nav", "main", "p"}
    for row in keywords(few, id="id").collect():
        assert row.page.keywords[0].score > 0


def test_reads_archives_in_pieces_and_by_ranges(spark: Any, folder: Path, batch: Batches) -> None:
    from dehusk_spark import read_pages, read_records

    archive = str(folder / "crawl.warc.gz")
    rows = read_pages(spark, [archive], split_bytes=10_000).orderBy("order").collect()
    assert [row.url for row in rows] == [make_page(i)["url"] for i in range(COUNT)]
    assert bytes(rows[5].html).decode() == make_page(5)["html"]
    assert {row.site for row in rows} == set(SITES)
    offsets = [int(row.id.rsplit(":", 1)[1]) for row in rows]
    index = spark.createDataFrame([(archive, offsets[i], offsets[i + 1] - offsets[i]) for i in (3, 40)],
                                  "warc_filename string, warc_record_offset long, warc_record_length long")
    found = read_records(index, *index.columns).collect()
    assert {row.id: row.url for row in found} == {rows[i].id: rows[i].url for i in (3, 40)}


def test_duplicates_are_those_that_one_after_another_would_find(spark: Any) -> None:
    from dehusk_spark import duplicates

    seed = random.Random(7)
    rows = [(i, [seed.randrange(40) for _ in range(3)] if i % 9 else []) for i in range(60)]
    kept: set[int] = set()
    expected = set()
    for order, keys in rows:
        if kept.isdisjoint(keys):
            kept.update(keys)
        else:
            expected.add(order)
    found = duplicates(spark.createDataFrame(rows, "order long, keys array<long>"))
    assert {row.order for row in found.where("duplicate").collect()} == expected
    assert found.count() == 60


@pytest.mark.parametrize("flags", [[], ["--dedup"], ["--site-aware", "--dedup"]], ids=" ".join)
def test_submit_writes_what_batch_writes(
    spark: Any, folder: Path, batch: Batches, tmp_path: Path, flags: list[str]
) -> None:
    from dehusk_spark.submit import arguments, run

    archive = folder / "crawl.warc.gz"
    out = tmp_path / "clean"
    args, rest = arguments([str(archive), "--out", str(out), "--format", "both", "--split-bytes", "12000", *flags, "--", *FLAGS])
    manifest = run(spark, args, rest)
    expected = batch(archive, *FLAGS, *flags)
    assert lines_in(out) == expected
    assert json.loads((out / "manifest.json").read_text()) == manifest
    assert (manifest["read"], manifest["written"]) == (COUNT, len(expected))
    assert not (out / "work").exists()
    assert spark.read.parquet(str(out / "parquet")).select("title").distinct().count() == len(expected)
    if "--dedup" in flags:
        assert len(expected) < COUNT
    with pytest.raises(SystemExit, match="exists"):
        run(spark, args, rest)


# Stands between: kills the Python process that has started it when the second block of lines comes, once.
DEADLY = """#!/usr/bin/env python3
import os, signal, struct, subprocess, sys
child = subprocess.Popen([*os.environ["DEHUSK"].split(), *sys.argv[1:]], stdout=subprocess.PIPE)
blocks = 0
while prefix := child.stdout.read(8):
    content = child.stdout.read(sum(struct.unpack(">II", prefix)))
    blocks += b'"results"' in content
    if blocks == 2:
        try:
            os.mkdir(sys.argv[0] + ".done")
            os.kill(os.getppid(), signal.SIGKILL)
        except FileExistsError:
            pass
    sys.stdout.buffer.write(prefix + content)
    sys.stdout.buffer.flush()
"""


def test_lines_of_pieces_are_in_order_and_counted_once_when_a_python_process_is_killed(
    spark: Any, batch: Batches, tmp_path: Path
) -> None:
    from dehusk_spark.submit import arguments, run

    archive = tmp_path / "crawl.warc.gz"
    short = "<!doctype html><p>Too short.</p>"
    pages = [make_page(i) for i in range(3 * COUNT)]
    archive.write_bytes(b"".join(warc_record(p["url"], short if i % 5 == 0 else p["html"]) for i, p in enumerate(pages)))
    deadly = tmp_path / "deadly"
    deadly.write_text(DEADLY)
    deadly.chmod(deadly.stat().st_mode | stat.S_IXUSR)
    out = tmp_path / "clean"
    split = str(archive.stat().st_size // 3 + 1)
    flags = [*FLAGS, "--min-words", "20"]
    manifest = run(spark, *arguments([str(archive), "--out", str(out), "--split-bytes", split, "--dehusk", str(deadly), "--", *flags]))
    assert (tmp_path / "deadly.done").exists()
    assert len(list((out / "jsonl").glob("part-*.gz"))) == 3
    assert lines_in(out) == batch(archive, *flags)
    dropped = len(pages) // 5
    assert Counter(manifest["outcomes"]) == {"kept": len(pages) - dropped, "words": dropped}
    assert (manifest["read"], manifest["written"]) == (len(pages), len(pages) - dropped)
