"""Spark beside `dehusk batch` on the same archives: lines, processor time, killed executors and workers, memory.

    python engines/spark.py FOLDER [--warm-up FOLDER] [--kills N] [--rounds N] [--site-aware] [--dedup]

Needs packages/spark with its extra "spark", Java, and DEHUSK in the environment. FOLDER holds .warc.gz files, such as
make-archive.mjs writes. Two executors of one core each (local-cluster); batch has two threads. Compare the
processor time of the same day.
"""

import argparse
import glob
import gzip
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

from watch import Watch, summary

FIELDS = ["--fields", "url,title,text"]
#: Executors of one core mostly wait for their workers: one compiler and the simplest collector will do.
LEAN = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


def files_of(folder):
    return sorted(glob.glob(os.path.join(os.path.abspath(folder), "*.warc.gz")))


def lines_of(out):
    parts = sorted(glob.glob(os.path.join(out, "jsonl", "part-*.gz")))
    return [line for part in parts for line in packed_lines(part)]


def packed_lines(path):
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as file:
        return file.read().split("\n")[:-1]


def batch_of(folder, flags):
    """Lines and costs of `dehusk batch`, kept beside the archives for later runs."""
    kept = os.path.join(folder, f"batch{''.join(flags)}")
    if not os.path.exists(f"{kept}.json"):
        inputs = files_of(folder)
        command = [*shlex.split(os.environ["DEHUSK"]), "batch", *inputs, "-o", f"{kept}.jsonl.gz", "-w", "2", "-q"]
        with Watch() as alone:
            subprocess.run([*command, *FIELDS, *flags], check=False)
        with open(f"{kept}.json", "w", encoding="utf-8") as file:
            json.dump(summary(alone), file)
    with open(f"{kept}.json", encoding="utf-8") as costs:
        return packed_lines(f"{kept}.jsonl.gz"), json.load(costs)


def compare(expected, found):
    return {
        "lines": len(expected),
        "same": found == expected,
        "lost": len(set(expected) - set(found)),
        "twice": len(found) - len(set(found)),
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--warm-up", help="a folder for Spark to run first")
    parser.add_argument("--kills", type=int, default=0, help="of the last round")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--site-aware", action="store_true")
    parser.add_argument("--dedup", action="store_true")
    parser.add_argument("--only-batch", action="store_true", help="before, or beside, the runs of Spark")
    parser.add_argument("--split-bytes", type=int, default=4 << 20)
    args = parser.parse_args()
    folder = os.path.abspath(args.folder)
    warm_up = args.warm_up and os.path.abspath(args.warm_up)
    flags = [*(["--site-aware"] if args.site_aware else []), *(["--dedup"] if args.dedup else [])]
    if args.only_batch:
        batch_of(folder, flags)
        return
    work = tempfile.mkdtemp(prefix="dehusk-spark-")
    os.chdir(work)
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    from dehusk_spark.submit import arguments, run
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local-cluster[2,1,1024]")
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.shuffle.partitions": "4",
        # Killed executors must not end the run: a task may be the victim several times.
        "spark.task.maxFailures": "50",
        "spark.deploy.maxExecutorRetries": "-1",
        "spark.executor.memory": "1g",
        "spark.executor.extraJavaOptions": LEAN,
        "spark.driver.extraJavaOptions": LEAN,
    }
    for key, value in settings.items():
        builder = builder.config(key, value)
    spark = builder.getOrCreate()

    def run_spark(source, out, kills=0):
        words = [*files_of(source), "--out", out, "--split-bytes", str(args.split_bytes), *flags, "--", *FIELDS]
        with Watch(kills) as beside:
            manifest = run(spark, *arguments(words))
        told = {"turn": out, "outcomes": manifest["outcomes"], "killed": beside.killed, **summary(beside)}
        print(json.dumps(told), flush=True)

    if warm_up is not None:
        run_spark(warm_up, os.path.join(work, "warm-up"))
    outs = [os.path.join(work, f"turn-{turn}") for turn in range(args.rounds)]
    for out in outs:
        run_spark(folder, out, args.kills if out == outs[-1] else 0)
    spark.stop()
    expected, alone = batch_of(folder, flags)
    print(json.dumps({"turn": "batch", "flags": flags, **alone}))
    for out in outs:
        print(json.dumps({"turn": out, **compare(expected, lines_of(out))}))
    shutil.rmtree(work)


if __name__ == "__main__":
    main()
