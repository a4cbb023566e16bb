// JSON lines {id?, url?, html} on standard input become JSON lines {id, url, title, text} on standard output, one page in
// memory at a time: node node-stream.mjs < pages.jsonl > clean.jsonl
import { createInterface } from "node:readline";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";
import { DehuskError, extract } from "dehusk";

/** A stream of pages {id?, url?, html} into a stream of their content. It takes no page in before the last is read. */
export function cleanPages(options = {}) {
  return new Transform({
    objectMode: true,
    highWaterMark: 1,
    transform({ id, url, html }, _encoding, done) {
      try {
        const { title, text } = extract(html, { ...options, url });
        done(null, { id, url, title, text });
      } catch (error) {
        // A page over a limit, or none at all, is no reason to lose the others.
        if (!(error instanceof DehuskError)) return done(error);
        done(null, { id, url, error: { code: error.code, message: error.message } });
      }
    },
  });
}

async function* parsed(lines) {
  for await (const line of lines) if (line.trim() !== "") yield JSON.parse(line);
}

async function* printed(pages) {
  for await (const page of pages) yield `${JSON.stringify(page)}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await pipeline(parsed(createInterface({ input: process.stdin })), cleanPages(), printed, process.stdout);
}
