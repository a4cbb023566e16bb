import { join } from "node:path";
import { type Command, Option } from "commander";
import { type Extraction, extract, type Preset, presets } from "../../extract/index.ts";
import { DehuskError } from "../../page/index.ts";
import { type Console, createConsole } from "../console.ts";
import { Exit, exitFor } from "../exit-codes.ts";
import { explainTable } from "../explain-table.ts";
import { addGeneralOptions, type GeneralOptions, limitsOf } from "../general-options.ts";
import { findInputs, type InputFile, readInput } from "../read-input.ts";
import { writeStdout, writeWhole } from "../write-output.ts";

const extensions = { markdown: "md", text: "txt", html: "html", json: "json" } as const;
type Format = keyof typeof extensions;

interface ExtractCommandOptions extends GeneralOptions {
  readonly format: Format;
  readonly url?: string;
  readonly encoding?: string;
  readonly preset: Preset;
  readonly explain?: boolean;
  readonly output?: string;
}

const help = `
Inputs: HTML files, folders of them, "-" or nothing for standard input.
Several pages go to standard output one after the other, each under a line with its name (as JSON: a line each),
or into a folder with -o.

Examples:
  dehusk extract page.html
  dehusk extract saved-pages/ --format json > pages.jsonl
  curl -s https://example.org/ | dehusk extract --url https://example.org/ --format text

Exit codes: 0 done, 1 some pages failed, 2 wrong usage, 3 input unreadable, 4 limit reached.`;

/** Adds `dehusk extract`. */
export function addExtractCommand(program: Command, setExit: (code: number) => void): void {
  const command = program
    .command("extract")
    .description("take the content out of pages")
    .argument("[inputs...]", "HTML files, folders, or - for standard input")
    .addOption(
      new Option("-f, --format <format>", "what to write").choices(Object.keys(extensions)).default("markdown"),
    )
    .option("-u, --url <address>", "the page's address; links are resolved against it")
    .option("--encoding <label>", "character encoding, as from a Content-Type header")
    .addOption(new Option("-p, --preset <preset>", "what is content").choices([...presets]).default(presets[0]))
    .option("--explain", "list the page's blocks, kept or dropped, and why")
    .option("-o, --output <path>", "write to a file, or into a folder when there are several pages")
    .addHelpText("after", help);
  addGeneralOptions(command).action(async (paths: string[], options: ExtractCommandOptions) => {
    setExit(await run(paths, options));
  });
}

async function run(paths: readonly string[], options: ExtractCommandOptions): Promise<number> {
  const console = createConsole(options);
  try {
    const { files, many } = await findInputs(paths);
    if (many && options.url !== undefined) {
      throw new DehuskError("bad-option", "--url is for one page, not for several.");
    }
    return many ? await extractAll(files, options, console) : await extractOne(files[0] as InputFile, options, console);
  } catch (error) {
    console.error(error);
    return error instanceof DehuskError ? exitFor(error.code) : Exit.Internal;
  }
}

async function extractOne(input: InputFile, options: ExtractCommandOptions, console: Console): Promise<number> {
  const result = await read(input, options, console);
  const content = `${render(result, options)}\n`;
  if (options.output === undefined) await writeStdout(content);
  else await writeWhole(options.output, content);
  return Exit.Done;
}

async function extractAll(
  inputs: readonly InputFile[],
  options: ExtractCommandOptions,
  console: Console,
): Promise<number> {
  let failed = 0;
  const taken = new Set<string>();
  for (const [done, input] of inputs.entries()) {
    console.progress(done, inputs.length, input.name);
    try {
      const result = await read(input, options, console);
      if (options.output !== undefined) {
        const path = join(options.output, outputName(input.name, extensions[options.format], taken));
        await writeWhole(path, `${render(result, options)}\n`);
      } else {
        console.endProgress();
        await writeStdout(
          options.format === "json"
            ? `${JSON.stringify({ id: input.name, ...plain(result, options) })}\n`
            : `==> ${input.name} <==\n${render(result, options)}\n\n`,
        );
      }
    } catch (error) {
      if (!(error instanceof DehuskError)) throw error;
      failed++;
      console.error(error, input.name);
    }
  }
  console.endProgress();
  return failed > 0 ? Exit.SomeFailed : Exit.Done;
}

/** Where in the output folder a page goes: its own name with another ending, its old ending kept if that is taken. */
function outputName(name: string, ending: string, taken: Set<string>): string {
  const inside = name
    .split("/")
    .filter((part) => part !== "" && part !== "." && part !== "..")
    .join("/");
  const short = `${inside.replace(/\.x?html?$/i, "")}.${ending}`;
  const chosen = taken.has(short) ? `${inside}.${ending}` : short;
  taken.add(chosen);
  return chosen;
}

async function read(input: InputFile, options: ExtractCommandOptions, console: Console): Promise<Extraction> {
  const limits = limitsOf(options);
  const bytes = await readInput(input.path, limits.bytes);
  const { url, encoding, preset } = options;
  const result = extract(bytes, { url, encoding, preset, limits });
  for (const { message } of result.warnings) console.warn(`${input.name === "-" ? "" : `${input.name}: `}${message}`);
  return result;
}

function render(result: Extraction, options: ExtractCommandOptions): string {
  if (options.format === "json") return JSON.stringify(plain(result, options), null, 2);
  return options.explain ? explainTable(result.explain(), process.stdout) : result[options.format];
}

function plain(result: Extraction, options: ExtractCommandOptions): object {
  return options.explain ? { ...result, explain: result.explain() } : { ...result, explain: undefined };
}
