"""The scripts of examples/scale that need Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, Batches

FLAGS = ["--fields", "url,title,text"]


def test_dask_extract(folder: Path, batch: Batches, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    archive = folder / "crawl.warc.gz"
    out = tmp_path / "clean"
    script = ROOT / "examples/scale/dask-extract.py"
    command = [sys.executable, str(script), str(out), str(archive), "--piece-bytes", "9000", "--", *FLAGS]
    subprocess.run(command, check=True, timeout=240, env={**os.environ, "DASK_DISTRIBUTED__LOGGING": "{}"})
    parts = sorted(out.iterdir())
    assert len(parts) > 3
    lines = [line for part in parts for line in part.read_text().splitlines()]
    assert lines == batch(archive, *FLAGS)
