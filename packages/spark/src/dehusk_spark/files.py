"""Files of pages and the pieces that they are read in."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Sequence


@dataclass(frozen=True)
class Piece:
    """A file, or the records that start in a range of its bytes."""

    path: str
    start: int = 0
    end: int | None = None


def cut_files(paths: Sequence[str], piece_bytes: int = 64 << 20) -> list[Piece]:
    """Pieces in the order of the files. Large .warc and .warc.gz files on disks are cut by bytes; other files, and those
    of object stores (s3://, gs://, hdfs://), are a piece each."""
    pieces: list[Piece] = []
    for path in paths:
        size = 0 if is_remote(path) else os.stat(path).st_size
        count = -(-size // piece_bytes) if re.search(r"\.warc(\.gz)?$", path, re.I) else 1
        if count <= 1:
            pieces.append(Piece(path))
        else:
            pieces += [Piece(path, i * size // count, (i + 1) * size // count) for i in range(count)]
    return pieces


def is_remote(path: str) -> bool:
    return re.match(r"[a-z][a-z0-9+.-]*://", path, re.I) is not None
