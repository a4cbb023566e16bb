import { Command, CommanderError } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import { addBatchCommand } from "./commands/batch.ts";
import { addClassifyCommand } from "./commands/classify.ts";
import { addClusterCommand } from "./commands/cluster.ts";
import { addDetectCommand } from "./commands/detect.ts";
import { addDuplicatesCommand } from "./commands/duplicates.ts";
import { addExperimentCommand } from "./commands/experiment.ts";
import { addExtractCommand } from "./commands/extract.ts";
import { addKeywordsCommand } from "./commands/keywords.ts";
import { addMapCommand } from "./commands/map.ts";
import { addReduceCommand } from "./commands/reduce.ts";
import { addSegmentCommand } from "./commands/segment.ts";
import { addServeCommand } from "./commands/serve.ts";
import { addSiteCommand } from "./commands/site.ts";
import { addStreamCommand } from "./commands/stream.ts";
import { addTrainCommand } from "./commands/train.ts";
import { Exit } from "./exit-codes.ts";

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
  addExtractCommand(program, setExit);
  addDetectCommand(program, setExit);
  addSegmentCommand(program, setExit);
  addBatchCommand(program, setExit);
  addClusterCommand(program, setExit);
  addMapCommand(program, setExit);
  addReduceCommand(program, setExit);
  addSiteCommand(program, setExit);
  addStreamCommand(program, setExit);
  addTrainCommand(program, setExit);
  addDuplicatesCommand(program, setExit);
  addClassifyCommand(program, setExit);
  addKeywordsCommand(program, setExit);
  addExperimentCommand(program, setExit);
  addServeCommand(program, setExit);
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
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
