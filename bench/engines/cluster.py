"""`dehusk cluster` beside `dehusk batch`, undisturbed and with killed workers, drivers and Redis; Spark with a killed driver.

    python engines/cluster.py FOLDER [--kills N]

Needs what spark.py needs, and redis-server. Two workers of one thread, two executors of one core; batch has two threads.
"""

import argparse
import gzip
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from spark import FIELDS, batch_of, compare, files_of, lines_of
from watch import Watch, processes_below, summary

PORT = "26399"
URL = ["--redis", f"redis://127.0.0.1:{PORT}"]


class Kept:
    """A process that is started again whenever it is killed, until it ends by itself or nobody wants it any more."""

    def __init__(self, command):
        self._command, self._wanted = command, True
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        while self._wanted:
            self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)
            if self._process.wait() != -signal.SIGKILL:
                return

    def join(self):
        self._thread.join()

    def end(self):
        self._wanted = False
        self._process.terminate()
        self._thread.join()


def run_cluster(inputs, work, kills, victims):
    os.mkdir(work)
    out = os.path.join(work, "out")
    dehusk = [*shlex.split(os.environ["DEHUSK"]), "cluster"]
    queue = ["redis-server", "--port", PORT, "--save", "", "--appendonly", "yes", "--appendfsync", "always", "--dir", work]
    with Watch(kills, victims, 2) as watch:
        redis = Kept(queue)
        time.sleep(2)
        submit = [*dehusk, "submit", *inputs, "--out", out, *URL, "--job-bytes", "2M", "--partitions", "4", "-q", *FIELDS]
        # Submitting again is harmless, and what a driver that was killed needs.
        driver = Kept([*submit, "--wait"])
        while not os.path.exists(out):
            time.sleep(0.2)
        workers = [Kept([*dehusk, "work", *URL, "--workers", "1", "--lock-ms", "10000", "-q"]) for _ in range(2)]
        driver.join()
        for each in [*workers, redis]:
            each.end()
    names = sorted(name for name in os.listdir(out) if name.startswith("part-"))
    return [line for name in names for line in gzip.open(os.path.join(out, name), "rt").read().splitlines()], watch


def run_spark(inputs, out):
    """A run of submit.py whose driver is killed; it leaves no manifest, and starts again in an empty folder."""
    from dehusk_spark import submit

    conf = "--conf spark.ui.enabled=false --conf spark.driver.bindAddress=127.0.0.1 --conf spark.executor.memory=1g"
    env = {**os.environ, "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    env["PYSPARK_SUBMIT_ARGS"] = f"--master local-cluster[2,1,1024] {conf} pyspark-shell"
    command = [sys.executable, submit.__file__, *inputs, "--out", out, "--split-bytes", "2000000", "--", *FIELDS]
    with Watch() as watch:
        started = subprocess.Popen(command, env=env, stderr=subprocess.DEVNULL)
        wait_for_worker()
        kill_driver()
        started.wait()
        watch.killed.append(("driver", os.path.exists(os.path.join(out, "manifest.json"))))
        shutil.rmtree(out, ignore_errors=True)
        subprocess.run(command, env=env, stderr=subprocess.DEVNULL, check=True)
    return lines_of(out), watch


def wait_for_worker():
    while not any("dehusk.js worker" in command for _, _, command in processes_below(os.getpid()).values()):
        time.sleep(0.5)
    time.sleep(10)


def kill_driver():
    for (pid, _), (_, _, command) in processes_below(os.getpid()).items():
        if "org.apache.spark.deploy.SparkSubmit" in command:
            os.kill(pid, signal.SIGKILL)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--kills", type=int, default=9)
    args = parser.parse_args()
    source = os.path.abspath(args.folder)
    inputs = files_of(source)
    folder = tempfile.mkdtemp(prefix="dehusk-cluster-")
    os.chdir(folder)
    expected, alone = batch_of(source, [])
    print(json.dumps({"run": "batch", "lines": len(expected), **alone}), flush=True)
    runs = {
        "cluster": lambda out: run_cluster(inputs, out, 0, ()),
        "cluster, killed": lambda out: run_cluster(inputs, out, args.kills, ("cluster", "redis", "submit")),
        "spark, driver killed": lambda out: run_spark(inputs, out),
    }
    for number, (name, run) in enumerate(runs.items()):
        found, watch = run(os.path.join(folder, f"out-{number}"))
        # The cluster writes by partition of sites.
        result = compare(sorted(expected), sorted(found))
        print(json.dumps({"run": name, **result, "killed": watch.killed, **summary(watch)}), flush=True)
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
