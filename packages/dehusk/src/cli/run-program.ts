import { CommanderError, Command as Program } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import { DehuskError } from "../basics/index.ts";
import { buildCommand } from "./build-command.ts";
import type { Command, CommandGroup } from "./command.ts";
import { readConfig, wantsJsonErrors } from "./config-file.ts";
import { Exit, exitFor } from "./exit-codes.ts";
import { createConsole } from "./output/console.ts";
import { errorLine, visible } from "./output/write-output.ts";

export interface CommandModule {
  readonly command: Command | CommandGroup;
}

/** Commands by name, each with its line of help; its code is loaded when it is called. */
export type Commands = Readonly<Record<string, readonly [about: string, load: () => Promise<CommandModule>]>>;

/**
 * Runs one command line and returns the exit code. Data goes to stdout, everything else to stderr.
 *
 * @param args The arguments after the program's name.
 */
export async function runProgram(args: readonly string[], commands: Commands): Promise<number> {
  let exit: number = Exit.Done;
  let isTold = false;
  const tell = (text: string): void => {
    // Usage errors quote the arguments.
    const shown = wantsJsonErrors(args) ? asJson(text) : visible(text);
    isTold ||= shown !== "";
    process.stderr.write(shown);
  };
  const program = new Program("dehusk")
    .description("Takes the husk off web pages: menus, banners, related links, footers. What is left is the content.")
    .version(packageJson.version)
    .showHelpAfterError("(see dehusk --help, or dehusk <command> --help)")
    .exitOverride()
    .configureOutput({ writeErr: tell });
  const setExit = (code: number): void => {
    exit = code;
  };
  surviveClosedPipes();
  const called = args.find((arg) => !arg.startsWith("-"));
  const isHelp = called === "help" || args.includes("--help") || args.includes("-h");
  try {
    for (const [name, [about, load]] of Object.entries(commands)) {
      const target = program.command(name).description(about);
      const isWanted = name === called || (called === "help" && args.includes(name));
      if (!isWanted) continue;
      try {
        buildCommand(target, (await load()).command, setExit, isHelp ? undefined : readConfig(args));
      } catch (error) {
        if (!isHelp || !(error instanceof DehuskError)) throw error;
        // Its package is not installed.
        target.addHelpText("after", `\n${error.message}`);
      }
    }
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (error instanceof DehuskError) {
      createConsole({ json: wantsJsonErrors(args), quiet: false }).error(error);
      return exitFor(error.code);
    }
    if (!(error instanceof CommanderError)) throw error;
    // Requested help is not an error; commander gives it code 0. Otherwise it shows help instead of an error.
    if (error.exitCode !== 0 && !isTold) tell("error: no such command; see dehusk --help");
    return error.exitCode === 0 ? Exit.Done : Exit.Usage;
  }
  return exit;
}

/** An error of usage as one line of JSON, without the hint that follows it. */
function asJson(text: string): string {
  if (!text.startsWith("error:")) return "";
  const message = text.slice("error:".length).trim();
  return errorLine(undefined, { code: "bad-option", message });
}

/** Whoever reads may stop, as `head` does: no reason for a stack trace. `writeStdout` tells when data was not written. */
function surviveClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.listeners("error").includes(ignore)) stream.on("error", ignore);
  }
}

function ignore(): void {}
