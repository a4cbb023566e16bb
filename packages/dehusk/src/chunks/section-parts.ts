import { type ContentTree, headingLevel, isContainer, Kind } from "../extract/index.ts";
import type { Leaf } from "./markdown-leaves.ts";

/** Blocks that belong together: all of a page, a section under its heading, a list, an item, a quotation, or one block. */
export interface Part {
  readonly kind: "section" | "group" | "leaf";
  /** Its blocks: `[first, end)`. */
  readonly first: number;
  end: number;
  readonly parts: Part[];
}

/** The blocks of a page as a tree: sections by the levels of their headings, then what the content nests. */
export function sectionParts(tree: ContentTree, leaves: readonly Leaf[]): Part {
  const root: Part = { kind: "section", first: 0, end: leaves.length, parts: [] };
  const open: { readonly part: Part; readonly level: number }[] = [{ part: root, level: 0 }];
  const top = (): Part => (open.at(-1) as { part: Part }).part;
  for (let i = 0; i < leaves.length; ) {
    const { node } = leaves[i];
    const container = outermost(tree, node, 0);
    if (container >= 0) {
      const part = groupOf(tree, leaves, container, i);
      top().parts.push(part);
      i = part.end;
      continue;
    }
    if (tree[node].kind === Kind.Heading) {
      const level = headingLevel(tree[node]);
      while ((open.at(-1)?.level ?? 0) >= level) close(i);
      const part: Part = { kind: "section", first: i, end: i + 1, parts: [] };
      top().parts.push(part);
      open.push({ part, level });
    }
    top().parts.push({ kind: "leaf", first: i, end: i + 1, parts: [] });
    i++;
  }
  while (open.length > 1) close(leaves.length);
  return root;

  function close(at: number): void {
    const last = open.pop();
    if (last !== undefined) last.part.end = at;
  }
}

/** Deeper containers are not looked into: what is nested so deeply is one block. */
const deepest = 20;

function groupOf(tree: ContentTree, leaves: readonly Leaf[], container: number, first: number, depth = 1): Part {
  const part: Part = { kind: "group", first, end: first, parts: [] };
  const { end } = tree[container];
  let i = first;
  while (i < leaves.length && leaves[i].node < end) {
    const inner = depth < deepest ? outermost(tree, leaves[i].node, container + 1) : -1;
    const child: Part =
      inner < 0 ? { kind: "leaf", first: i, end: i + 1, parts: [] } : groupOf(tree, leaves, inner, i, depth + 1);
    part.parts.push(child);
    i = child.end;
  }
  part.end = i;
  return part;
}

/** The outermost container around a node that begins at `from` or later, -1 for none. Tables are blocks themselves. */
function outermost(tree: ContentTree, node: number, from: number): number {
  for (let i = from; i < node; ) {
    if (tree[i].end <= node) i = tree[i].end;
    else return isContainer(tree[i].kind) && tree[i].kind !== Kind.Table ? i : -1;
  }
  return -1;
}
