import { rounded } from "../basics/index.ts";
import type { PlainBox } from "../layout/index.ts";
import { boundedPaths, isElement, isShown, isText, type Page, sumOf, tagName } from "../page/index.ts";
import { type TextKind, textKinds } from "./content-model.ts";
import type { Detection } from "./detect.ts";
import { listSections, type Section } from "./list-sections.ts";
import { noKind } from "./node-kinds.ts";

/** The kind of a part of a page: a kind of content, or template. */
export type PartKind = TextKind | "template";

export interface DescribedNode {
  /** The node's number in the page; the document is 0. */
  readonly id: number;
  /** The parent's id, which is in the list too; null for the document. */
  readonly parent: number | null;
  readonly tag: string;
  /** XPath from the root; null if the page is nested so deeply that all paths together would be huge. */
  readonly path: string | null;
  readonly box: PlainBox;
  /** The model's score of the node by itself; null for hidden nodes. */
  readonly score: number | null;
  readonly templateness: number;
  /**
   * `template` if its templateness is at least a half, otherwise the kind of most of its text; null for nodes
   * without text, and with a page-level model, which has no kinds.
   */
  readonly kind: PartKind | null;
  /** Id of the node at the top of its section. */
  readonly section: number;
  /** Whether the node was too small to be judged by itself. */
  readonly hidden: boolean;
  /** Counts of the node and its subtree. */
  readonly words: number;
  readonly links: number;
}

export interface DescribedSection {
  readonly root: number;
  readonly path: string | null;
  readonly templateness: number;
  /** The kind of most of the section's own text, as for nodes. */
  readonly kind: PartKind | null;
  /** The box of the root. */
  readonly box: PlainBox;
  /** Counts of the section's own nodes, without nested sections. */
  readonly words: number;
  readonly links: number;
}

/** A detection as plain data, the JSON that `dehusk detect` writes. */
export interface DetectionReport {
  readonly version: 1;
  readonly url: string | null;
  readonly geometry: "estimate" | "rendered";
  readonly model: string;
  /** The document, visible elements, and their non-blank text nodes, in document order. */
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
      parent: id === 0 ? null : page.parent[id],
      tag: tagName(page, id),
      path: paths[i],
      box: boxOf(detection, id),
      score: hidden[id] === 1 ? null : rounded(score[id], 4),
      templateness: rounded(templateness[id], 4),
      kind: partKind(detection, id),
      section: section[id],
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
  const kinds = sectionKinds(detection);
  return sections.map(({ root, templateness, words, links }, i) => ({
    root,
    path: paths[i],
    templateness: rounded(templateness, 4),
    kind: kinds.get(root) ?? null,
    box: boxOf(detection, root),
    words,
    links,
  }));
}

/** Templateness from which a node is called a template. */
const leastTemplate = 0.5;

/** The kind of a node; null if it has no text, or kinds are unknown. */
export function partKind({ templateness, kind }: Detection, node: number): PartKind | null {
  const own = textKinds[kind?.[node] ?? noKind];
  return own !== undefined && templateness[node] >= leastTemplate ? "template" : (own ?? null);
}

/** The kind of most words of each section's own nodes, by the section's root. */
export function sectionKinds(detection: Detection): Map<number, PartKind> {
  const { page, section } = detection;
  const found = new Map<number, PartKind>();
  if (detection.kind === undefined) return found;
  const tallies = new Map<number, Map<PartKind, number>>();
  for (let node = 0; node < page.size; node++) {
    if (!isText(page, node) || !isShown(page, node)) continue;
    const kind = partKind(detection, node);
    if (kind === null) continue;
    const root = section[node];
    const tally = tallies.get(root) ?? new Map<PartKind, number>();
    tallies.set(root, tally.set(kind, (tally.get(kind) ?? 0) + sumOf(page, page.sums.words, node)));
  }
  for (const [root, tally] of tallies) {
    const [most] = [...tally].reduce((best, entry) => (entry[1] > best[1] ? entry : best));
    found.set(root, most);
  }
  return found;
}

/** Whether a node is in the list; the parent of one that is always is, too. */
function isListed(page: Page, node: number): boolean {
  if (node === 0) return true;
  if (!isShown(page, node)) return false;
  return isElement(page, node) || (isText(page, node) && sumOf(page, page.sums.characters, node) > 0);
}

/** The box of a node, to a tenth of a pixel. */
export function boxOf({ boxes: { x, y, w, h } }: Detection, node: number): PlainBox {
  const at = (side: Float32Array) => rounded(side[node], 1);
  return [at(x), at(y), at(w), at(h)];
}
