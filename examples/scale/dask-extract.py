"""Dask: web archives in, JSON lines out, with a long-lived dehusk worker in each process.

    pip install dask distributed ./packages/spark
    python dask-extract.py clean/ crawl-*.warc.gz [--scheduler tcp://…] [--piece-bytes N] [-- --fields url,text]

All machines see the files and the folder. Each piece becomes a file, under a temporary name first: a piece that Dask
does again writes the same file again.
"""

import argparse
import os
import sys

from dask.distributed import Client, LocalCluster, as_completed
from dehusk_spark import Piece, WorkerSetting, cut_files, shared_worker


def extract_piece(number: int, piece: Piece, setting: WorkerSetting, out: str) -> int:
    """Writes the lines of a piece. Returns how many pages there were."""
    path = os.path.join(out, f"part-{number:05}.jsonl")
    pages = 0
    with open(f"{path}.{os.getpid()}.partial", "wb") as file:
        for outcomes, lines in shared_worker(setting).read_lines(piece.path, None, piece.start, piece.end):
            file.write(lines)
            pages += len(outcomes)
    os.replace(file.name, path)
    return pages


def main(argv: list[str]) -> None:
    cut = argv.index("--") if "--" in argv else len(argv)
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("inputs", nargs="+")
    parser.add_argument("--scheduler", help="address of a running cluster; default: one on this machine")
    parser.add_argument("--piece-bytes", type=int, default=64 << 20)
    args = parser.parse_args(argv[:cut])
    os.makedirs(args.out, exist_ok=True)
    setting = WorkerSetting(tuple(argv[cut + 1 :]))
    # A process for each core, of one thread: a worker is not for several.
    cluster = args.scheduler or LocalCluster(n_workers=os.cpu_count(), threads_per_worker=1, dashboard_address=None)
    with Client(cluster) as client:
        pieces = enumerate(cut_files(args.inputs, args.piece_bytes))
        tasks = [client.submit(extract_piece, number, piece, setting, args.out, pure=False) for number, piece in pieces]
        pages = sum(task.result() for task in as_completed(tasks))
    print(f"{pages} pages, {len(tasks)} files")


if __name__ == "__main__":
    main(sys.argv[1:])
