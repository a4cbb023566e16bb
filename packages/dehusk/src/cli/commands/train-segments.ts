import { DehuskError } from "../../basics/index.ts";
import { findSets } from "../../corpus/index.ts";
import { type SegmentModel, writeSegmentModel } from "../../segment/index.ts";
import {
  bestLambda,
  fitSegmentModel,
  type Geometry,
  labelledViews,
  readSegmentedFile,
  type SegmentedPage,
  type SegmentedView,
  segmentAgreement,
  tryLambdas,
  viewSegmentedPages,
} from "../../train/index.ts";
import { Exit } from "../exit-codes.ts";
import { holdOutPages } from "../input/hold-out-pages.ts";
import { refuseFolder } from "../input/refuse-folder.ts";
import { limitsOf } from "../options/general-options.ts";
import type { Console } from "../output/console.ts";
import { writeOutput } from "../output/write-output.ts";
import type { TrainOptions } from "./train-options.ts";

/** Number of folds: λ is tried on each with models trained on the others. */
const folds = 4;
const fewestPages = 8;

/**
 * Trains a segment model on pages that people marked: the inner blocks are the segments. λ is the one that is best, over
 * all pages, for models that have not seen the page; the model itself then learns from all of them.
 */
export async function trainSegments(
  paths: readonly string[],
  options: TrainOptions,
  console: Console,
): Promise<number> {
  const { seed, render = false, outside, neighbourShare, vips } = options;
  const geometry: Geometry = render ? "rendered" : "estimate";
  const form = { geometry, outside, neighbourShare, vips };
  await refuseFolder(options.output);
  const found = { pages: 0, used: 0, failed: 0 };
  const views = await viewSegmentedPages(markedPages(paths, console), {
    geometry,
    limits: limitsOf(options),
    onPage: () => console.status(`page ${++found.pages}`),
    onFailure: (id, error) => {
      found.failed++;
      console.error(error, id);
    },
  });
  found.used = views.length;
  if (found.used < fewestPages) {
    const of = `Only ${found.used} of ${found.pages} marked pages show two segments or more`;
    throw new DehuskError("bad-input", `${of}; ${fewestPages} are needed.`);
  }
  const name = options.name ?? `segment-${geometry}`;
  const validation = validate(views, { form, seed, status: (step) => console.status(step) });
  console.status("model");
  const model = fitSegmentModel(labelledViews(views, "inner"), { name, ...form });
  const { lambda, ...rest } = validation;
  const text = writeSegmentModel({ ...model, lambda, training: { pages: views.length, folds, seed, ...rest } });
  console.endProgress();
  await writeOutput(options.output, text, console, reportOf(found, validation));
  return found.failed > 0 ? Exit.SomeFailed : Exit.Done;
}

/** Pages of all sets, without those that may be used in research only. */
async function* markedPages(paths: readonly string[], console: Console): AsyncGenerator<SegmentedPage> {
  for (const { path, name, isResearchOnly } of await findSets(paths)) {
    if (isResearchOnly) console.warn(`The set "${name}" is for research only: it is left out.`);
    else yield* readSegmentedFile(path, name);
  }
}

interface Validation {
  readonly lambda: SegmentModel["lambda"];
  /** By variant, AdjRAND + NMI of the best λ on pages not trained on, halved: the mean of the two. */
  readonly agreement: Readonly<Record<keyof SegmentModel["lambda"], number>>;
}

interface ValidationTask {
  readonly form: Omit<Parameters<typeof fitSegmentModel>[1], "name">;
  readonly seed: number;
  status(step: string): void;
}

function validate(views: readonly SegmentedView[], { form, seed, status }: ValidationTask): Validation {
  const parts = holdOutPages(views, folds, seed).map(({ heldOut, others }, part) => {
    status(`validation, part ${part + 1} of ${folds}`);
    const model = fitSegmentModel(labelledViews(others, "inner"), { name: "validation", ...form });
    return { model, pages: labelledViews(heldOut, "inner") };
  });
  const choose = (variant: keyof SegmentModel["lambda"]) => {
    const tried = parts.map(({ model, pages }) => tryLambdas(pages, model, variant, segmentAgreement));
    const sums = (tried[0] ?? []).map(({ lambda }, k) => {
      const sum = tried.reduce((all, each, p) => all + (each[k]?.score ?? 0) * (parts[p]?.pages.length ?? 0), 0);
      return { lambda, score: sum / (2 * views.length) };
    });
    const lambda = bestLambda(sums);
    return { lambda, agreement: Number((sums.find((each) => each.lambda === lambda)?.score ?? 0).toFixed(4)) };
  };
  const chosen = {
    gcuts: choose("gcuts"),
    gcutsWithoutParents: choose("gcutsWithoutParents"),
    cclus: choose("cclus"),
  };
  const each = <Value>(take: (choice: (typeof chosen)["gcuts"]) => Value) => {
    const { gcuts, gcutsWithoutParents, cclus } = chosen;
    return { gcuts: take(gcuts), gcutsWithoutParents: take(gcutsWithoutParents), cclus: take(cclus) };
  };
  return { lambda: each(({ lambda }) => lambda), agreement: each(({ agreement }) => agreement) };
}

interface FoundPages {
  /** All that are marked. */
  pages: number;
  used: number;
  failed: number;
}

function reportOf({ pages, used, failed }: FoundPages, { lambda, agreement }: Validation): string {
  const unused = pages - used - failed;
  const without = unused > 0 ? `, ${unused} left out as fewer than two of their segments are seen` : "";
  const failures = failed > 0 ? `, ${failed} pages failed` : "";
  const line = (title: string, variant: keyof SegmentModel["lambda"]) =>
    `${title.padEnd(22)}${String(lambda[variant]).padStart(6)}${agreement[variant].toFixed(3).padStart(12)}`;
  return [
    `${used} pages${without}${failures}; on pages not trained on, ${folds} parts, mean of AdjRAND and NMI:`,
    `${"".padEnd(22)}${"lambda".padStart(6)}${"agreement".padStart(12)}`,
    line("gcuts", "gcuts"),
    line("gcuts without parents", "gcutsWithoutParents"),
    line("cclus", "cclus"),
  ].join("\n");
}
