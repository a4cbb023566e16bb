import { DehuskError, pickOptions } from "../../basics/index.ts";
import type { InputFile } from "../../corpus/index.ts";
import { type Detection, describeDetection, detect, detectTable, writeHeatMap } from "../../detect/index.ts";
import { type OptionValues, verbOptions } from "../../options/index.ts";
import { checkTime } from "../check-time.ts";
import { defineCommand } from "../command.ts";
import { Exit, usualExits } from "../exit-codes.ts";
import { fetchHelp, fetchOptions, findPages, readPage } from "../options/fetch-options.ts";
import { generalOptions, limitsOf } from "../options/general-options.ts";
import { modelHelp, readKnowledge } from "../options/knowledge-options.ts";
import { PageRenderer, renderHelp, renderOptions } from "../options/render-options.ts";
import { formatOption, outputOption } from "../options/shared-options.ts";
import { nodeTable, sectionTable } from "../output/detect-table.ts";
import { writeOutput } from "../output/write-output.ts";

const options = {
  format: formatOption("table", "json", "html"),
  ...verbOptions.detect.command,
  all: { type: "boolean", help: "in a table: list all nodes, not just the sections" },
  output: outputOption,
  ...fetchOptions,
  ...renderOptions,
  ...generalOptions,
} as const;

/** `dehusk detect`. */
export const command = defineCommand({
  inputs: { name: "input", help: "an HTML file, - for standard input, or a URL" },
  options,
  details: `
Input: an HTML file, "-" or nothing for standard input, or an http or https URL.

Templateness ranges from 0 (content) to 1 (template: menu, banner, related links, footer). A section is a part of the page
whose nodes share one templateness; "raw" is the model's score before smoothing. "kind" says what its text is: article,
comment, post, review or template; only content models know. The penalty is what each section costs: the larger the
factor, the fewer sections. It is a product of "nodes" (nodes of the page / nodes of the section), "area" (area
of the page / area of the section) and "parent" (area of the parent / area of the section).

As a table: one line per section, with --all one per node. As json: every node and every section. As html: a map of the
blocks and their text, coloured by templateness.
${modelHelp}
${fetchHelp}
${renderHelp}`,
  examples: [
    "dehusk detect page.html",
    "dehusk detect page.html --format html -o heat.html",
    "dehusk detect page.html --format json --penalty-factor 0.1",
    "dehusk detect page.html --model blocks-rf --recall 0.5",
    "dehusk detect https://example.org/",
    "dehusk detect page.html --render --viewport 800x600",
  ],
  exits: { ...usualExits, 5: "model, templates or browser unusable", 6: "URL refused" },
  async run({ inputs: [path = "-"], options, console }) {
    const { files, many } = await findPages([path], options);
    if (many) throw new DehuskError("bad-option", `"${path}" is a folder: detect takes one page.`);
    const limits = limitsOf(options);
    const knowledge = await readKnowledge(options);
    const { bytes, url, encoding } = await readPage((files[0] as InputFile).path, options, limits);
    const renderer = await PageRenderer.open(options, knowledge.model, console);
    const rendered = await renderer?.render(bytes, { url, encoding, limits }).finally(() => renderer.close());
    const start = performance.now();
    const { page = bytes, boxes } = rendered ?? {};
    const known = { url, encoding, limits, boxes, ...knowledge };
    const detection = detect(page, pickOptions({ ...options, ...known }, detectTable));
    const content = render(detection, options);
    checkTime(start, limits);
    for (const { message } of detection.page.warnings) console.warn(message);
    await writeOutput(options.output, content, console);
    return Exit.Done;
  },
});

function render(detection: Detection, { format, all, output }: OptionValues<typeof options>): string {
  if (format === "html") return writeHeatMap(detection);
  if (format === "json") return toJson(detection);
  const width = Math.max(60, (output === undefined ? process.stdout.columns : undefined) || 120);
  return `${all ? nodeTable(detection, width) : sectionTable(detection, width)}\n`;
}

/** JSON with a line for each node and each section. */
function toJson(detection: Detection): string {
  const { nodes, sections, ...rest } = describeDetection(detection);
  const lines = (list: readonly object[]) => `[\n${list.map((entry) => JSON.stringify(entry)).join(",\n")}\n]`;
  return `${JSON.stringify(rest).slice(0, -1)},"nodes":${lines(nodes)},"sections":${lines(sections)}}\n`;
}
