import { lineVerbs, WorkerPool } from "../../batch/index.ts";
import { defineCommand } from "../command.ts";
import { Exit } from "../exit-codes.ts";
import { generalOptions, limitsOf } from "../options/general-options.ts";
import { fieldHelp, pageOptions, planOptions } from "../options/page-options.ts";
import { memoryOption } from "../options/shared-options.ts";
import { writeStdout } from "../output/write-output.ts";
import { frameBytes, readFrames } from "../worker/frames.ts";
import { serveRequests } from "../worker/serve-requests.ts";

/** Version of the protocol, sent at the start. */
const protocol = 1;

/** `dehusk worker`. */
export const command = defineCommand({
  options: {
    verb: {
      type: "choice",
      of: lineVerbs,
      default: "extract",
      value: "verb",
      help: "what to make of pages: the lines of dehusk batch, detect or keywords",
    },
    keys: { type: "boolean", default: false, help: "give the keys that near-duplicates share, with extract" },
    workers: { type: "integer", min: 1, default: 1, short: "w", value: "n", help: "number of threads" },
    limitMemory: { ...memoryOption, default: 2048 },
    ...pageOptions,
    ...generalOptions,
  },
  details: `
For engines that keep processes: Spark (packages/spark), Ray, Dask or your own. It starts once, reads pages from standard
input until that is closed, and answers in order. A page that exceeds the limits of time or memory gives a line with an
error, and the next page follows.

A frame, both ways: two unsigned 32-bit numbers, big-endian; a JSON object of as many bytes as the first says; bytes, as
many as the second says. The worker first sends {"protocol": 1}. Requests:

  {"pages": [{"id", "url"?, "encoding"?, "text"?, "length", "error"?}], "sites"?}
      Pages, whose HTML is in the bytes, one after another; "text" says that it is UTF-8 whatever the page says, "error"
      ({"code", "message"}) that the page could not be read.
  {"read": path, "name"?, "from"?, "to"?, "asPages"?, "skip"?, "single"?, "refuse"?}
      A file on this machine, or the records that start in a range of a .warc or .warc.gz. "skip": records that
      were answered before; "single": so many are taken one at a time; "refuse": numbers of records to fail.
  {"learn": pages}
      Learns the templates of the sites of these pages, for requests with "sites": true until the next "learn".

Answers:

  {"results": [{"outcome", "length", "keys"?}], "more"?}
      "outcome": "kept", an error code, or why a page was dropped. The bytes hold the lines; dropped pages have none.
      A read has many answers: in all but the last, "more" is true.
  {"pages": [{"id", "url"?, "encoding"?, "text"?, "length", "error"?}], "more"}
      To a read with "asPages".
  {"sites": number} to "learn"; {"error": {"code", "message"}} to anything else.

${fieldHelp}`,
  exits: { 0: "done", 2: "wrong usage", 3: "standard input is not made of frames" },
  async run({ options }) {
    const { verb, keys, workers: threads, limitMemory: memoryMb } = options;
    const lines = { ...planOptions(options), keys };
    const pool = new WorkerPool({ workers: threads, verb, lines, memoryMb });
    try {
      await writeStdout(frameBytes({ protocol }));
      const settings = { pool, threads, limits: limitsOf(options), memoryMb };
      await serveRequests(readFrames(process.stdin), writeStdout, settings);
    } finally {
      await pool.close();
    }
    return Exit.Done;
  },
});
