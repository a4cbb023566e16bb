import { stat } from "node:fs/promises";
import { join } from "node:path";
import { DehuskError } from "dehusk/internal/basics";
import { templateThreshold } from "dehusk/internal/extract";
import { blocksAccuracy } from "./experiments/blocks-accuracy.ts";
import { blocksKeywords } from "./experiments/blocks-keywords.ts";
import type { Experiment, ExperimentOptions } from "./experiments/experiment.ts";
import { incrementalClean } from "./experiments/incremental-clean.ts";
import { incrementalStorage } from "./experiments/incremental-storage.ts";
import { pagelevelAccuracy } from "./experiments/pagelevel-accuracy.ts";
import { pagelevelClassification } from "./experiments/pagelevel-classification.ts";
import { pagelevelDuplicates } from "./experiments/pagelevel-duplicates.ts";
import { segmentationAccuracy } from "./experiments/segmentation-accuracy.ts";
import { segmentationDuplicates } from "./experiments/segmentation-duplicates.ts";
import type { Report } from "./report/report.ts";

const experiments: readonly Experiment[] = [
  pagelevelAccuracy,
  pagelevelDuplicates,
  pagelevelClassification,
  blocksAccuracy,
  blocksKeywords,
  incrementalStorage,
  incrementalClean,
  segmentationAccuracy,
  segmentationDuplicates,
];

/** Names of all experiments. */
export const experimentNames: readonly string[] = experiments.map(({ name }) => name);

/** A report, or why there is none, such as missing data. */
export type ExperimentOutcome = { readonly report: Report } | { readonly skipped: string };

/**
 * Runs a paper's experiment on a data folder. The same data, options and seed give the same report.
 *
 * @example
 * const outcome = await runExperiment("pagelevel-accuracy", { data: "data" });
 * if ("report" in outcome) console.log(writeReport(outcome.report)["tables.md"]);
 *
 * @throws DehuskError `bad-option` for an unknown name, or for `shipped` if nothing else is measured anyway; `unreadable` for data that cannot be read.
 */
export async function runExperiment(name: string, options: ExperimentOptions): Promise<ExperimentOutcome> {
  const experiment = experiments.find((each) => each.name === name);
  if (experiment === undefined) {
    throw new DehuskError("bad-option", `Unknown experiment "${name}"; expected one of ${experimentNames.join(", ")}.`);
  }
  const {
    data,
    limit = Number.POSITIVE_INFINITY,
    threshold = templateThreshold,
    shipped = false,
    seed = 1,
    progress = () => {},
  } = options;
  if (shipped && !experiment.chooses) {
    throw new DehuskError(
      "bad-option",
      `The experiment ${name} trains and chooses nothing: it always measures what is shipped. Leave out --shipped.`,
    );
  }
  for (const path of ["", ...experiment.needs]) {
    if (await exists(join(data, path))) continue;
    const what = path === "" ? `there is no data folder "${data}"` : `the data folder "${data}" has no "${path}"`;
    return { skipped: what };
  }
  return { report: await experiment.run({ data, limit, threshold, shipped, seed, progress }) };
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
