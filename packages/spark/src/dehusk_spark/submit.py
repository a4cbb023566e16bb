"""spark-submit: web archives and JSON lines in; JSON lines, Parquet and a manifest out.

    spark-submit submit.py crawl/*.warc.gz --out /data/clean --dedup -- --fields url,title,text --language en

Results are as those of `dehusk batch` with the same options, which are given after "--".
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from glob import glob
from typing import Any, Sequence

from pyspark import __version__ as spark_version
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from dehusk_spark.columns import USUAL, page_schema
from dehusk_spark.near_duplicates import duplicates
from dehusk_spark.shared import WorkerSetting
from dehusk_spark.verbs import by_site, lines
from dehusk_spark.warc import extract_files, read_pages, write_lines

#: Rows that Spark sends to Python at once: its own default of 10,000 would be a gigabyte of pages.
ROWS_PER_BATCH = 64
LINES_PER_FILE = 100_000


def arguments(argv: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    cut = list(argv).index("--") if "--" in argv else len(argv)
    parser = argparse.ArgumentParser(prog="dehusk-spark", description=__doc__.split("\n")[0])
    parser.add_argument("inputs", nargs="+", help=".warc, .warc.gz, .jsonl, … that all executors see, or in a store")
    parser.add_argument("--out", required=True, help="folder for the results; must not exist")
    parser.add_argument("--format", choices=("jsonl", "parquet", "both"), default="jsonl")
    parser.add_argument("--site-aware", action="store_true", help="learn the templates of each site first")
    parser.add_argument("--dedup", action="store_true", help="drop near-duplicates of earlier pages")
    parser.add_argument("--split-bytes", type=int, default=64 << 20, help="cut files into pieces of this size")
    parser.add_argument("--partitions", type=int, default=None, help="of sites, with --site-aware")
    parser.add_argument("--limit-ms", type=int, default=60_000, help="maximum time for a page")
    parser.add_argument("--limit-memory", type=int, default=2048, help="maximum memory of a worker, in MB")
    parser.add_argument("--dehusk", default=None, help="command that starts Dehusk on executors")
    return parser.parse_args(argv[:cut]), list(argv[cut + 1 :])


def run(spark: SparkSession, args: argparse.Namespace, flags: Sequence[str]) -> dict[str, object]:
    """Does it all, and gives the manifest."""
    began = time.time()
    if os.path.exists(args.out):
        raise SystemExit(f'dehusk-spark: "{args.out}" exists: choose another folder, or delete it.')
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", str(ROWS_PER_BATCH))
    # As `dehusk batch` packs: zlib's own level takes twice the time or more, and saves 5 % of bytes.
    spark.sparkContext._jsc.hadoopConfiguration().setIfUnset("zlib.compress.level", "FOUR")
    paths = [path for given in args.inputs for path in (sorted(glob(given)) or [given])]
    settings = {"limit_ms": args.limit_ms, "limit_memory": args.limit_memory, "dehusk": args.dehusk}
    base = WorkerSetting.of({"keys": True if args.dedup else None}, **settings)
    setting = WorkerSetting((*base.flags, *flags), base.command, base.limit_ms)
    if args.format == "jsonl" and not args.site_aware and not args.dedup:
        counts = dict(write_lines(spark, paths, setting, os.path.join(args.out, "jsonl"), args.split_bytes))
    else:
        counts = _write_in_order(spark, paths, setting, settings, args, flags)
    manifest: dict[str, object] = {
        "version": 1,
        "inputs": [{"path": path, "bytes": os.path.getsize(path) if os.path.exists(path) else None} for path in paths],
        "options": {"siteAware": args.site_aware, "dedup": args.dedup, "flags": list(flags)},
        "read": sum(counts.values()),
        "written": _kept(counts),
        "outcomes": dict(sorted(counts.items())),
        "spark": spark_version,
        "seconds": round(time.time() - began, 1),
    }
    with open(os.path.join(args.out, "manifest.json"), "w") as file:
        json.dump(manifest, file, indent=2)
        file.write("\n")
    return manifest


_DROPPED = {"language", "words", "confidence", "quality", "duplicate"}


def _kept(counts: dict[str, int]) -> int:
    return sum(n for outcome, n in counts.items() if outcome not in _DROPPED)


def _write_in_order(
    spark: SparkSession,
    paths: Sequence[str],
    setting: WorkerSetting,
    settings: dict[str, object],
    args: argparse.Namespace,
    flags: Sequence[str],
) -> dict[str, int]:
    """Results that must be compared, brought back into order, or written twice. Gives the number of pages by outcome."""
    # Written once and read twice: pages are processed once, and a page that is processed again after the loss of an
    # executor replaces its first result.
    work = os.path.join(args.out, "work")
    found = _found(spark, paths, setting, settings, args)
    # No two lines are alike: a dictionary of them would be built in vain.
    found.write.option("parquet.enable.dictionary", "false").parquet(work)
    results = spark.read.parquet(work)
    if args.dedup:
        results = duplicates(results)
        results = results.withColumn("outcome", F.expr("if(duplicate, 'duplicate', outcome)"))
        results = results.drop("duplicate").cache()
    counts = {row["outcome"]: row["count"] for row in results.groupBy("outcome").count().collect()}
    written = results.where("line != '' and outcome != 'duplicate'").select("order", "line")
    parts = max(1, _kept(counts) // LINES_PER_FILE)
    written = written.repartitionByRange(parts, "order").sortWithinPartitions("order")
    if args.format == "both":
        written = written.cache()
    if args.format != "parquet":
        texts = written.select(F.col("line").alias("value"))
        texts.write.option("compression", "gzip").text(os.path.join(args.out, "jsonl"))
    if args.format != "jsonl":
        fields = _fields(flags)
        page = F.from_json("line", f"id string, {page_schema(fields)}, error struct<code:string,message:string>")
        written.select(page.alias("page")).select("page.*").write.parquet(os.path.join(args.out, "parquet"))
    _remove(spark, work)
    return counts


def _found(
    spark: SparkSession,
    paths: Sequence[str],
    setting: WorkerSetting,
    settings: dict[str, object],
    args: argparse.Namespace,
) -> DataFrame:
    if not args.site_aware:
        return extract_files(spark, paths, setting, args.split_bytes)
    pages = by_site(read_pages(spark, paths, args.split_bytes, **settings), partitions=args.partitions)
    found = lines(pages, setting, id="id", encoding="encoding", site_aware=True)
    return found.select("order", "outcome", "line", "keys")


def _fields(flags: Sequence[str]) -> list[str]:
    for i, flag in enumerate(flags):
        if flag == "--fields" and i + 1 < len(flags):
            return flags[i + 1].split(",")
        if flag.startswith("--fields="):
            return flag.split("=", 1)[1].split(",")
    return list(USUAL)


def _remove(spark: SparkSession, path: str) -> None:
    jvm: Any = spark._jvm
    hadoop = spark._jsc.hadoopConfiguration()
    target = jvm.org.apache.hadoop.fs.Path(path)
    target.getFileSystem(hadoop).delete(target, True)


def main() -> None:
    args, flags = arguments(sys.argv[1:])
    spark = SparkSession.builder.appName("dehusk").getOrCreate()
    try:
        manifest = run(spark, args, flags)
    finally:
        spark.stop()
    print(json.dumps({key: manifest[key] for key in ("read", "written", "outcomes", "seconds")}))


if __name__ == "__main__":
    main()
