"""What it costs to send pages to a worker: JSON with the pages in it, JSON with bytes beside it (as dehusk worker has it), Arrow.

    python engines/protocol.py ARCHIVE.warc.gz FOLDER

FOLDER gets `apache-arrow` for Node if `npm install --prefix FOLDER apache-arrow` was run before. CPU milliseconds per page, the
least of five rounds, for Python that writes and for Node that reads.
"""

import json
import os
import subprocess
import sys
import time

import pyarrow as pa
from dehusk_spark import Worker
from dehusk_spark.frames import frame

archive, folder = sys.argv[1:3]
with Worker() as worker:
    pages = [page for page in worker.read_pages(archive) if page.error is None]
batches = [pages[i : i + 16] for i in range(0, len(pages), 16)]


def as_json(batch):
    rows = [{"id": page.id, "url": page.url, "html": page.html.decode("utf-8", "replace")} for page in batch]
    return frame({"pages": rows})


def as_bytes(batch):
    heads = [{"id": page.id, "url": page.url, "length": len(page.html)} for page in batch]
    return frame({"pages": heads}, [page.html for page in batch])


def as_arrow(batch):
    made = pa.RecordBatch.from_pydict(
        {
            "id": [page.id for page in batch],
            "url": [page.url for page in batch],
            "html": [page.html for page in batch],
        }
    )
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, made.schema) as writer:
        writer.write_batch(made)
    content = sink.getvalue().to_pybytes()
    return len(content).to_bytes(8, "big") + content


READER = """
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
const [path, kind, folder] = process.argv.slice(1);
const arrow = kind === "arrow" ? createRequire(folder + "/x.js")("apache-arrow") : undefined;
const bytes = readFileSync(path);
const read = {
  json(at) {
    const head = bytes.readUInt32BE(at);
    const { pages } = JSON.parse(bytes.toString("utf8", at + 8, at + 8 + head));
    return [at + 8 + head, pages.reduce((sum, { html }) => sum + html.length, 0)];
  },
  bytes(at) {
    const [head, body] = [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];
    const { pages } = JSON.parse(bytes.toString("utf8", at + 8, at + 8 + head));
    let from = at + 8 + head, sum = 0;
    for (const { length } of pages) sum += bytes.toString("utf8", from, (from += length)).length;
    return [at + 8 + head + body, sum];
  },
  arrow(at) {
    const length = Number(bytes.readBigUInt64BE(at));
    const table = arrow.tableFromIPC(bytes.subarray(at + 8, at + 8 + length));
    let sum = 0;
    for (const row of table) sum += Buffer.from(row.html).toString("utf8").length + (row.id + row.url).length * 0;
    return [at + 8 + length, sum];
  },
}[kind];
let best = Infinity, total = 0;
for (let round = 0; round < 5; round++) {
  const before = process.cpuUsage();
  total = 0;
  for (let at = 0; at < bytes.length; ) { const [next, sum] = read(at); at = next; total += sum; }
  const { user, system } = process.cpuUsage(before);
  best = Math.min(best, (user + system) / 1000);
}
console.log(JSON.stringify({ ms: best, total }));
"""

print(f"{len(pages)} pages, {sum(len(page.html) for page in pages) / len(pages) / 1000:.0f} kB each")
for kind, write in (("json", as_json), ("bytes", as_bytes), ("arrow", as_arrow)):
    best = float("inf")
    for _ in range(5):
        began = time.process_time()
        written = [write(batch) for batch in batches]
        best = min(best, time.process_time() - began)
    path = os.path.join(folder, f"pages.{kind}")
    with open(path, "wb") as file:
        file.writelines(written)
    command = ["node", "--input-type=module", "-e", READER, path, kind, os.path.abspath(folder)]
    found = subprocess.run(command, capture_output=True, text=True)
    node = json.loads(found.stdout)["ms"] if found.returncode == 0 else None
    reading = "not installed" if node is None else f"{node / len(pages):.3f}"
    print(f"{kind:6} Python {best * 1000 / len(pages):.3f} ms, Node {reading} ms, {os.path.getsize(path) / len(pages) / 1000:.0f} kB")
