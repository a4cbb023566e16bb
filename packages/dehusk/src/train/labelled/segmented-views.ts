import { DehuskError } from "../../basics/index.ts";
import { estimateBoxes, type NodeStyles } from "../../layout/index.ts";
import { type Limits, type Page, parse, sumOf } from "../../page/index.ts";
import { Renderer } from "../../render/index.ts";
import { type SegmentView, viewSegments } from "../../segment/index.ts";
import { adjustedRand } from "../measures/adjusted-rand.ts";
import { normalizedMutualInformation } from "../measures/normalized-mutual-information.ts";
import type { LabelledView } from "../segments/labelled-view.ts";
import { htmlWithSheets, type SegmentedPage, type SegmentLevel, trueSegments } from "./segmentation-data.ts";

/** A marked page, laid out and looked at. */
export interface SegmentedView {
  readonly id: string;
  readonly page: Page;
  readonly view: SegmentView;
  /** How the nodes look, if the page was rendered. */
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
  /** Told of pages that cannot be laid out, which are left out: over a limit, a path that is none, Chromium fails. */
  readonly onFailure?: ((id: string, error: DehuskError) => void) | undefined;
  readonly onPage?: ((done: number) => void) | undefined;
}

/**
 * Lays out marked pages: by our estimate with the style sheets written into the page, or by Chromium with style sheets
 * and the sizes of pictures. Pages on which fewer than two segments are seen are left out: nothing can be right or wrong
 * there. The same pages are looked at in both ways unless one cannot be rendered.
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
  return looked(marked, viewSegments(page, estimateBoxes(page)), undefined);
}

async function rendered(renderer: Renderer, marked: SegmentedPage, limits: SomeLimits): Promise<SegmentedView> {
  const { html, url, resources } = marked;
  const { page, boxes, styles } = await renderer.render(html, { url, resources, limits });
  return looked(marked, viewSegments(page, boxes, styles), styles);
}

function looked({ id, blocks }: SegmentedPage, view: SegmentView, styles: NodeStyles | undefined): SegmentedView {
  const { page, leaf } = view;
  const truth = {
    inner: trueSegments(page, blocks, leaf, "inner"),
    outer: trueSegments(page, blocks, leaf, "outer"),
  };
  const characters = leaf.map((node) => sumOf(page, page.sums.characters, node));
  return { id, page, view, styles, truth, characters };
}

/** What training learns from. */
export function labelledViews(views: readonly SegmentedView[], level: SegmentLevel): LabelledView[] {
  return views.map(({ view, truth }) => ({ view, truth: truth[level] }));
}

/** By what λ is chosen: the adjusted Rand index and the mutual information, added up, over leaves whose truth is known. */
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
