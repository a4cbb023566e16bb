"""Spark beside `dehusk batch` on the same archives: lines, processor time, killed executors and workers, memory.

    python engines/spark.py FOLDER… [--kills N] [--rounds N] [--site-aware] [--dedup]

Needs packages/spark with its extra "spark", Java, and DEHUSK in the environment. FOLDER holds .warc.gz files, such as
make-archive.mjs writes; with several of different sizes, the difference between them is what pages cost without what a job costs.
Two executors of one core each (local-cluster); batch has two threads.
"""

import argparse
import glob
import gzip
import json
import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

FIELDS = ["--fields", "url,title,text"]


def children_of(pid):
    found = []
    for name in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(name) as file:
                text = file.read()
        except OSError:
            continue
        fields = text[text.rindex(")") + 2 :].split()
        if int(fields[1]) == pid:
            child = int(name.split("/")[2])
            found += [child, *children_of(child)]
    return found


def command_of(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read().replace(b"\0", b" ").decode("utf-8", "replace")
    except OSError:
        return ""


def rss_of(pid):
    try:
        with open(f"/proc/{pid}/status") as file:
            return next((int(line.split()[1]) for line in file if line.startswith("VmRSS")), 0) / 1024
    except OSError:
        return 0


def cpu_of(pids):
    """Processor seconds of processes and of those of their children that have ended."""
    ticks = 0
    for pid in pids:
        try:
            with open(f"/proc/{pid}/stat") as file:
                text = file.read()
        except OSError:
            continue
        ticks += sum(map(int, text[text.rindex(")") + 2 :].split()[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


class Watch:
    """Watches the processes below this one while something runs, and kills executors and workers of them by turns."""

    def __init__(self, kills, seed):
        self.killed, self.memory = [], {}
        self._kills, self._dice = kills, random.Random(seed)
        self._stop = threading.Event()

    def __enter__(self):
        self._began, self._cpu = time.time(), self._all_cpu()
        threading.Thread(target=self._run, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self.seconds, self.cpu = time.time() - self._began, self._all_cpu() - self._cpu

    def _all_cpu(self):
        return cpu_of([os.getpid(), *children_of(os.getpid())])

    def _run(self):
        next_kill = time.time() + 1
        while not self._stop.wait(0.5):
            found = {pid: command_of(pid) for pid in children_of(os.getpid())}
            kinds = {
                "executor": [pid for pid, text in found.items() if "CoarseGrainedExecutorBackend" in text],
                "driver": [pid for pid, text in found.items() if "org.apache.spark.deploy.SparkSubmit" in text],
                "worker": [pid for pid, text in found.items() if " worker " in text and "dehusk" in text],
            }
            for kind, pids in kinds.items():
                self.memory.setdefault(kind, []).append(round(max(map(rss_of, pids), default=0)))
            if len(self.killed) < self._kills and time.time() >= next_kill:
                kind = "executor" if len(self.killed) % 2 == 1 else "worker"
                if kinds[kind]:
                    try:
                        os.kill(self._dice.choice(kinds[kind]), signal.SIGKILL)
                        self.killed.append((kind, round(time.time() - self._began, 1)))
                    except OSError:
                        pass
                    next_kill = time.time() + self._dice.uniform(3, 9)


def lines_of(out):
    parts = sorted(glob.glob(os.path.join(out, "jsonl", "part-*.gz")))
    return [line for part in parts for line in gzip.open(part, "rt", encoding="utf-8").read().splitlines()]


def run_batch(inputs, flags):
    command = [*shlex.split(os.environ["DEHUSK"]), "batch", *inputs, "-o", "batch.jsonl", "-w", "2", "-q"]
    with Watch(0, 0) as alone:
        subprocess.run([*command, *FIELDS, *flags], check=False)
    with open("batch.jsonl", encoding="utf-8") as file:
        return file.read().splitlines(), alone


def compare(expected, found, alone, beside, manifest):
    return {
        "pages": len(expected),
        "same": found == expected,
        "lost": len(set(expected) - set(found)),
        "twice": len(found) - len(set(found)),
        "batch": {"seconds": round(alone.seconds, 1), "cpu": round(alone.cpu, 1)},
        "spark": {"seconds": round(beside.seconds, 1), "cpu": round(beside.cpu, 1)},
        "outcomes": manifest["outcomes"],
        "killed": beside.killed,
        "memory": {kind: series[:: max(1, len(series) // 12)] for kind, series in beside.memory.items()},
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=3, help="the first warms up, the last is disturbed by --kills")
    parser.add_argument("--site-aware", action="store_true")
    parser.add_argument("--dedup", action="store_true")
    parser.add_argument("--split-bytes", type=int, default=2 << 20)
    args = parser.parse_args()
    sources = [sorted(glob.glob(os.path.join(os.path.abspath(each), "*.warc.gz"))) for each in args.folders]
    flags = [*(["--site-aware"] if args.site_aware else []), *(["--dedup"] if args.dedup else [])]
    folder = tempfile.mkdtemp(prefix="dehusk-spark-")
    os.chdir(folder)
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    from dehusk_spark.submit import arguments, run
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local-cluster[2,1,1024]")
    settings = {
        "spark.ui.enabled": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.shuffle.partitions": "4",
        # Killed executors must not end the run: a task may be the victim several times.
        "spark.task.maxFailures": "50",
        "spark.deploy.maxExecutorRetries": "-1",
        "spark.executor.memory": "1g",
    }
    for key, value in settings.items():
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    batches = [run_batch(inputs, flags) for inputs in sources]
    # The first round warms Spark up; the last one is disturbed.
    for turn in range(args.rounds):
        for inputs, (expected, alone) in zip(sources, batches):
            out = os.path.join(folder, f"out-{turn}-{len(expected)}")
            words = [*inputs, "--out", out, "--split-bytes", str(args.split_bytes), *flags, "--", *FIELDS]
            with Watch(args.kills if turn == args.rounds - 1 else 0, turn) as beside:
                manifest = run(spark, *arguments(words))
            print(json.dumps({"turn": turn, "flags": flags, **compare(expected, lines_of(out), alone, beside, manifest)}), flush=True)
    spark.stop()
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
