import { findSets } from "../corpus/index.ts";
import {
  type Geometry,
  labelledViews,
  readSegmentedFile,
  type SegmentedPage,
  type SegmentedView,
  segmentAgreement,
  viewSegmentedPages,
} from "../evaluate/index.ts";
import { seededRandom, shuffled } from "../learn/index.ts";
import { DehuskError } from "../page/index.ts";
import { bestLambda, fitSegmentModel, type SegmentModel, tryLambdas, writeSegmentModel } from "../segment/index.ts";
import type { Console } from "./console.ts";
import { Exit } from "./exit-codes.ts";
import type { GeneralOptions } from "./general-options.ts";
import { refuseFolder } from "./refuse-folder.ts";
import { writeStdout, writeWhole } from "./write-output.ts";

/** Options of `dehusk train --segments`. */
export interface TrainSegmentsOptions extends GeneralOptions {
  readonly output?: string;
  readonly name?: string;
  readonly seed: number;
  /** Learn from boxes as Chromium has them. */
  readonly render?: boolean;
}

/** Into so many parts pages are put: λ is tried on each part with what was learned from the others. */
const folds = 4;
const fewestPages = 8;

/**
 * Trains a segment model on pages that people marked: the inner blocks are the segments. λ is the one that is best, over
 * all pages, for models that have not seen the page; the model itself then learns from all of them.
 */
export async function trainSegments(
  paths: readonly string[],
  options: TrainSegmentsOptions,
  console: Console,
): Promise<number> {
  const { seed, render = false } = options;
  const geometry: Geometry = render ? "rendered" : "estimate";
  await refuseFolder(options.output);
  let failed = 0;
  const views = await viewSegmentedPages(markedPages(paths), {
    geometry,
    onPage: (done) => console.status(`page ${done + 1}`),
    onFailure: (id, error) => {
      failed++;
      console.error(error, id);
    },
  });
  if (views.length < fewestPages) {
    throw new DehuskError("bad-input", `Only ${views.length} pages have marked segments; ${fewestPages} are needed.`);
  }
  const name = options.name ?? `segment-${geometry}`;
  const validation = validate(views, { geometry, seed, status: (step) => console.status(step) });
  console.status("model");
  const model = fitSegmentModel(labelledViews(views, "inner"), { name, geometry });
  const { lambda, ...rest } = validation;
  const text = writeSegmentModel({ ...model, lambda, training: { pages: views.length, folds, seed, ...rest } });
  console.endProgress();
  if (options.output === undefined) await writeStdout(text);
  else await writeWhole(options.output, text);
  console.note(reportOf(views.length, failed, validation));
  return failed > 0 ? Exit.SomeFailed : Exit.Done;
}

async function* markedPages(paths: readonly string[]): AsyncGenerator<SegmentedPage> {
  for (const { path, name } of await findSets(paths)) yield* readSegmentedFile(path, name);
}

interface Validation {
  readonly lambda: SegmentModel["lambda"];
  /** By variant, AdjRAND + NMI of the best λ on pages not trained on, halved: the mean of the two. */
  readonly agreement: Readonly<Record<keyof SegmentModel["lambda"], number>>;
}

interface ValidationTask {
  readonly geometry: Geometry;
  readonly seed: number;
  status(step: string): void;
}

function validate(views: readonly SegmentedView[], { geometry, seed, status }: ValidationTask): Validation {
  const order = shuffled(views, seededRandom(seed));
  const parts = Array.from({ length: folds }, (_, fold) => {
    status(`validation, part ${fold + 1} of ${folds}`);
    const isHeldOut = (_: SegmentedView, i: number) => i % folds === fold;
    const others = order.filter((view, i) => !isHeldOut(view, i));
    const model = fitSegmentModel(labelledViews(others, "inner"), { name: "validation", geometry });
    return { model, pages: labelledViews(order.filter(isHeldOut), "inner") };
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
  const [gcuts, gcutsWithoutParents, cclus] = [choose("gcuts"), choose("gcutsWithoutParents"), choose("cclus")];
  return {
    lambda: { gcuts: gcuts.lambda, gcutsWithoutParents: gcutsWithoutParents.lambda, cclus: cclus.lambda },
    agreement: {
      gcuts: gcuts.agreement,
      gcutsWithoutParents: gcutsWithoutParents.agreement,
      cclus: cclus.agreement,
    },
  };
}

function reportOf(pages: number, failed: number, { lambda, agreement }: Validation): string {
  const failures = failed > 0 ? `, ${failed} pages failed` : "";
  const line = (title: string, variant: keyof SegmentModel["lambda"]) =>
    `${title.padEnd(22)}${String(lambda[variant]).padStart(6)}${agreement[variant].toFixed(3).padStart(12)}`;
  return [
    `${pages} pages${failures}; on pages not trained on, ${folds} parts, mean of AdjRAND and NMI:`,
    `${"".padEnd(22)}${"lambda".padStart(6)}${"agreement".padStart(12)}`,
    line("gcuts", "gcuts"),
    line("gcuts without parents", "gcutsWithoutParents"),
    line("cclus", "cclus"),
  ].join("\n");
}
