import { join } from "node:path";
import { defineCommand, Exit, talkOptions, visible, writeWhole } from "dehusk/internal/cli";
import { templateThreshold } from "dehusk/internal/extract";
import { experimentNames, runExperiment, writeReport } from "../index.ts";

/** `dehusk experiment`. */
export const command = defineCommand({
  inputs: { name: "name", required: true, help: "name of the experiment" },
  options: {
    data: { type: "string", required: true, value: "folder", help: "data folder" },
    output: { type: "string", required: true, short: "o", value: "folder", help: "folder for the report" },
    limit: {
      type: "integer",
      min: 1,
      value: "n",
      help: "maximum number of pages of each set or site, or of pairs: for a quick look",
    },
    threshold: {
      type: "number",
      min: 0,
      max: 1,
      default: templateThreshold,
      value: "t",
      help: "templateness from which on a node counts as a template",
    },
    shipped: {
      type: "boolean",
      default: false,
      help: "measure the shipped models on all pages; refused by experiments that train and choose nothing anyway",
    },
    seed: { type: "number", default: 1, value: "n", help: "seed of the random generator" },
    ...talkOptions,
  },
  details: `
Experiments: ${experimentNames.join(", ")}.
The output folder gets report.html (tables and plots, self-contained), tables.md and results.json.
Without its data an experiment is skipped, with a line on stderr; that is not an error.`,
  examples: ["dehusk experiment pagelevel-accuracy --data data/ -o report/"],
  exits: { 0: "done or skipped", 2: "wrong usage", 3: "data unreadable or report unwritable" },
  async run({ inputs: [name = ""], options, console }) {
    const { data, output, limit, threshold, shipped, seed } = options;
    const outcome = await runExperiment(name, { data, limit, threshold, shipped, seed, progress: console.progress });
    console.endProgress();
    if ("skipped" in outcome) {
      process.stderr.write(`skipped: ${visible(outcome.skipped)}\n`);
      return Exit.Done;
    }
    for (const [file, content] of Object.entries(writeReport(outcome.report))) {
      await writeWhole(join(output, file), content);
    }
    return Exit.Done;
  },
});
