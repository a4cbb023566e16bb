import { expandAll, expandFast } from "dehusk/internal/graph";
import { estimateBoxes } from "dehusk/internal/layout";
import { gcutsProblem, type SegmentModel, segmentView, viewSegments } from "dehusk/internal/segment";
import type { SegmentedView } from "dehusk/internal/train";

/**
 * What the solver did on a page, and how long it took, in milliseconds, on this machine and in this run. Times of
 * expansions are CPU time, which other programs hardly affect; that of the whole pipeline is wall-clock time.
 */
export interface PageEnergy {
  readonly id: string;
  readonly nodes: number;
  readonly pieces: number;
  /** Number of labels of the fast expansion, and of elements with at least two pieces. */
  readonly labels: number;
  readonly elements: number;
  /** Energies of the fast expansion, of the plain one, and of the plain one with a label for every element. */
  readonly fastEnergy: number;
  readonly plainEnergy: number;
  readonly everyEnergy: number;
  readonly fastMs: number;
  readonly plainMs: number;
  readonly everyMs: number;
  /** From the parsed tree to segments by the default method: layout estimate, features, pairs, cut. */
  readonly wholeMs: number;
}

/** The same for all pages. */
export interface EnergyFigures {
  readonly pages: number;
  /** Pages on which the fast expansion ended with more energy than a plain one. */
  readonly worse: number;
  readonly equal: number;
  readonly fastSeconds: number;
  readonly plainSeconds: number;
  readonly everySeconds: number;
  /** The same over the largest tenth of the pages. */
  readonly fastSecondsOfLargest: number;
  readonly plainSecondsOfLargest: number;
  readonly everySecondsOfLargest: number;
  readonly medianMilliseconds: number;
  readonly mostMilliseconds: number;
  readonly medianPieces: number;
  readonly mostPieces: number;
  readonly medianLabels: number;
  readonly mostLabels: number;
}

/** Runs per timing, after one warm-up: mean for expansions, median for the whole pipeline. */
const rounds = 3;

/**
 * Minimizes the energy of each page by the fast expansion and by the plain one, a cut for each label and sweep: with
 * the same labels, and with a label for every element, as in the paper. Also times the whole pipeline of a page.
 */
export function timeExpansions(
  pages: readonly SegmentedView[],
  model: SegmentModel,
  progress: (done: number) => void = () => {},
): PageEnergy[] {
  const lambda = model.lambda.gcuts;
  const work = pages.map(({ page, view }) => {
    const options = { lambda, parentEdges: true };
    const problem = gcutsProblem(view, model, options);
    const every = gcutsProblem(view, model, { ...options, everyElement: true });
    const boxes = () => (view.boxes.geometry === "estimate" ? estimateBoxes(page) : view.boxes);
    return {
      problem,
      every,
      run: {
        fast: () => expandFast(problem).energy,
        plain: () => expandAll(problem).energy,
        every: () => expandAll(every).energy,
        whole: () => segmentView(viewSegments(page, boxes(), view.styles), { model }).energy ?? 0,
      },
    };
  });
  for (const { run } of work) for (const each of Object.values(run)) each();
  return work.map(({ problem, every, run }, k) => {
    progress(k);
    const { id, page, view } = pages[k];
    const [fast, plain, all, whole] = [cpuTimed(run.fast), cpuTimed(run.plain), cpuTimed(run.every), timed(run.whole)];
    return {
      id,
      nodes: page.size,
      pieces: view.piece.length,
      labels: problem.labels,
      elements: every.labels,
      fastEnergy: fast.value,
      plainEnergy: plain.value,
      everyEnergy: all.value,
      fastMs: fast.ms,
      plainMs: plain.ms,
      everyMs: all.ms,
      wholeMs: whole.ms,
    };
  });
}

export function compareExpansions(
  pages: readonly SegmentedView[],
  model: SegmentModel,
  progress: (done: number) => void,
): EnergyFigures {
  const rows = timeExpansions(pages, model, progress);
  const largest = rows.toSorted((a, b) => b.pieces - a.pieces).slice(0, Math.ceil(rows.length / 10));
  const seconds = (list: typeof rows, of: "fastMs" | "plainMs" | "everyMs") =>
    list.reduce((sum, row) => sum + row[of], 0) / 1000;
  const [milliseconds, pieces, labels] = [
    rows.map((row) => row.wholeMs),
    rows.map((row) => row.pieces),
    rows.map((row) => row.labels),
  ];
  const leastOfPlain = ({ plainEnergy, everyEnergy }: PageEnergy) => Math.min(plainEnergy, everyEnergy);
  return {
    pages: rows.length,
    worse: rows.filter((row) => row.fastEnergy > leastOfPlain(row)).length,
    equal: rows.filter((row) => row.fastEnergy === leastOfPlain(row)).length,
    fastSeconds: seconds(rows, "fastMs"),
    plainSeconds: seconds(rows, "plainMs"),
    everySeconds: seconds(rows, "everyMs"),
    fastSecondsOfLargest: seconds(largest, "fastMs"),
    plainSecondsOfLargest: seconds(largest, "plainMs"),
    everySecondsOfLargest: seconds(largest, "everyMs"),
    medianMilliseconds: median(milliseconds),
    mostMilliseconds: Math.max(...milliseconds),
    medianPieces: median(pieces),
    mostPieces: Math.max(...pieces),
    medianLabels: median(labels),
    mostLabels: Math.max(...labels),
  };
}

/** CPU time. */
function cpuTimed(make: () => number): { readonly value: number; readonly ms: number } {
  const before = process.cpuUsage();
  let value = 0;
  for (let k = 0; k < rounds; k++) value = make();
  const { user, system } = process.cpuUsage(before);
  return { value, ms: (user + system) / 1000 / rounds };
}

/** Wall-clock time. */
function timed(make: () => number): { readonly value: number; readonly ms: number } {
  let value = 0;
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now();
    value = make();
    return performance.now() - start;
  });
  return { value, ms: median(times) };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
