import { DehuskError, pickOptions } from "../../basics/index.ts";
import { readTextFile } from "../../batch/index.ts";
import type { InputFile } from "../../corpus/index.ts";
import { type OptionValues, verbOptions } from "../../options/index.ts";
import {
  describeSegments,
  findSegments,
  type PageSegments,
  readSegmentModel,
  type SegmentModel,
  type SegmentModelName,
  segmentModelNames,
  segmentTable as segmentOptions,
  writeSegmentMap,
} from "../../segment/index.ts";
import { checkTime } from "../check-time.ts";
import { defineCommand } from "../command.ts";
import { Exit, usualExits } from "../exit-codes.ts";
import { fetchHelp, fetchOptions, findPages, readPage } from "../options/fetch-options.ts";
import { generalOptions, limitsOf } from "../options/general-options.ts";
import { PageRenderer, renderOptions } from "../options/render-options.ts";
import { formatOption, outputOption } from "../options/shared-options.ts";
import { segmentTable } from "../output/segment-table.ts";
import { writeOutput } from "../output/write-output.ts";

const options = {
  ...verbOptions.segment.command,
  format: formatOption("table", "json", "html"),
  output: outputOption,
  ...fetchOptions,
  ...renderOptions,
  ...generalOptions,
} as const;

/** `dehusk segment`. */
export const command = defineCommand({
  inputs: { name: "input", help: "an HTML file, - for standard input, or a URL" },
  options,
  details: `
Input: an HTML file, "-" or nothing for standard input, or an http or https URL.

A segment is a part of the page that readers see as one thing, such as a menu, an article, a footer. Algorithms:
"consensus" is what gcuts and VIPS agree on best; "gcuts" finds the cut of least energy through neighbours on the
page and in its tree; "cclus" clusters texts and images by pairs; "sections" are the parts of equal templateness that detect finds.
Templateness ranges from 0 (content) to 1 (template).

As a table: one line per segment. As json: every segment, with its text and the XPaths of its nodes. As html: a page with a
map of the segments.
${fetchHelp}

With --render Chromium builds the page and its layout; scripts are off and nothing is fetched, unless --javascript or
--allow-requests.`,
  examples: [
    "dehusk segment page.html",
    "dehusk segment page.html --format html -o segments.html",
    "dehusk segment page.html --algorithm cclus --lambda 0.8 --format json",
    "dehusk segment https://example.org/",
    "dehusk segment page.html --render",
  ],
  exits: { ...usualExits, 5: "model or browser unusable", 6: "URL refused" },
  async run({ inputs: [path = "-"], options, console }) {
    const { files, many } = await findPages([path], options);
    if (many) throw new DehuskError("bad-option", `"${path}" is a folder: segment takes one page.`);
    const limits = limitsOf(options);
    const model = await readModel(options.model);
    const { bytes, url, encoding } = await readPage((files[0] as InputFile).path, options, limits);
    const geometry = typeof model === "string" ? "rendered" : model.geometry;
    const renderer = await PageRenderer.open(options, { name: "", geometry }, console);
    const rendered = await renderer?.render(bytes, { url, encoding, limits }).finally(() => renderer.close());
    const start = performance.now();
    const { page = bytes, boxes, styles } = rendered ?? {};
    const known = { url, encoding, limits, model, boxes, styles };
    const found = findSegments(page, pickOptions({ ...options, ...known }, segmentOptions));
    const content = render(found, options);
    checkTime(start, limits);
    for (const { message } of found.page.warnings) console.warn(message);
    await writeOutput(options.output, content, console);
    return Exit.Done;
  },
});

/** The requested model: by name, or from a file. */
async function readModel(name: string): Promise<SegmentModel | SegmentModelName> {
  const known = segmentModelNames.find((each) => each === name);
  return known ?? readSegmentModel(await readTextFile(name));
}

function render(found: PageSegments, { format, output }: OptionValues<typeof options>): string {
  if (format === "html") return writeSegmentMap(found);
  const { segments, ...rest } = describeSegments(found);
  if (format === "json") {
    const lines = segments.map((entry) => JSON.stringify(entry)).join(",\n");
    return `${JSON.stringify(rest).slice(0, -1)},"segments":[\n${lines}\n]}\n`;
  }
  const width = Math.max(60, (output === undefined ? process.stdout.columns : undefined) || 120);
  return `${segmentTable({ ...rest, segments }, width)}\n`;
}
