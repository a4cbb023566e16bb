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
  let around = 0;
  for (let i = 0; i < leaves.length; ) {
    const { node } = leaves[i];
    around = nodeAround(tree, node, around);
    if (isGroup(tree, around, node)) {
      const part = groupOf(tree, leaves, around, i);
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
  let around = container + 1;
  while (i < leaves.length && leaves[i].node < end) {
    const { node } = leaves[i];
    around = nodeAround(tree, node, around);
    const child: Part =
      depth < deepest && isGroup(tree, around, node)
        ? groupOf(tree, leaves, around, i, depth + 1)
        : { kind: "leaf", first: i, end: i + 1, parts: [] };
    part.parts.push(child);
    i = child.end;
  }
  part.end = i;
  return part;
}

/** Of the siblings that begin with `from`, the one that is a node or contains it. */
function nodeAround(tree: ContentTree, node: number, from: number): number {
  let i = from;
  while (i < node && tree[i].end <= node) i = tree[i].end;
  return i;
}

/** Whether a node around a block is a container of blocks. Tables are blocks themselves. */
function isGroup(tree: ContentTree, around: number, node: number): boolean {
  const { kind } = tree[around];
  return around < node && isContainer(kind) && kind !== Kind.Table;
}
