import { DehuskError } from "dehusk/internal/basics";
import {
  adjustedRand,
  type Geometry,
  readSegmentedPages,
  type SegmentedPage,
  type SegmentedView,
  segmentationFiles,
  viewSegmentedPages,
} from "dehusk/internal/train";
import type { Experiment, ResolvedOptions } from "./experiment.ts";
import { compareExpansions } from "./segmentation-accuracy-energy.ts";
import {
  foldCount,
  foldPages,
  runFold,
  runShipped,
  type SplitResult,
  sweepLambdas,
  UntrainedMethods,
} from "./segmentation-accuracy-methods.ts";
import { describeSegmentation, type GeometryFigures } from "./segmentation-accuracy-report.ts";

/** Figures 2 to 5 and table 1 of "A Graph-Theoretic Approach to Webpage Segmentation". */
export const segmentationAccuracy: Experiment = {
  name: "segmentation-accuracy",
  title: "Segmentation: the consensus, GCuts, its variants, CClus and VIPS on annotated pages",
  needs: [...segmentationFiles],
  chooses: true,
  async run(options) {
    const figures: Partial<Record<Geometry, GeometryFigures>> = {};
    const skipped: string[] = [];
    for (const geometry of ["estimate", "rendered"] as const) {
      try {
        figures[geometry] = await measure(geometry, options);
      } catch (error) {
        if (!(error instanceof DehuskError && error.code === "no-browser")) throw error;
        skipped.push(`Not measured with rendered boxes: ${error.message}`);
      }
    }
    const { name, title } = segmentationAccuracy;
    return { name, title, ...describeSegmentation(figures, skipped) };
  },
};

async function measure(geometry: Geometry, options: ResolvedOptions): Promise<GeometryFigures> {
  const { data, limit, seed, progress } = options;
  const views = await viewSegmentedPages(first(readSegmentedPages(data), limit), {
    geometry,
    onPage: (done) => progress(done, done + 1, `${geometry}: layout`),
  });
  if (views.length < minPages) {
    throw new DehuskError("bad-input", `${views.length} pages are too few to split; at least ${minPages} are needed.`);
  }
  const untrained = new UntrainedMethods();
  const folds = options.shipped
    ? [runShipped(views, geometry, untrained)]
    : foldPages(views, seed).map((fold, k) => {
        progress(k, foldCount, `${geometry}: folds`);
        return runFold(fold, geometry, untrained);
      });
  const shown = folds[0] as SplitResult;
  const { GCuts: lambda = shown.model.lambda.gcuts } = shown.chosen;
  const model = { ...shown.model, lambda: { ...shown.model.lambda, gcuts: lambda } };
  return {
    pages: views.length,
    trueSegments: meanSegments(views),
    folds: folds.map(({ chosen, scores }) => ({ chosen, scores })),
    sweeps: sweepLambdas(shown, (truth, found) => adjustedRand(...known(truth, found))),
    energy: compareExpansions(views, model, (done) => progress(done, views.length, `${geometry}: energies`)),
  };
}

/** One to test in each fold. */
const minPages = foldCount;

async function* first(pages: AsyncIterable<SegmentedPage>, limit: number): AsyncGenerator<SegmentedPage> {
  const taken = new Map<string, number>();
  for await (const page of pages) {
    const count = taken.get(page.set) ?? 0;
    if (count >= limit) continue;
    taken.set(page.set, count + 1);
    yield page;
  }
}

function meanSegments(views: readonly SegmentedView[]): number {
  const counts = views.map(({ truth }) => new Set(truth.inner.filter((segment) => segment >= 0)).size);
  return counts.reduce((sum, count) => sum + count, 0) / counts.length;
}

function known(truth: ArrayLike<number>, found: ArrayLike<number>): [number[], number[]] {
  const leaves = Array.from(truth, (_, i) => i).filter((i) => truth[i] >= 0);
  return [leaves.map((i) => truth[i]), leaves.map((i) => found[i])];
}
