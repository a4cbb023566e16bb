import { CommanderError, Command as Program } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import { DehuskError, loadPackage } from "../basics/index.ts";
import { buildCommand } from "./build-command.ts";
import type { Command, CommandGroup } from "./command.ts";
import { Exit, exitFor } from "./exit-codes.ts";
import { createConsole } from "./output/console.ts";

interface CommandModule {
  readonly command: Command | CommandGroup;
}

/** A command of a package that is installed separately. */
function apart(name: string, use: string): Promise<CommandModule> {
  return loadPackage<CommandModule>(`@dehusk/${name}/command`, use);
}

/** Each command with its line of help; its code is loaded when it is called. */
export const commands: Readonly<Record<string, readonly [about: string, load: () => Promise<CommandModule>]>> = {
  extract: ["extract the content of pages", () => import("./commands/extract.ts")],
  detect: ["score every part of a page: template or content", () => import("./commands/detect.ts")],
  segment: ["divide a page into segments", () => import("./commands/segment.ts")],
  batch: ["extract the content of many pages, on all cores", () => import("./commands/batch.ts")],
  cluster: ["extract the content of many pages, on many machines", () => apart("cluster", "dehusk cluster")],
  map: ["pages in, lines by site out: for Spark, Hadoop, Slurm", () => import("./commands/map.ts")],
  reduce: ["lines of dehusk map in, results out: for Spark, Hadoop, Slurm", () => import("./commands/reduce.ts")],
  site: ["find the templates that the pages of a site have in common", () => import("./commands/site.ts")],
  stream: [
    "find template blocks one page at a time, learning each site on the way",
    () => import("./commands/stream.ts"),
  ],
  train: ["train a model", () => import("./commands/train.ts")],
  duplicates: ["group pages with the same content", () => import("./commands/duplicates.ts")],
  classify: ["predict the topics of pages, learned from examples", () => import("./commands/classify.ts")],
  keywords: ["find the keywords of pages", () => import("./commands/keywords.ts")],
  experiment: ["run a paper's experiment on a data folder", () => apart("lab", "dehusk experiment")],
  serve: ["run the HTTP service and the inspector", () => apart("server", "dehusk serve")],
};

/**
 * Runs one command line and says what the process should exit with. Data goes to stdout, all else to stderr.
 *
 * @param args What stands after the program's name.
 */
export async function main(args: readonly string[]): Promise<number> {
  let exit: number = Exit.Done;
  const program = new Program("dehusk")
    .description("Takes the husk off web pages: menus, banners, related links, footers. What is left is the content.")
    .version(packageJson.version)
    .showHelpAfterError("(see dehusk --help, or dehusk <command> --help)")
    .exitOverride()
    .configureOutput({ writeErr: (text) => process.stderr.write(asWished(text, args)) });
  const setExit = (code: number): void => {
    exit = code;
  };
  const called = args.find((arg) => !arg.startsWith("-"));
  try {
    for (const [name, [about, load]] of Object.entries(commands)) {
      const target = program.command(name).description(about);
      const isWanted = name === called || (called === "help" && args.includes(name));
      if (isWanted) buildCommand(target, (await load()).command, setExit);
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
