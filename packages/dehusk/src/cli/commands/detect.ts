import { type Command, Option } from "commander";
import { DehuskError } from "../../basics/index.ts";
import type { InputFile } from "../../corpus/index.ts";
import {
  type Detection,
  describeDetection,
  detect,
  type Penalty,
  penaltyNames,
  type Weighting,
  weightings,
  writeHeatMap,
} from "../../detect/index.ts";
import { attempt } from "../attempt.ts";
import { Exit } from "../exit-codes.ts";
import { addFetchOptions, type CommandFetchOptions, fetchHelp, findPages, readPage } from "../options/fetch-options.ts";
import { addGeneralOptions, type GeneralOptions, limitsOf } from "../options/general-options.ts";
import { addKnowledgeOptions, type KnowledgeOptions, readKnowledge } from "../options/knowledge-options.ts";
import { notNegative, webAddress } from "../options/option-values.ts";
import { addRenderOptions, type CommandRenderOptions, PageRenderer, renderHelp } from "../options/render-options.ts";
import { createConsole } from "../output/console.ts";
import { nodeTable, sectionTable } from "../output/detect-table.ts";
import { writeOutput } from "../output/write-output.ts";

const formats = ["table", "json", "html"] as const;

interface DetectCommandOptions extends GeneralOptions, KnowledgeOptions, CommandRenderOptions, CommandFetchOptions {
  readonly format: (typeof formats)[number];
  readonly url?: string;
  readonly encoding?: string;
  readonly penalty: Penalty;
  readonly penaltyFactor: number;
  readonly penaltyMost: number;
  readonly weighting: Weighting;
  readonly all?: boolean;
  readonly output?: string;
}

const help = `
Input: an HTML file, "-" or nothing for standard input, or an http or https address.

Templateness goes from 0, content, to 1, template (menu, banner, related links, footer). A section is a part of the page
whose nodes share one templateness; "raw" is what the model said of its nodes one by one. "kind" is what its text is:
article, comment, post, review, or template; only content models know. The penalty is what a section has to be
worth: the larger the factor, the fewer sections. It is a product of "nodes" (all nodes to those of the section), "area"
(the page's area to the section's) and "parent" (the area of what is around it to the section's).

As a table: a line per section, with --all a line per node. As json: every node and every section. As html: a page to look
at, with a map of the blocks and their text, coloured by templateness.
${fetchHelp}
${renderHelp}

Examples:
  dehusk detect page.html
  dehusk detect page.html --format html -o heat.html
  dehusk detect page.html --format json --penalty-factor 0.1
  dehusk detect page.html --model blocks-rf --recall 0.5
  dehusk detect https://example.org/
  dehusk detect page.html --render --viewport 800x600

Exit codes: 0 done, 2 wrong usage, 3 input unreadable, 4 limit reached, 5 model, templates or browser unusable,
6 address refused.`;

/** Adds `dehusk detect`. */
export function addDetectCommand(program: Command, setExit: (code: number) => void): void {
  const command = program
    .command("detect")
    .description("say of every part of a page how much of a template it is")
    .argument("[input]", "an HTML file, - for standard input, or an address")
    .addOption(new Option("-f, --format <format>", "what to write").choices([...formats]).default(formats[0]))
    .option("-u, --url <address>", "the page's address; tells links within the site from others", webAddress)
    .option("--encoding <label>", "character encoding, as from a Content-Type header")
    .addOption(new Option("--penalty <kind>", "what a section has to pay").choices([...penaltyNames]).default("area"))
    .option("--penalty-factor <n>", "what the penalty is multiplied with", notNegative, 0.01)
    .option("--penalty-most <n>", "the most that a section has to pay; Infinity as in the paper", notNegative, 0.7)
    .addOption(
      new Option("--weighting <kind>", "how much nodes count: for their text, or one each as in the paper")
        .choices([...weightings])
        .default("text"),
    )
    .option("--all", "as a table: list all nodes, not the sections")
    .option("-o, --output <path>", "write to a file")
    .addHelpText("after", help);
  addGeneralOptions(addRenderOptions(addFetchOptions(addKnowledgeOptions(command)))).action(
    async (path: string | undefined, options: DetectCommandOptions) => {
      setExit(await run(path ?? "-", options));
    },
  );
}

async function run(path: string, options: DetectCommandOptions): Promise<number> {
  const console = createConsole(options);
  return attempt(console, async () => {
    const { files, many } = await findPages([path], options);
    if (many) throw new DehuskError("bad-option", `"${path}" is a folder: detect takes one page.`);
    const limits = limitsOf(options);
    const knowledge = await readKnowledge(options);
    const { bytes, url, encoding } = await readPage((files[0] as InputFile).path, options, limits);
    const { penalty, penaltyFactor, penaltyMost, weighting } = options;
    const smoothing = { penalty, penaltyFactor, penaltyMost, weighting };
    const renderer = await PageRenderer.open(options, knowledge.model, console);
    const rendered = await renderer?.render(bytes, { url, encoding, limits }).finally(() => renderer.close());
    const start = performance.now();
    const { page = bytes, boxes } = rendered ?? {};
    const detection = detect(page, { url, encoding, limits, boxes, ...smoothing, ...knowledge });
    const content = render(detection, options);
    if (performance.now() - start > limits.milliseconds) {
      throw new DehuskError("limit-time", `The page took longer than the limit of ${limits.milliseconds} ms.`);
    }
    for (const { message } of detection.page.warnings) console.warn(message);
    await writeOutput(options.output, content);
    return Exit.Done;
  });
}

function render(detection: Detection, { format, all, output }: DetectCommandOptions): string {
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
