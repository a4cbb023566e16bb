import { expandAll, expandFast } from "../../graph/index.ts";
import { estimateBoxes } from "../../layout/index.ts";
import { gcutsProblem, type SegmentModel, segmentView, viewSegments } from "../../segment/index.ts";
import type { SegmentedView } from "../segmented-views.ts";

/** What the solver did on the pages, and how long it took. Times are those of the machine and of this run. */
export interface EnergyFigures {
  readonly pages: number;
  /** Pages on which the fast expansion ended with more energy than the plain one. */
  readonly worse: number;
  readonly equal: number;
  readonly fastSeconds: number;
  readonly plainSeconds: number;
  /** The same over the largest pages, a tenth of all. */
  readonly fastSecondsOfLargest: number;
  readonly plainSecondsOfLargest: number;
  /** Milliseconds for a page from its parsed tree to segments: layout estimate, features, GCuts. */
  readonly medianMilliseconds: number;
  readonly mostMilliseconds: number;
  readonly medianPieces: number;
  readonly mostPieces: number;
  readonly medianLabels: number;
  readonly mostLabels: number;
}

/**
 * Minimizes the energy of each page by plain expansion, a cut for each label and sweep, and by the fast one, and times
 * the whole way of a page on the estimate.
 */
export function compareExpansions(
  pages: readonly SegmentedView[],
  model: SegmentModel,
  progress: (done: number) => void,
): EnergyFigures {
  const lambda = model.lambda.gcuts;
  const rows = pages.map(({ page, view }, done) => {
    progress(done);
    const problem = gcutsProblem(view, model, { lambda, parentEdges: true });
    const fast = timed(() => expandFast(problem));
    const plain = timed(() => expandAll(problem));
    const boxes = () => (view.boxes.geometry === "estimate" ? estimateBoxes(page) : view.boxes);
    const whole = timed(() => segmentView(viewSegments(page, boxes(), view.styles), { model, lambda }));
    return { pieces: view.piece.length, labels: problem.labels, fast, plain, whole };
  });
  const largest = rows.toSorted((a, b) => b.pieces - a.pieces).slice(0, Math.ceil(rows.length / 10));
  const seconds = (list: typeof rows, of: "fast" | "plain") => list.reduce((sum, row) => sum + row[of].ms, 0) / 1000;
  const [milliseconds, pieces, labels] = [
    rows.map(({ whole }) => whole.ms),
    rows.map((row) => row.pieces),
    rows.map((row) => row.labels),
  ];
  return {
    pages: rows.length,
    worse: rows.filter(({ fast, plain }) => fast.value.energy > plain.value.energy).length,
    equal: rows.filter(({ fast, plain }) => fast.value.energy === plain.value.energy).length,
    fastSeconds: seconds(rows, "fast"),
    plainSeconds: seconds(rows, "plain"),
    fastSecondsOfLargest: seconds(largest, "fast"),
    plainSecondsOfLargest: seconds(largest, "plain"),
    medianMilliseconds: middle(milliseconds),
    mostMilliseconds: Math.max(...milliseconds),
    medianPieces: middle(pieces),
    mostPieces: Math.max(...pieces),
    medianLabels: middle(labels),
    mostLabels: Math.max(...labels),
  };
}

function timed<Value>(make: () => Value): { readonly value: Value; readonly ms: number } {
  const start = performance.now();
  const value = make();
  return { value, ms: performance.now() - start };
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
