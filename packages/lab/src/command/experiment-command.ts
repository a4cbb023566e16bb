import { join } from "node:path";
import { DehuskError } from "dehusk/internal/basics";
import { defineCommand, Exit, talkOptions, writeWhole } from "dehusk/internal/cli";
import { templateThreshold } from "dehusk/internal/extract";
import { experimentNames, runExperiment, writeReport } from "../index.ts";

/** `dehusk experiment`. */
export const command = defineCommand({
  inputs: { name: "name", required: true, help: "name of the experiment" },
  options: {
    data: { type: "string", required: true, value: "folder", help: "data folder" },
    output: {
      type: "string",
      required: true,
      guarded: true,
      short: "o",
      value: "folder",
      help: "folder for the report",
    },
    limit: {
      type: "integer",
      min: 1,
      value: "n",
      help: "maximum number of pages per set or site, or of pairs, for a quick look",
    },
    threshold: {
      type: "number",
      min: 0,
      max: 1,
      default: templateThreshold,
      value: "t",
      help: "templateness at which a node counts as a template",
    },
    shipped: {
      type: "boolean",
      default: false,
      help: "measure the shipped models on all pages; not for experiments that train nothing",
    },
    seed: { type: "number", default: 1, value: "n", help: "seed of the random generator" },
    ...talkOptions,
  },
  details: `
Experiments: ${experimentNames.join(", ")}.
The output folder gets report.html (tables and plots, self-contained), tables.md and results.json.`,
  examples: ["dehusk experiment pagelevel-accuracy --data data/ -o report/"],
  exits: { 0: "done", 2: "wrong usage", 3: "data unreadable or report unwritable" },
  async run({ inputs: [name = ""], options, console }) {
    const { data, output, limit, threshold, shipped, seed } = options;
    const outcome = await runExperiment(name, { data, limit, threshold, shipped, seed, progress: console.progress });
    console.endProgress();
    if ("skipped" in outcome) throw new DehuskError("unreadable", `The experiment cannot run: ${outcome.skipped}.`);
    const files = writeReport(outcome.report);
    for (const [file, content] of Object.entries(files)) await writeWhole(join(output, file), content);
    console.note(`wrote ${Object.keys(files).join(", ")} to ${output}`);
    return Exit.Done;
  },
});
