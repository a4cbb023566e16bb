import { type ContentNode, type ContentTree, contentAttribute, Kind } from "../content/content-tree.ts";
import { countParagraphs } from "../content/count-paragraphs.ts";
import { settleLinks } from "../content/settle-links.ts";
import type { ShapeOptions } from "./shape-options.ts";
import { withoutTracking } from "./tracking-parameters.ts";

/** Content as the caller wants it: without links, without pictures, with clean links. */
export function shapeContent(
  tree: ContentTree,
  { links = true, images = true, cleanLinks }: ShapeOptions,
): ContentTree {
  if (links && images && cleanLinks !== true) return tree;
  let shaped = tree.map((node) => ({ ...node, paragraphs: 0 }));
  if (!links) shaped = shaped.map(withoutLink);
  else if (cleanLinks === true) shaped = shaped.map(withCleanLink);
  if (!images) shaped = without(shaped, (node) => node.kind === Kind.Image);
  settleLinks(shaped);
  countParagraphs(shaped);
  return shaped;
}

/** Marks of footnotes stay: their notes are written too. */
function withoutLink(node: ContentNode): ContentNode {
  if (node.kind !== Kind.Link || node.label !== "") return node;
  return { ...node, kind: Kind.Text, text: "", attributes: [] };
}

function withCleanLink(node: ContentNode): ContentNode {
  if (node.kind !== Kind.Link) return node;
  const attributes = node.attributes.map((own) =>
    own.name === "href" ? { name: "href", value: withoutTracking(own.value) } : own,
  );
  return { ...node, text: withoutTracking(node.text), attributes };
}

/** Kinds that may be empty: an empty cell keeps its column. */
const mayBeEmpty = new Set<Kind>([Kind.Cell, Kind.Row]);

/** A tree without some of its leaves, and without containers that become empty. */
function without(tree: readonly ContentNode[], isGone: (node: ContentNode) => boolean): ContentNode[] {
  const gone = new Uint8Array(tree.length);
  for (let i = tree.length - 1; i >= 0; i--) {
    const { kind, end } = tree[i];
    if (isGone(tree[i])) gone[i] = 1;
    else if (end > i + 1 && !mayBeEmpty.has(kind) && isEmptied(i)) gone[i] = 1;
  }
  const left: ContentNode[] = [];
  const place = new Int32Array(tree.length + 1);
  for (let i = 0; i < tree.length; i++) {
    place[i] = left.length;
    if (gone[i] === 0) left.push(tree[i]);
  }
  place[tree.length] = left.length;
  for (const node of left) node.end = place[node.end];
  return left;

  /** Whether a node had content of which only white space is left. */
  function isEmptied(at: number): boolean {
    let had = false;
    // The text of a link keeps its content.
    for (let i = at + 1; i < tree[at].end; i = tree[i].kind === Kind.Text ? i + 1 : tree[i].end) {
      if (gone[i] === 1) had = true;
      else if (!isBlank(tree[i])) return false;
    }
    return had;
  }
}

function isBlank(node: ContentNode): boolean {
  if (node.kind === Kind.Break) return true;
  if (node.kind === Kind.Anchor) return contentAttribute(node, "id") === undefined;
  return node.kind === Kind.Text && node.text.trim() === "";
}
