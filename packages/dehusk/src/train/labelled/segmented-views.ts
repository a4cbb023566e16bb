import { DehuskError } from "../../basics/index.ts";
import { estimateBoxes, type NodeStyles } from "../../layout/index.ts";
import { type Limits, type Page, parse, sumOf } from "../../page/index.ts";
import { Renderer } from "../../render/index.ts";
import { type SegmentView, viewSegments } from "../../segment/index.ts";
import { adjustedRand } from "../measures/adjusted-rand.ts";
import { normalizedMutualInformation } from "../measures/normalized-mutual-information.ts";
import type { LabelledView } from "../segments/labelled-view.ts";
import { htmlWithSheets, type SegmentedPage, type SegmentLevel, trueSegments } from "./segmentation-data.ts";

/** An annotated page with its layout and segment view. */
export interface SegmentedView {
  readonly id: string;
  readonly page: Page;
  readonly view: SegmentView;
  /** Rendered styles of the nodes, if rendered. */
  readonly styles: NodeStyles | undefined;
  /** The true segment of each leaf. */
  readonly truth: Readonly<Record<SegmentLevel, Int32Array>>;
  /** Characters of each leaf. */
  readonly characters: Int32Array;
}

export type Geometry = "estimate" | "rendered";

export interface ViewOptions {
  readonly geometry: Geometry;
  readonly limits?: Partial<Limits> | undefined;
  /** Called for pages that cannot be laid out, which are skipped: over a limit, an invalid path, Chromium fails. */
  readonly onFailure?: ((id: string, error: DehuskError) => void) | undefined;
  readonly onPage?: ((done: number) => void) | undefined;
}

/**
 * Lays out annotated pages: by our estimate with inlined style sheets, or by Chromium with style sheets and image
 * sizes. Pages that show fewer than two segments are skipped: nothing can be right or wrong there. Both ways use the
 * same pages unless one cannot be rendered.
 *
 * @throws DehuskError `no-browser`
 */
export async function viewSegmentedPages(
  pages: AsyncIterable<SegmentedPage>,
  { geometry, limits, onFailure = () => {}, onPage = () => {} }: ViewOptions,
): Promise<SegmentedView[]> {
  const renderer = geometry === "rendered" ? await Renderer.open() : undefined;
  const views: SegmentedView[] = [];
  try {
    let done = 0;
    for await (const marked of pages) {
      onPage(done++);
      try {
        const view = renderer === undefined ? estimated(marked, limits) : await rendered(renderer, marked, limits);
        if (new Set(view.truth.inner.filter((segment) => segment >= 0)).size >= 2) views.push(view);
      } catch (error) {
        if (!(error instanceof DehuskError)) throw error;
        onFailure(marked.id, error);
      }
    }
  } finally {
    await renderer?.close();
  }
  return views;
}

type SomeLimits = ViewOptions["limits"];

function estimated(marked: SegmentedPage, limits: SomeLimits): SegmentedView {
  const page = parse(htmlWithSheets(marked), { url: marked.url, limits });
  return viewOf(marked, viewSegments(page, estimateBoxes(page)), undefined);
}

async function rendered(renderer: Renderer, marked: SegmentedPage, limits: SomeLimits): Promise<SegmentedView> {
  const { html, url, resources } = marked;
  const { page, boxes, styles } = await renderer.render(html, { url, resources, limits });
  return viewOf(marked, viewSegments(page, boxes, styles), styles);
}

function viewOf({ id, blocks }: SegmentedPage, view: SegmentView, styles: NodeStyles | undefined): SegmentedView {
  const { page, leaf } = view;
  const truth = {
    inner: trueSegments(page, blocks, leaf, "inner"),
    outer: trueSegments(page, blocks, leaf, "outer"),
  };
  const characters = leaf.map((node) => sumOf(page, page.sums.characters, node));
  return { id, page, view, styles, truth, characters };
}

/** Views as training data. */
export function labelledViews(views: readonly SegmentedView[], level: SegmentLevel): LabelledView[] {
  return views.map(({ view, truth }) => ({ view, truth: truth[level] }));
}

/** The score that λ is chosen by: adjusted Rand index plus mutual information, over leaves of known truth. */
export function segmentAgreement(truth: ArrayLike<number>, found: ArrayLike<number>): number {
  const a: number[] = [];
  const b: number[] = [];
  for (let i = 0; i < truth.length; i++) {
    if (truth[i] < 0) continue;
    a.push(truth[i]);
    b.push(found[i]);
  }
  return adjustedRand(a, b) + normalizedMutualInformation(a, b);
}
