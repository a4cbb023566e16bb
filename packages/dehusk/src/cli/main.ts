import { Command, CommanderError } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import { DehuskError, loadPackage } from "../basics/index.ts";
import { Exit, exitFor } from "./exit-codes.ts";
import { createConsole } from "./output/console.ts";

/** Adds a command to the program; its action sets the exit code. */
type AddCommand = (program: Command, setExit: (code: number) => void) => void;

/** A command of a package that is installed apart. */
async function apart(name: string, use: string): Promise<AddCommand> {
  return (await loadPackage<{ readonly addCommand: AddCommand }>(`@dehusk/${name}/command`, use)).addCommand;
}

/** Each command with its line of help; its code is loaded when it is called. */
const commands: Readonly<Record<string, readonly [about: string, load: () => Promise<AddCommand>]>> = {
  extract: ["take the content out of pages", async () => (await import("./commands/extract.ts")).addExtractCommand],
  detect: [
    "say of every part of a page how much of a template it is",
    async () => (await import("./commands/detect.ts")).addDetectCommand,
  ],
  segment: [
    "take a page apart into what is seen as one thing each",
    async () => (await import("./commands/segment.ts")).addSegmentCommand,
  ],
  batch: [
    "take the content out of many pages, on all cores",
    async () => (await import("./commands/batch.ts")).addBatchCommand,
  ],
  cluster: ["take the content out of many pages, on many machines", () => apart("cluster", "dehusk cluster")],
  map: [
    "pages in, lines by site out: for Spark, Hadoop, Slurm",
    async () => (await import("./commands/map.ts")).addMapCommand,
  ],
  reduce: [
    "lines of dehusk map in, results out: for Spark, Hadoop, Slurm",
    async () => (await import("./commands/reduce.ts")).addReduceCommand,
  ],
  site: [
    "find what the pages of one site have in common: its templates",
    async () => (await import("./commands/site.ts")).addSiteCommand,
  ],
  stream: [
    "find template blocks one page at a time, while the tables of sites learn",
    async () => (await import("./commands/stream.ts")).addStreamCommand,
  ],
  train: ["train a model", async () => (await import("./commands/train.ts")).addTrainCommand],
  duplicates: [
    "group the pages that have the same content",
    async () => (await import("./commands/duplicates.ts")).addDuplicatesCommand,
  ],
  classify: [
    "tell the topics of pages, learned from examples",
    async () => (await import("./commands/classify.ts")).addClassifyCommand,
  ],
  keywords: ["find the keywords of pages", async () => (await import("./commands/keywords.ts")).addKeywordsCommand],
  experiment: ["run an experiment of a paper on a data folder", () => apart("lab", "dehusk experiment")],
  serve: [
    "an HTTP service for all of this, and the inspector, a page to look at pages with",
    () => apart("server", "dehusk serve"),
  ],
};

/**
 * Runs one command line and says what the process should exit with. Data goes to stdout, all else to stderr.
 *
 * @param args What stands after the program's name.
 */
export async function main(args: readonly string[]): Promise<number> {
  let exit: number = Exit.Done;
  const program = new Command("dehusk")
    .description("Takes the husk off web pages: menus, banners, related links, footers. What is left is the content.")
    .version(packageJson.version)
    .showHelpAfterError("(dehusk --help, or dehusk <command> --help, says more)")
    .exitOverride()
    .configureOutput({ writeErr: (text) => process.stderr.write(asWished(text, args)) });
  const setExit = (code: number): void => {
    exit = code;
  };
  const called = args.find((arg) => !arg.startsWith("-"));
  try {
    for (const [name, [about, load]] of Object.entries(commands)) {
      if (name === called || (called === "help" && args.includes(name))) (await load())(program, setExit);
      else program.command(name).description(about);
    }
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (error instanceof DehuskError) {
      createConsole({ json: args.includes("--json"), quiet: false }).error(error);
      return exitFor(error.code);
    }
    if (!(error instanceof CommanderError)) throw error;
    // Help that was asked for is no error; commander gives it code 0.
    return error.exitCode === 0 ? Exit.Done : Exit.Usage;
  }
  return exit;
}

/** Errors of usage as one line of JSON when asked for, without the hint that follows them. */
function asWished(text: string, args: readonly string[]): string {
  if (!args.includes("--json")) return text;
  if (!text.startsWith("error:")) return "";
  const message = text.slice("error:".length).trim();
  return `${JSON.stringify({ version: 1, error: { code: "bad-option", message } })}\n`;
}
