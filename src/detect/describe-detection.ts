import { isElement, isShown, isText, type Page, sumOf, tagName } from "../page/index.ts";
import { boundedPaths } from "./bounded-paths.ts";
import type { Detection } from "./detect.ts";
import { listSections, type Section } from "./list-sections.ts";

/** A box in CSS pixels: x, y, width, height. */
export type PlainBox = readonly [number, number, number, number];

export interface DescribedNode {
  /** The node's number in the page; the document is 0. */
  readonly id: number;
  /** The parent's id, which is in the list too; null for the document. */
  readonly parent: number | null;
  readonly tag: string;
  /** XPath from the root; null where the page is nested so deeply that all paths together would be huge. */
  readonly path: string | null;
  readonly box: PlainBox;
  /** What the model says of the node by itself; null for hidden nodes. */
  readonly score: number | null;
  readonly templateness: number;
  /** Id of the node at the top of its section. */
  readonly section: number;
  /** Whether the node was too small to be looked at by itself. */
  readonly hidden: boolean;
  /** Of the node and all below it. */
  readonly words: number;
  readonly links: number;
}

export interface DescribedSection {
  readonly root: number;
  readonly path: string | null;
  readonly templateness: number;
  /** The box of the root. */
  readonly box: PlainBox;
  /** Of the section's own nodes, without those in sections further down. */
  readonly words: number;
  readonly links: number;
}

/** A detection as plain data, the JSON that `dehusk detect` writes. */
export interface DetectionReport {
  readonly version: 1;
  readonly url: string | null;
  readonly geometry: "estimate" | "rendered";
  readonly model: string;
  /** The document, the elements that are shown, and their text nodes that are not blank, in document order. */
  readonly nodes: readonly DescribedNode[];
  readonly sections: readonly DescribedSection[];
}

/**
 * Turns a detection into plain data. Scores have four decimals, boxes one. Linear in the nodes.
 *
 * @example
 * console.log(JSON.stringify(describeDetection(detect(html))));
 */
export function describeDetection(detection: Detection): DetectionReport {
  const { page, boxes, score, hidden, templateness, section } = detection;
  const ids: number[] = [];
  for (let node = 0; node < page.size; node++) if (isListed(page, node)) ids.push(node);
  const paths = boundedPaths(page, ids);
  const nodes = ids.map(
    (id, i): DescribedNode => ({
      id,
      parent: id === 0 ? null : (page.parent[id] as number),
      tag: tagName(page, id),
      path: paths[i] as string | null,
      box: boxOf(detection, id),
      score: hidden[id] === 1 ? null : rounded(score[id] as number, 4),
      templateness: rounded(templateness[id] as number, 4),
      section: section[id] as number,
      hidden: hidden[id] === 1,
      words: sumOf(page, page.sums.words, id),
      links: sumOf(page, page.sums.links, id),
    }),
  );
  return {
    version: 1,
    url: page.url ?? null,
    geometry: boxes.geometry,
    model: detection.model,
    nodes,
    sections: describeSections(detection, listSections(detection)),
  };
}

/** Sections as plain data. */
export function describeSections(detection: Detection, sections: readonly Section[]): DescribedSection[] {
  const paths = boundedPaths(
    detection.page,
    sections.map(({ root }) => root),
  );
  return sections.map(({ root, templateness, words, links }, i) => ({
    root,
    path: paths[i] as string | null,
    templateness: rounded(templateness, 4),
    box: boxOf(detection, root),
    words,
    links,
  }));
}

/** Whether a node is in the list; the parent of one that is always is, too. */
function isListed(page: Page, node: number): boolean {
  if (node === 0) return true;
  if (!isShown(page, node)) return false;
  return isElement(page, node) || (isText(page, node) && sumOf(page, page.sums.characters, node) > 0);
}

/** The box of a node, to a tenth of a pixel. */
export function boxOf({ boxes: { x, y, w, h } }: Detection, node: number): PlainBox {
  const at = (side: Float32Array) => rounded(side[node] as number, 1);
  return [at(x), at(y), at(w), at(h)];
}

function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  // Adding 0 turns -0 into 0.
  return Math.round(value * scale) / scale + 0;
}
