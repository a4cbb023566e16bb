"""Reads a web archive with one library again and again: responses, their bytes, and the least processor time."""

import json
import sys
import time


def fastwarc(path):
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    pages = size = 0
    with open(path, "rb") as file:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response, parse_http=True):
            size += len(record.reader.read())
            pages += 1
    return pages, size


def warcio(path):
    from warcio.archiveiterator import ArchiveIterator

    pages = size = 0
    with open(path, "rb") as file:
        for record in ArchiveIterator(file):
            if record.rec_type == "response":
                size += len(record.content_stream().read())
                pages += 1
    return pages, size


reader, path, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
best = float("inf")
for _ in range(rounds):
    began = time.process_time()
    pages, size = {"fastwarc": fastwarc, "warcio": warcio}[reader](path)
    best = min(best, time.process_time() - began)
print(json.dumps({"pages": pages, "bytes": size, "cpuSeconds": best}))
