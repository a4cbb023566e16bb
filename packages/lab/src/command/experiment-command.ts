import { join } from "node:path";
import type { Command } from "commander";
import { attempt, createConsole, Exit, share, visible, wholeNumber, writeWhole } from "dehusk/internal/cli";
import { templateThreshold } from "dehusk/internal/extract";
import { experimentNames, runExperiment, writeReport } from "../index.ts";

interface ExperimentCommandOptions {
  readonly data: string;
  readonly output: string;
  readonly limit?: number;
  readonly threshold: number;
  readonly seed: number;
  readonly json: boolean;
  readonly quiet: boolean;
}

const help = `
Experiments: ${experimentNames.join(", ")}.
The output folder gets report.html (tables and plots, needs no other file), tables.md and results.json.
Where the data is not there, the experiment is skipped with a line on stderr: that is no error.

Example:
  dehusk experiment pagelevel-accuracy --data data/ -o report/

Exit codes: 0 done or skipped, 2 wrong usage, 3 data unreadable or report not writable.`;

/** Adds `dehusk experiment`. */
export function addExperimentCommand(program: Command, setExit: (code: number) => void): void {
  program
    .command("experiment")
    .description("run an experiment of a paper on a data folder")
    .argument("<name>", "which one")
    .requiredOption("--data <folder>", "the data folder")
    .requiredOption("-o, --output <folder>", "where the report goes")
    .option("--limit <n>", "at most so many pages of each set or site, or pairs: for a quick look", wholeNumber)
    .option("--threshold <t>", "templateness from which a node is a template", share, templateThreshold)
    .option("--seed <n>", "for what is chosen at random", Number, 1)
    .option("--json", "errors as JSON on stderr", false)
    .option("-q, --quiet", "no warnings, no progress", false)
    .addHelpText("after", help)
    .action(async (name: string, options: ExperimentCommandOptions) => {
      setExit(await run(name, options));
    });
}

async function run(name: string, options: ExperimentCommandOptions): Promise<number> {
  const console = createConsole(options);
  return attempt(console, async () => {
    const { data, output, limit, threshold, seed } = options;
    const outcome = await runExperiment(name, { data, limit, threshold, seed, progress: console.progress });
    console.endProgress();
    if ("skipped" in outcome) {
      process.stderr.write(`skipped: ${visible(outcome.skipped)}\n`);
      return Exit.Done;
    }
    for (const [file, content] of Object.entries(writeReport(outcome.report))) {
      await writeWhole(join(output, file), content);
    }
    return Exit.Done;
  });
}
