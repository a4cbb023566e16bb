"""`extract`, `detect` and `keywords`: a column of HTML in, columns of results out."""

from __future__ import annotations

from collections import deque
from typing import Any, Callable, Iterator, Sequence

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql import types as T

from .columns import DETECTION, ERROR, KEYWORDS, page_schema
from .shared import WorkerSetting, shared_worker
from .sites import process_by_site, site_of
from .worker import Page, Result

Batches = Iterator[pa.RecordBatch]
#: Stands in the column of charsets for pages that came as text: they are UTF-8, whatever they say themselves.
TEXT = "text"
RESULT_FIELDS = [
    T.StructField("outcome", T.StringType()),
    T.StructField("line", T.StringType()),
    T.StructField("keys", T.ArrayType(T.LongType())),
]


def extract(
    df: DataFrame,
    html: str = "html",
    url: str | None = "url",
    id: str | None = None,
    *,
    encoding: str | None = None,
    fields: Sequence[str] | None = None,
    keys: bool = False,
    site_aware: bool = False,
    limit_ms: int = 60_000,
    limit_memory: int = 2048,
    dehusk: str | None = None,
    **options: object,
) -> DataFrame:
    """The content of pages: the columns of `df` but the HTML, and a struct `page` with `title`, `text`, `markdown` …

    `outcome` is "kept", an error code, or why a page was dropped (`min_words`, `language`, …); `page.error` says more.
    `site_aware=True` brings the pages of a site together first and learns its templates from them.
    `keys=True` adds the keys that near-duplicates share, for `duplicates`. Other options are those of `dehusk batch`,
    with underscores: `preset="corpus"`, `min_words=50`, `headline=False`.
    """
    given = {**options, "fields": fields, "keys": keys or None}
    setting = WorkerSetting.of(given, limit_ms=limit_ms, limit_memory=limit_memory, dehusk=dehusk)
    source = by_site(df, url or "url") if site_aware else df
    found = _parsed(lines(source, setting, html, url, id, encoding, site_aware), f"{page_schema(fields)}, {ERROR}")
    return found if keys else found.drop("keys")


def detect(
    df: DataFrame, html: str = "html", url: str | None = "url", id: str | None = None, **settings: Any
) -> DataFrame:
    """Every node and section of pages with its templateness, in a struct `page`, as `dehusk detect --json` has them."""
    setting = WorkerSetting.of({}, verb="detect", **settings)
    return _parsed(lines(df, setting, html, url, id), f"{DETECTION}, {ERROR}").drop("keys")


def keywords(
    df: DataFrame, html: str = "html", url: str | None = "url", id: str | None = None, **settings: Any
) -> DataFrame:
    """The keywords of pages, in a struct `page`, as `dehusk keywords` has them."""
    setting = WorkerSetting.of({}, verb="keywords", **settings)
    return _parsed(lines(df, setting, html, url, id), f"{KEYWORDS}, {ERROR}").drop("keys")


def lines(
    df: DataFrame,
    setting: WorkerSetting,
    html: str = "html",
    url: str | None = "url",
    id: str | None = None,
    encoding: str | None = None,
    site_aware: bool = False,
) -> DataFrame:
    """The columns of `df` but the HTML, and `outcome`, `line` (JSON, as `dehusk batch` writes it) and `keys`.

    `site_aware` needs the pages of a site one after another, as `by_site` puts them.
    """
    kept = [field for field in df.schema.fields if field.name != html]
    schema = T.StructType([*kept, *RESULT_FIELDS])
    names = [field.name for field in kept]

    def pages_of(batch: pa.RecordBatch) -> Iterator[Page]:
        columns = {name: batch.column(batch.schema.get_field_index(name)) for name in batch.schema.names}
        for i in range(batch.num_rows):
            content = columns[html][i].as_py()
            address = None if url is None or url not in columns else columns[url][i].as_py()
            name = address if id is None else columns[id][i].as_py()
            charset = None if encoding is None else columns[encoding][i].as_py()
            if charset == TEXT and isinstance(content, bytes):
                content, charset = content.decode("utf-8"), None
            error = columns["error"][i].as_py() if "error" in columns else None
            problem = (error[0], error[1]) if isinstance(error, list) else None
            yield Page("" if name is None else str(name), "" if content is None else content, address, charset, problem)

    def work(batches: Batches) -> Batches:
        worker = shared_worker(setting)

        def process(pages: Iterator[Page]) -> Iterator[Result]:
            if not site_aware:
                return worker.process_pages(pages)
            return process_by_site(worker, ((site_of(page.url), page) for page in pages))

        return in_batches(batches, pages_of, process, names)

    return df.mapInArrow(work, schema)


def by_site(df: DataFrame, url: str = "url", partitions: int | None = None) -> DataFrame:
    """The rows with those of a site in one partition, one after another, in the order of `order` if there is one."""
    known = df if "site" in df.columns else df.withColumn("site", F.udf(site_of, T.StringType())(F.col(url)))
    placed = known.repartition("site") if partitions is None else known.repartition(partitions, "site")
    order = ["site", *(["order"] if "order" in df.columns else [])]
    return placed.sortWithinPartitions(*order)


def in_batches(
    batches: Batches,
    pages_of: Callable[[pa.RecordBatch], Iterator[Page]],
    process: Callable[[Iterator[Page]], Iterator[Result]],
    names: Sequence[str],
) -> Batches:
    """Each batch with its results beside the named columns. Pages of the next batch are sent before all are back."""
    begun: deque[pa.RecordBatch] = deque()

    def all_pages() -> Iterator[Page]:
        for batch in batches:
            if batch.num_rows > 0:
                begun.append(batch)
                yield from pages_of(batch)

    results: list[Result] = []
    for result in process(all_pages()):
        results.append(result)
        if len(results) == begun[0].num_rows:
            batch = begun.popleft()
            columns = [batch.column(batch.schema.get_field_index(name)) for name in names]
            yield pa.RecordBatch.from_arrays([*columns, *result_arrays(results)], names=[*names, *RESULT_NAMES])
            results = []


RESULT_NAMES = [field.name for field in RESULT_FIELDS]


def result_arrays(results: Sequence[Result]) -> list[pa.Array]:
    return [
        pa.array([result.outcome for result in results], pa.string()),
        pa.array([result.line for result in results], pa.string()),
        pa.array([result.keys for result in results], pa.list_(pa.int64())),
    ]


def _parsed(found: DataFrame, schema: str) -> DataFrame:
    return found.withColumn("page", F.from_json(F.col("line"), schema)).drop("line")
