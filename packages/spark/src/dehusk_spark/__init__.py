"""Dehusk on Apache Spark: takes the husk off web pages, in DataFrames and web archives.

`dehusk_spark.worker` is the same for other engines (Ray, Dask, plain Python), and needs no Spark.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .files import Piece, cut_files
from .process import DehuskMissing
from .shared import WorkerSetting, shared_worker
from .worker import Page, Result, Worker

if TYPE_CHECKING:
    from .near_duplicates import duplicates
    from .verbs import by_site, detect, extract, keywords, lines
    from .warc import extract_files, read_pages, read_records, splits

_HOMES = {
    "duplicates": "near_duplicates",
    **dict.fromkeys(("by_site", "detect", "extract", "keywords", "lines"), "verbs"),
    **dict.fromkeys(("extract_files", "read_pages", "read_records", "splits"), "warc"),
}

__all__ = [
    "DehuskMissing",
    "Page",
    "Piece",
    "Result",
    "Worker",
    "WorkerSetting",
    "by_site",
    "cut_files",
    "detect",
    "duplicates",
    "extract",
    "extract_files",
    "keywords",
    "lines",
    "read_pages",
    "read_records",
    "shared_worker",
    "splits",
]


def __getattr__(name: str) -> Any:
    # Loaded when asked for: what needs Spark must not be needed by those without.
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_HOMES[name]}", __name__), name)
