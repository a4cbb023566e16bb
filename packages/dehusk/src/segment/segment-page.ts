import { checkValues, DehuskError } from "../basics/index.ts";
import { type Detection, detectPage } from "../detect/index.ts";
import { type Boxes, estimateBoxes } from "../layout/index.ts";
import type { Page } from "../page/index.ts";
import { runCClus } from "./cclus.ts";
import { connectedGroups } from "./connected-groups.ts";
import { runConsensus } from "./consensus.ts";
import { findLeaves } from "./find-leaves.ts";
import { type PieceGroups, runGCuts } from "./gcuts.ts";
import { segmentModelOf } from "./open-segment-model.ts";
import { checkSegmentModel } from "./segment-model.ts";
import { type SegmentAlgorithm, type SegmentSettings, settingsTable } from "./segment-options.ts";
import { type SegmentView, viewSegments } from "./segment-view.ts";

/**
 * A segmented page: each leaf is in one segment. An element is in a segment if all its leaves are, otherwise in none.
 */
export interface PageSegments {
  readonly page: Page;
  readonly boxes: Boxes;
  readonly algorithm: SegmentAlgorithm;
  /** Null for sections, and for a consensus if none was given. */
  readonly lambda: number | null;
  /** The minimized value: GCuts' energy, CClus' cost, or the negative agreement of a consensus. Null for sections. */
  readonly energy: number | null;
  /** The leaves in document order: texts, images, controls etc. that have a box. */
  readonly leaf: Int32Array;
  /** The segment of each leaf, numbered from 0 in the order of their first leaves. */
  readonly label: Int32Array;
  readonly count: number;
  /** The page's detection, computed on first use. */
  readonly detection: () => Detection;
}

/**
 * Segments a parsed page.
 *
 * @example
 * const { leaf, label, count } = segmentPage(parse(html), { algorithm: "cclus" });
 *
 * @throws DehuskError `bad-option`, `bad-model`.
 */
export function segmentPage(page: Page, settings: SegmentSettings = {}): PageSegments {
  checkValues(settings, settingsTable);
  const boxes = settings.boxes ?? estimateBoxes(page);
  if (settings.algorithm === "sections") return bySections(page, boxes);
  return segmentView(viewSegments(page, boxes, settings.styles), settings);
}

/** The same by `consensus`, `gcuts` or `cclus` for a prepared view, whose `boxes` and `styles` are used. */
export function segmentView(view: SegmentView, settings: SegmentSettings = {}): PageSegments {
  checkValues(settings, settingsTable);
  const {
    energy = settingsTable.energy.default,
    parentEdges = settingsTable.parentEdges.default,
    connected = settingsTable.connected.default,
    trials = settingsTable.trials.default,
    seed = settingsTable.seed.default,
  } = settings;
  const { page, boxes, leaf, part, piece } = view;
  if (settings.algorithm === "sections") return bySections(page, boxes);
  const given = segmentModelOf(settings.model, boxes.geometry);
  checkSegmentModel(given);
  const model = energy === "paper" ? { ...given, outside: 0, neighbourShare: 1 } : given;
  const algorithm = settings.algorithm ?? (energy === "paper" ? "gcuts" : "consensus");
  if (model.geometry !== boxes.geometry) {
    throw new DehuskError(
      "bad-model",
      `The model ${model.name} was trained on "${model.geometry}" boxes, but these are "${boxes.geometry}".`,
    );
  }
  const lambdas = {
    consensus: settings.lambda ?? null,
    gcuts: settings.lambda ?? model.lambda[parentEdges ? "gcuts" : "gcutsWithoutParents"],
    cclus: settings.lambda ?? model.lambda.cclus,
  };
  const find: Readonly<Record<typeof algorithm, () => PieceGroups>> = {
    consensus: () => runConsensus(view, model, settings.lambda),
    gcuts: () => runGCuts(view, model, { lambda: lambdas.gcuts, parentEdges }),
    cclus: () => runCClus(view, model, { lambda: lambdas.cclus, trials, seed }),
  };
  const found = find[algorithm]();
  // Those of a consensus are in one place by construction.
  const group = connected && algorithm !== "consensus" ? connectedGroups(view, found.group) : found.group;
  const groupOfPart = new Int32Array(view.parts.size);
  for (let k = 0; k < piece.length; k++) groupOfPart[piece[k]] = group[k];
  const named = numbered(part.map((own) => groupOfPart[own]));
  return {
    page,
    boxes,
    algorithm,
    lambda: lambdas[algorithm],
    energy: found.energy,
    leaf,
    ...named,
    detection: lazyDetection(page, boxes),
  };
}

/** The sections of page-level template detection (its section 4) as segments. */
function bySections(page: Page, boxes: Boxes): PageSegments {
  const { leaf } = findLeaves(page, boxes);
  const detection = lazyDetection(page, boxes);
  const { section } = detection();
  const named = numbered(leaf.map((node) => section[node]));
  return { page, boxes, algorithm: "sections", lambda: null, energy: null, leaf, ...named, detection };
}

/** Detection's own model only knows estimated boxes. */
function lazyDetection(page: Page, boxes: Boxes): () => Detection {
  let known: Detection | undefined;
  return () => {
    known ??= detectPage(page, { boxes: boxes.geometry === "estimate" ? boxes : undefined });
    return known;
  };
}

function numbered(group: Int32Array): { label: Int32Array; count: number } {
  const number = new Map<number, number>();
  const label = group.map((own) => {
    const known = number.get(own) ?? number.size;
    number.set(own, known);
    return known;
  });
  return { label, count: number.size };
}
