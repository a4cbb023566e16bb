import { type Command, Option } from "commander";
import { DehuskError } from "../../basics/index.ts";
import type { InputFile } from "../../corpus/index.ts";
import type { Boxes } from "../../layout/index.ts";
import {
  describeSegments,
  findSegments,
  type PageSegments,
  plainSegmentModel,
  readSegmentModel,
  type SegmentAlgorithm,
  type SegmentModel,
  segmentAlgorithms,
  writeSegmentMap,
} from "../../segment/index.ts";
import { attempt } from "../attempt.ts";
import { Exit } from "../exit-codes.ts";
import { readModelFile } from "../input/read-model-file.ts";
import { addFetchOptions, type CommandFetchOptions, fetchHelp, findPages, readPage } from "../options/fetch-options.ts";
import { addGeneralOptions, type GeneralOptions, limitsOf } from "../options/general-options.ts";
import { notNegative, webAddress, wholeNumber } from "../options/option-values.ts";
import { addRenderOptions, type CommandRenderOptions, PageRenderer } from "../options/render-options.ts";
import { createConsole } from "../output/console.ts";
import { segmentTable } from "../output/segment-table.ts";
import { writeOutput } from "../output/write-output.ts";

const formats = ["table", "json", "html"] as const;

interface SegmentCommandOptions extends GeneralOptions, CommandRenderOptions, CommandFetchOptions {
  readonly format: (typeof formats)[number];
  readonly algorithm: SegmentAlgorithm;
  readonly lambda?: number;
  readonly model?: string;
  readonly parentEdges: boolean;
  readonly connected: boolean;
  readonly trials: number;
  readonly seed: number;
  readonly url?: string;
  readonly encoding?: string;
  readonly output?: string;
}

const help = `
Input: an HTML file, "-" or nothing for standard input, or an http or https address.

A segment is a part of the page that is seen as one thing, such as a menu, an article, a footer. Algorithms: "gcuts" looks
for the cut of least energy through what lies side by side and what was written together; "cclus" clusters texts and
images by pairs; "sections" are the parts of equal templateness that detect finds. Templateness goes from 0, content, to
1, template. The larger lambda, the fewer segments; the default is the model's.

As a table: a line per segment. As json: every segment, with its text and its nodes' XPaths. As html: a page to look at, with
a map of the segments.
${fetchHelp}

With --render the page, its places and its looks are those that Chromium makes of the input: scripts off and no requests,
unless --javascript or --allow-requests.

Examples:
  dehusk segment page.html
  dehusk segment page.html --format html -o segments.html
  dehusk segment page.html --algorithm cclus --lambda 0.8 --format json
  dehusk segment https://example.org/
  dehusk segment page.html --render

Exit codes: 0 done, 2 wrong usage, 3 input unreadable, 4 limit reached, 5 model or browser unusable,
6 address refused.`;

/** Adds `dehusk segment`. */
export function addSegmentCommand(program: Command, setExit: (code: number) => void): void {
  const command = program
    .command("segment")
    .description("take a page apart into what is seen as one thing each")
    .argument("[input]", "an HTML file, - for standard input, or an address")
    .addOption(
      new Option("-a, --algorithm <name>", "how the page is taken apart")
        .choices([...segmentAlgorithms])
        .default(segmentAlgorithms[0]),
    )
    .option("--lambda <n>", "what it costs to part what seems to belong together", notNegative)
    .option("--model <name or file>", 'what was learned: "default"; "plain", where nothing is; or a file')
    .option("--no-parent-edges", "gcuts: look only at what lies side by side")
    .option("--no-connected", "let a segment be in several places, as in the paper")
    .option("--trials <n>", "cclus: how often it is tried", wholeNumber, 10)
    .option("--seed <n>", "cclus: what chance starts from", wholeNumber, 1)
    .addOption(new Option("-f, --format <format>", "what to write").choices([...formats]).default(formats[0]))
    .option("-u, --url <address>", "the page's address; tells links within the site from others", webAddress)
    .option("--encoding <label>", "character encoding, as from a Content-Type header")
    .option("-o, --output <path>", "write to a file")
    .addHelpText("after", help);
  addGeneralOptions(addRenderOptions(addFetchOptions(command))).action(
    async (path: string | undefined, options: SegmentCommandOptions) => {
      setExit(await run(path ?? "-", options));
    },
  );
}

async function run(path: string, options: SegmentCommandOptions): Promise<number> {
  const console = createConsole(options);
  return attempt(console, async () => {
    const { files, many } = await findPages([path], options);
    if (many) throw new DehuskError("bad-option", `"${path}" is a folder: segment takes one page.`);
    const limits = limitsOf(options);
    const model = await readModel(options.model, options.render ? "rendered" : "estimate");
    const { bytes, url, encoding } = await readPage((files[0] as InputFile).path, options, limits);
    const { algorithm, lambda, parentEdges, connected, trials, seed } = options;
    const renderer = await PageRenderer.open(options, { name: "", geometry: model?.geometry ?? "rendered" }, console);
    const rendered = await renderer?.render(bytes, { url, encoding, limits }).finally(() => renderer.close());
    const start = performance.now();
    const { page = bytes, boxes, styles } = rendered ?? {};
    const settings = { algorithm, lambda, model, boxes, styles, parentEdges, connected, trials, seed };
    const found = findSegments(page, { url, encoding, limits, ...settings });
    const content = render(found, options);
    if (performance.now() - start > limits.milliseconds) {
      throw new DehuskError("limit-time", `The page took longer than the limit of ${limits.milliseconds} ms.`);
    }
    for (const { message } of found.page.warnings) console.warn(message);
    await writeOutput(options.output, content);
    return Exit.Done;
  });
}

/** The model that is asked for; undefined for the one that comes with dehusk. */
async function readModel(name: string | undefined, geometry: Boxes["geometry"]): Promise<SegmentModel | undefined> {
  if (name === undefined || name === "default") return undefined;
  return name === "plain" ? plainSegmentModel(geometry) : readSegmentModel(await readModelFile(name));
}

function render(found: PageSegments, { format, output }: SegmentCommandOptions): string {
  if (format === "html") return writeSegmentMap(found);
  const { segments, ...rest } = describeSegments(found);
  if (format === "json") {
    const lines = segments.map((entry) => JSON.stringify(entry)).join(",\n");
    return `${JSON.stringify(rest).slice(0, -1)},"segments":[\n${lines}\n]}\n`;
  }
  const width = Math.max(60, (output === undefined ? process.stdout.columns : undefined) || 120);
  return `${segmentTable({ ...rest, segments }, width)}\n`;
}
