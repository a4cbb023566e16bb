import { join } from "node:path";
import { type Command, Option } from "commander";
import { DehuskError } from "../../basics/index.ts";
import type { InputFile } from "../../corpus/index.ts";
import { type Extraction, extract, type Preset, presets } from "../../extract/index.ts";
import { attempt } from "../attempt.ts";
import { Exit, exitFor } from "../exit-codes.ts";
import { addFetchOptions, type CommandFetchOptions, fetchHelp, findPages, readPage } from "../options/fetch-options.ts";
import { addGeneralOptions, type GeneralOptions, limitsOf } from "../options/general-options.ts";
import {
  addKnowledgeOptions,
  type Knowledge,
  type KnowledgeOptions,
  readKnowledge,
} from "../options/knowledge-options.ts";
import { webAddress } from "../options/option-values.ts";
import { addRenderOptions, type CommandRenderOptions, PageRenderer, renderHelp } from "../options/render-options.ts";
import { type Console, createConsole } from "../output/console.ts";
import { explainTable } from "../output/explain-table.ts";
import { visible, writeOutput, writeStdout, writeWhole } from "../output/write-output.ts";

const extensions = { markdown: "md", text: "txt", html: "html", json: "json" } as const;
type Format = keyof typeof extensions;

interface ExtractCommandOptions extends GeneralOptions, KnowledgeOptions, CommandRenderOptions, CommandFetchOptions {
  readonly format: Format;
  readonly url?: string;
  readonly encoding?: string;
  readonly preset: Preset;
  readonly explain?: boolean;
  readonly output?: string;
}

const help = `
Inputs: HTML files, folders of them, "-" or nothing for standard input; or one http or https address.
Several pages go to standard output one after the other, each under a line with its name (as JSON: a line each),
or into a folder with -o.
${fetchHelp}
${renderHelp}

Examples:
  dehusk extract page.html
  dehusk site saved-pages/ -o templates.json && dehusk extract page.html --site templates.json
  dehusk extract saved-pages/ --format json > pages.jsonl
  dehusk extract https://example.org/ --format text
  curl -s https://example.org/ | dehusk extract --url https://example.org/
  dehusk extract app.html --render --javascript

Exit codes: 0 done, 1 some pages failed, 2 wrong usage, 3 input unreadable, 4 limit reached, 5 model, templates or
browser unusable, 6 address refused.`;

/** Adds `dehusk extract`. */
export function addExtractCommand(program: Command, setExit: (code: number) => void): void {
  const command = program
    .command("extract")
    .description("take the content out of pages")
    .argument("[inputs...]", "HTML files, folders, - for standard input, or an address")
    .addOption(
      new Option("-f, --format <format>", "what to write").choices(Object.keys(extensions)).default("markdown"),
    )
    .option("-u, --url <address>", "the page's address; links are resolved against it", webAddress)
    .option("--encoding <label>", "character encoding, as from a Content-Type header")
    .addOption(new Option("-p, --preset <preset>", "what is content").choices([...presets]).default(presets[0]))
    .option("--explain", "list the page's blocks, kept or dropped, and why")
    .option("-o, --output <path>", "write to a file, or into a folder when there are several pages")
    .addHelpText("after", help);
  addGeneralOptions(addRenderOptions(addFetchOptions(addKnowledgeOptions(command)))).action(
    async (paths: string[], options: ExtractCommandOptions) => {
      setExit(await run(paths, options));
    },
  );
}

async function run(paths: readonly string[], options: ExtractCommandOptions): Promise<number> {
  const console = createConsole(options);
  return attempt(console, async () => {
    const { files, many } = await findPages(paths, options);
    if (many && options.url !== undefined) {
      throw new DehuskError("bad-option", "--url is for one page, not for several.");
    }
    const knowledge = await readKnowledge(options);
    const renderer = await PageRenderer.open(options, knowledge.model, console);
    const job = { options, knowledge, renderer, console };
    try {
      return many ? await extractAll(files, job) : await extractOne(files[0] as InputFile, job);
    } finally {
      await renderer?.close();
    }
  });
}

/** What all pages of a run have in common. */
interface Job {
  readonly options: ExtractCommandOptions;
  readonly knowledge: Knowledge;
  readonly renderer: PageRenderer | undefined;
  readonly console: Console;
}

async function extractOne(input: InputFile, job: Job): Promise<number> {
  const { options } = job;
  const content = await rendered(input, job, (result) => render(result, options));
  await writeOutput(options.output, `${content}\n`);
  return Exit.Done;
}

async function extractAll(inputs: readonly InputFile[], job: Job): Promise<number> {
  const { options, console } = job;
  let failed = 0;
  const taken = new Set<string>();
  for (const [done, input] of inputs.entries()) {
    console.progress(done, inputs.length, input.name);
    try {
      if (options.output !== undefined) {
        const content = await rendered(input, job, (result) => render(result, options));
        const name = outputName(input.name, extensions[options.format], taken);
        await writeWhole(join(options.output, name), `${content}\n`);
      } else {
        const content = await rendered(input, job, (result) => renderNamed(input.name, result, options));
        console.endProgress();
        if (!(await writeStdout(content))) break;
      }
    } catch (error) {
      failed++;
      console.error(error, input.name);
      // What cannot be written for one page cannot be written for the next.
      if (error instanceof DehuskError && error.code === "unwritable") return exitFor(error.code);
    }
  }
  console.endProgress();
  return failed > 0 ? Exit.SomeFailed : Exit.Done;
}

/** Where in the output folder a page goes: its own name with another ending, and a number if that is taken. */
function outputName(name: string, ending: string, taken: Set<string>): string {
  const parts = name.split("/").filter((part) => part !== "" && part !== "." && part !== "..");
  const stem = parts.join("/").replace(/\.x?html?$/i, "");
  let chosen = `${stem}.${ending}`;
  for (let copy = 2; taken.has(chosen); copy++) chosen = `${stem}-${copy}.${ending}`;
  taken.add(chosen);
  return chosen;
}

/** Reads a page and writes it out as text, all within the time for a page. */
async function rendered(
  input: InputFile,
  { options, knowledge, renderer, console }: Job,
  write: (result: Extraction) => string,
): Promise<string> {
  const limits = limitsOf(options);
  const { bytes, url, encoding } = await readPage(input.path, options, limits);
  const { preset } = options;
  const { page = bytes, boxes } = (await renderer?.render(bytes, { url, encoding, limits })) ?? {};
  const start = performance.now();
  const result = extract(page, { url, encoding, preset, limits, boxes, ...knowledge });
  const content = write(result);
  if (performance.now() - start > limits.milliseconds) {
    throw new DehuskError("limit-time", `The page took longer than the limit of ${limits.milliseconds} ms.`);
  }
  for (const { message } of result.warnings) console.warn(`${input.name === "-" ? "" : `${input.name}: `}${message}`);
  return content;
}

function renderNamed(name: string, result: Extraction, options: ExtractCommandOptions): string {
  if (options.format === "json") return `${JSON.stringify({ id: name, ...plain(result, options) })}\n`;
  return `==> ${visible(name).replaceAll("\n", " ")} <==\n${render(result, options)}\n\n`;
}

function render(result: Extraction, options: ExtractCommandOptions): string {
  if (options.format === "json") return JSON.stringify(plain(result, options), null, 2);
  return options.explain ? explainTable(result.explain(), process.stdout) : result[options.format];
}

function plain(result: Extraction, options: ExtractCommandOptions): object {
  return options.explain ? { ...result, explain: result.explain() } : { ...result, explain: undefined };
}
