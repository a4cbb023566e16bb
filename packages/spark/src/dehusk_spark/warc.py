"""Web archives, and other files of pages, as DataFrames: read in pieces of so many bytes."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import Counter
from contextlib import contextmanager
from typing import Any, Iterable, Iterator, Sequence

import pyarrow as pa
from pyspark import RDD, AccumulatorParam
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import types as T

from .verbs import RESULT_FIELDS, RESULT_NAMES, TEXT, Batches, result_arrays
from .files import cut_files, is_remote
from .shared import WorkerSetting, shared_worker
from .sites import site_of
from .worker import Page, Result

#: Numbers of records in a piece: `order` is the piece's number times this, plus the record's.
RECORDS_PER_SPLIT = 1 << 32
_SPLITS = "split long, path string, name string, start long, end long"
_PAGES = T.StructType(
    [
        T.StructField("order", T.LongType()),
        T.StructField("id", T.StringType()),
        T.StructField("url", T.StringType()),
        T.StructField("site", T.StringType()),
        T.StructField("encoding", T.StringType()),
        T.StructField("html", T.BinaryType()),
        T.StructField("error", T.ArrayType(T.StringType())),
    ]
)
_BATCH_BYTES = 8 << 20
_Piece = tuple[int, str, str, int, "int | None"]


def splits(spark: SparkSession, paths: Sequence[str], split_bytes: int = 64 << 20) -> DataFrame:
    """The pieces that files are read in, a partition each: see `cut_files`. All executors must see the files."""
    return _pieces(spark, paths, split_bytes).toDF(_SPLITS)


def read_pages(spark: SparkSession, paths: Sequence[str], split_bytes: int = 64 << 20, **settings: Any) -> DataFrame:
    """Pages as rows: `order`, `id` (file and offset), `url`, `site`, `encoding`, `html` (bytes), `error`."""
    setting = WorkerSetting.of({}, **settings)

    def work(batches: Batches) -> Batches:
        for split, path, name, start, end in _rows(batches):
            with _at_hand(path) as local:
                pages = shared_worker(setting).read_pages(local, name, start, end)
                yield from _page_batches(split * RECORDS_PER_SPLIT, pages)

    return splits(spark, paths, split_bytes).mapInArrow(work, _PAGES)


def read_records(df: DataFrame, path: str, offset: str, length: str, **settings: Any) -> DataFrame:
    """Pages by ranges of bytes, a record each, as the index of Common Crawl gives them: `warc_filename`,
    `warc_record_offset`, `warc_record_length`. Columns as those of `read_pages`."""
    setting = WorkerSetting.of({}, **settings)

    def work(batches: Batches) -> Batches:
        for name, start, count in _rows(batches):
            with tempfile.TemporaryDirectory() as folder:
                local = os.path.join(folder, "record.warc" + (".gz" if name.endswith(".gz") else ""))
                with open(local, "wb") as file:
                    file.write(_range(name, start, count))
                found = [_renamed(page, f"{name}:{start}") for page in shared_worker(setting).read_pages(local, name)]
            yield from _page_batches(start, iter(found))

    return df.select(path, offset, length).mapInArrow(work, _PAGES)


def extract_files(
    spark: SparkSession, paths: Sequence[str], setting: WorkerSetting, split_bytes: int = 64 << 20
) -> DataFrame:
    """The lines of `dehusk batch` for files of pages: `order`, `outcome`, `line`, `keys`. The worker reads the files
    itself, so that no HTML passes through Spark."""
    schema = T.StructType([T.StructField("order", T.LongType()), *RESULT_FIELDS])

    def work(batches: Batches) -> Batches:
        for split, path, name, start, end in _rows(batches):
            with _at_hand(path) as local:
                results = shared_worker(setting).read(local, name, start, end)
                yield from _result_batches(split * RECORDS_PER_SPLIT, results)

    return splits(spark, paths, split_bytes).mapInArrow(work, schema)


def write_lines(
    spark: SparkSession, paths: Sequence[str], setting: WorkerSetting, folder: str, split_bytes: int = 64 << 20
) -> Counter[str]:
    """Writes the lines of `dehusk batch` for files of pages, in their order: packed, a file for each piece. Gives the
    number of pages by outcome. Spark moves blocks of lines, and looks into none of them."""
    # Spark adds what a task has counted when the task is done, and once, however often it was tried.
    counts = spark.sparkContext.accumulator(Counter(), _Sum())

    def work(pieces: Iterable[_Piece]) -> Iterator[bytes]:
        for _, path, name, start, end in pieces:
            with _at_hand(path) as local:
                for outcomes, block in shared_worker(setting).read_lines(local, name, start, end):
                    counts.add(Counter(outcomes))
                    if len(block) > 0:
                        yield bytes(block[:-1])  # Spark ends lines itself.

    blocks = _pieces(spark, paths, split_bytes).mapPartitions(work)
    blocks.saveAsTextFile(folder, "org.apache.hadoop.io.compress.GzipCodec")
    return counts.value


class _Sum(AccumulatorParam["Counter[str]"]):
    def zero(self, value: Counter[str]) -> Counter[str]:
        return Counter()

    def addInPlace(self, value1: Counter[str], value2: Counter[str]) -> Counter[str]:
        value1.update(value2)
        return value1


def _pieces(spark: SparkSession, paths: Sequence[str], split_bytes: int) -> RDD[_Piece]:
    pieces = enumerate(cut_files(paths, split_bytes))
    rows = [(number, piece.path, piece.path, piece.start, piece.end) for number, piece in pieces]
    return spark.sparkContext.parallelize(rows, max(len(rows), 1))


def _rows(batches: Batches) -> Iterator[tuple[Any, ...]]:
    for batch in batches:
        yield from zip(*(column.to_pylist() for column in batch.columns))


def _page_batches(first: int, pages: Iterator[Page]) -> Batches:
    rows: list[tuple[int, Page]] = []
    size = 0

    def made() -> pa.RecordBatch:
        columns = {
            "order": pa.array([order for order, _ in rows], pa.int64()),
            "id": pa.array([page.id for _, page in rows], pa.string()),
            "url": pa.array([page.url for _, page in rows], pa.string()),
            "site": pa.array([site_of(page.url) for _, page in rows], pa.string()),
            "encoding": pa.array([_encoding(page) for _, page in rows], pa.string()),
            "html": pa.array([_bytes(page) for _, page in rows], pa.binary()),
            "error": pa.array([page.error and list(page.error) for _, page in rows], pa.list_(pa.string())),
        }
        return pa.RecordBatch.from_arrays(list(columns.values()), names=list(columns))

    for number, page in enumerate(pages):
        rows.append((first + number, page))
        size += len(page.html)
        if size >= _BATCH_BYTES:
            yield made()
            rows, size = [], 0
    if rows:
        yield made()


def _result_batches(first: int, results: Iterator[Result], count: int = 512) -> Batches:
    names = ["order", *RESULT_NAMES]
    waiting: list[Result] = []
    done = 0
    for result in results:
        waiting.append(result)
        if len(waiting) == count:
            orders = pa.array(range(first + done, first + done + count), pa.int64())
            yield pa.RecordBatch.from_arrays([orders, *result_arrays(waiting)], names=names)
            done += count
            waiting = []
    if waiting:
        orders = pa.array(range(first + done, first + done + len(waiting)), pa.int64())
        yield pa.RecordBatch.from_arrays([orders, *result_arrays(waiting)], names=names)


def _encoding(page: Page) -> str | None:
    return TEXT if isinstance(page.html, str) else page.encoding


def _bytes(page: Page) -> bytes:
    return page.html.encode("utf-8") if isinstance(page.html, str) else page.html


def _renamed(page: Page, id: str) -> Page:
    return Page(id, page.html, page.url, page.encoding, page.error)


@contextmanager
def _at_hand(path: str) -> Iterator[str]:
    """A path that the worker can read: a copy on this machine, where the file is in an object store."""
    if not is_remote(path):
        yield path
        return
    system, inside = _file_system(path)
    with tempfile.TemporaryDirectory() as folder:
        local = os.path.join(folder, os.path.basename(inside))
        with system.open_input_stream(inside, compression=None) as source, open(local, "wb") as target:
            shutil.copyfileobj(source, target, 1 << 20)
        yield local


def _range(path: str, offset: int, length: int) -> bytes:
    if not is_remote(path):
        with open(path, "rb") as file:
            file.seek(offset)
            return file.read(length)
    system, inside = _file_system(path)
    with system.open_input_file(inside) as source:
        source.seek(offset)
        return bytes(source.read(length))


def _file_system(path: str) -> Any:
    from pyarrow import fs

    return fs.FileSystem.from_uri(path)
