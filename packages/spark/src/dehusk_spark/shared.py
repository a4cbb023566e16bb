"""One worker for each Python process of an executor, kept from task to task."""

from __future__ import annotations

import os
from dataclasses import dataclass

from .worker import Worker


@dataclass(frozen=True)
class WorkerSetting:
    """What a worker is started with, as Spark sends it to executors."""

    flags: tuple[str, ...] = ()
    command: str | None = None
    limit_ms: int = 60_000

    @staticmethod
    def of(
        options: dict[str, object],
        *,
        verb: str = "extract",
        limit_ms: int = 60_000,
        limit_memory: int = 2048,
        dehusk: str | None = None,
    ) -> WorkerSetting:
        """From options as Python has them: `fields=["url", "text"]` is `--fields url,text`, `headline=False` is
        `--no-headline`."""
        flags = ["--verb", verb, "--limit-memory", str(limit_memory), "--quiet"]
        for name, value in options.items():
            flag = name.replace("_", "-")
            if value is True:
                flags.append(f"--{flag}")
            elif value is False:
                flags.append(f"--no-{flag}")
            elif value is not None:
                text = ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
                flags.extend((f"--{flag}", text))
        return WorkerSetting(tuple(flags), dehusk, limit_ms)


_workers: dict[tuple[int, WorkerSetting], Worker] = {}


def shared_worker(setting: WorkerSetting) -> Worker:
    """The worker of this process for a setting. Spark reuses its Python processes, and so the worker."""
    key = (os.getpid(), setting)
    if key not in _workers:
        _workers[key] = Worker(setting.flags, setting.command, setting.limit_ms)
    return _workers[key]
