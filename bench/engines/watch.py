"""Processor time and memory of the processes below this one, and kills among them."""

import glob
import os
import random
import signal
import threading
import time

TICK = os.sysconf("SC_CLK_TCK")
KINDS = {
    "executor": "CoarseGrainedExecutorBackend",
    "driver": "org.apache.spark.deploy.SparkSubmit",
    "Python": "pyspark.daemon",
    "worker": "dehusk.js worker",
    "batch": "dehusk.js batch",
    "cluster": "dehusk.js cluster work",
    "submit": "dehusk.js cluster submit",
    "redis": "redis-server",
}


def processes_below(root):
    """Own processor seconds, megabytes and command of a process and all below it, by process id and start."""
    parents, found = {}, {}
    for name in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(name) as file:
                text = file.read()
        except OSError:
            continue
        pid = int(name.split("/")[2])
        fields = text[text.rindex(")") + 2 :].split()
        parents.setdefault(int(fields[1]), []).append(pid)
        found[pid] = (int(fields[19]), sum(map(int, fields[11:13])) / TICK, int(fields[21]) * 4096 >> 20)
    below, at = [root], 0
    while at < len(below):
        below += parents.get(below[at], [])
        at += 1
    return {(pid, found[pid][0]): (*found[pid][1:], command_of(pid)) for pid in below if pid in found}


def command_of(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read().replace(b"\0", b" ").decode("utf-8", "replace")
    except OSError:
        return ""


def kind_of(command):
    return next((kind for kind, words in KINDS.items() if words in command), "other")


class Watch:
    """Watches the processes below this one while something runs, and kills some of the kinds of `victims` by turns, after
    `every` processor seconds on average: on a busy machine the clock says little about what has happened.

    A process that was killed counts with what it had used when it was last seen: up to half a second too little."""

    def __init__(self, kills=0, victims=("worker", "executor"), every=8):
        self.killed, self.memory, self.cpu = [], {}, {}
        self._kills, self._victims, self._every, self._dice = kills, victims, every, random.Random(1)
        self._stop = threading.Event()
        self._own = 0.0

    def __enter__(self):
        self._began = time.time()
        self._before = {key: cpu for key, (cpu, _, _) in processes_below(os.getpid()).items()}
        self._seen = {}
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()
        self._look()
        self.seconds = time.time() - self._began
        for key, (cpu, kind) in self._seen.items():
            self.cpu[kind] = self.cpu.get(kind, 0) + cpu - self._before.get(key, 0)
        self.cpu["other"] = self.cpu.get("other", 0) - self._own

    def _look(self):
        found = {kind: [] for kind in KINDS}
        memory = {}
        for (pid, start), (cpu, megabytes, command) in processes_below(os.getpid()).items():
            # One that has just ended has no command any more.
            kind = kind_of(command) if command else self._seen.get((pid, start), (0, "other"))[1]
            self._seen[pid, start] = (cpu, kind)
            found.setdefault(kind, []).append(pid)
            memory[kind] = max(memory.get(kind, 0), megabytes)
        for kind, megabytes in memory.items():
            self.memory.setdefault(kind, []).append(megabytes)
        return found

    def _run(self):
        next_kill = self._every
        while not self._stop.wait(0.5):
            found = self._look()
            self._own = time.thread_time()
            done = sum(cpu - self._before.get(key, 0) for key, (cpu, _) in self._seen.items())
            if len(self.killed) >= self._kills or done < next_kill:
                continue
            kind = self._victims[len(self.killed) % len(self._victims)]
            if found[kind]:
                try:
                    os.kill(self._dice.choice(found[kind]), signal.SIGKILL)
                    self.killed.append((kind, round(done, 1)))
                except OSError:
                    pass
                next_kill = done + self._dice.uniform(0.5, 1.5) * self._every


def summary(watch):
    return {
        "seconds": round(watch.seconds, 1),
        "cpu": round(sum(watch.cpu.values()), 1),
        "cpuBy": {kind: round(seconds, 1) for kind, seconds in watch.cpu.items()},
        "memory": {kind: series[:: max(1, len(series) // 12)] for kind, series in watch.memory.items()},
    }
