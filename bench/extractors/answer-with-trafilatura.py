"""Answers pages, one JSON line each, with trafilatura's Markdown; the first line tells that it is ready."""

import json
import sys

import trafilatura

out = sys.stdout
# What the library prints must not mix with the answers.
sys.stdout = sys.stderr


def answer(page):
    markdown = trafilatura.extract(
        page["html"],
        url=page["url"],
        output_format="markdown",
        include_tables=True,
        include_links=True,
        include_images=True,
        include_formatting=True,
        include_comments=False,
    )
    return {"markdown": markdown or ""}


print(json.dumps({"version": trafilatura.__version__}), file=out, flush=True)
for line in sys.stdin:
    try:
        reply = answer(json.loads(line))
    except Exception as error:
        reply = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(reply), file=out, flush=True)
