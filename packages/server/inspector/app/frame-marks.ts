import type { Judgement, MarkedPart, OpenedPage } from "../engine/messages.ts";
import type { FrameOutline } from "../frame/page-frame.tsx";

/** What the page is coloured by. */
export type Colouring = "smoothed" | "raw" | "kept" | "none";

/** What is outlined on the page. */
export type Outlining = "none" | "sections" | "segments";

/** The heat of a page's nodes: 0 content to 1 template, NaN none; null for no colours at all. */
export function heatOf(
  page: Pick<OpenedPage, "size" | "shown">,
  judgement: Pick<Judgement, "score" | "templateness" | "kept"> | undefined,
  colouring: Colouring,
): Float32Array | null {
  if (judgement === undefined || colouring === "none") return null;
  if (colouring === "smoothed") return judgement.templateness;
  if (colouring === "raw") return judgement.score;
  const heat = new Float32Array(page.size);
  for (let node = 0; node < page.size; node++) {
    heat[node] = page.shown[node] !== 1 ? Number.NaN : judgement.kept[node] === 1 ? 0 : 1;
  }
  return heat;
}

/** Most outlines to draw. */
const maxOutlines = 200;

/** The outlines of a page's parts, numbered in document order; parts without words have none. */
export function outlinesOf(
  outlining: Outlining,
  sections: readonly MarkedPart[] | undefined,
  segments: readonly MarkedPart[] | undefined,
): FrameOutline[] {
  const kind = outlining === "segments" ? "segment" : "section";
  const parts = outlining === "none" ? [] : outlining === "segments" ? segments : sections;
  return (parts ?? [])
    .filter(({ words, nodes }) => words > 0 && nodes.length > 0)
    .slice(0, maxOutlines)
    .map(({ nodes, templateness }, i) => ({ nodes, label: `${i + 1}: ${templateness.toFixed(2)}`, kind }));
}
