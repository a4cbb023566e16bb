import type { OpenedPage } from "../engine/messages.ts";

/** A visible row of the tree: a node whose ancestors are all open. */
export interface TreeRow {
  readonly node: number;
  /** From 1. */
  readonly level: number;
  readonly isParent: boolean;
  readonly isOpen: boolean;
  /** Its position among its siblings, from 1, and their number. */
  readonly position: number;
  readonly siblings: number;
}

type Tree = Pick<OpenedPage, "parent" | "end" | "listed">;

/** The visible rows, in document order. Linear in the open nodes and their children; nesting depth does not matter. */
export function visibleRows(tree: Tree, open: ReadonlySet<number>): TreeRow[] {
  const rows: TreeRow[] = [];
  const levels: { readonly nodes: readonly number[]; at: number }[] = [{ nodes: [0], at: 0 }];
  while (levels.length > 0) {
    const level = levels.at(-1) as (typeof levels)[number];
    const node = level.nodes[level.at];
    if (node === undefined) {
      levels.pop();
      continue;
    }
    level.at++;
    const isParent = hasChildren(tree, node);
    const isOpen = isParent && open.has(node);
    rows.push({ node, level: levels.length, isParent, isOpen, position: level.at, siblings: level.nodes.length });
    if (isOpen) levels.push({ nodes: childrenOf(tree, node), at: 0 });
  }
  return rows;
}

function childrenOf({ end, listed }: Tree, node: number): number[] {
  const children: number[] = [];
  for (let child = node + 1; child < end[node]; child = end[child]) {
    if (listed[child] === 1) children.push(child);
  }
  return children;
}

function hasChildren({ end, listed }: Tree, node: number): boolean {
  for (let child = node + 1; child < end[node]; child = end[child]) {
    if (listed[child] === 1) return true;
  }
  return false;
}

/** The node itself or its nearest ancestor in the tree. */
export function listedNode({ parent, listed }: Tree, node: number): number {
  let at = node;
  while (at > 0 && listed[at] !== 1) at = parent[at];
  return at;
}

/** The ancestors of a node, the document first. */
export function ancestorsOf({ parent }: Pick<Tree, "parent">, node: number): number[] {
  const up: number[] = [];
  for (let at = parent[node]; at >= 0; at = parent[at]) up.push(at);
  return up.reverse();
}

/** Rows to show when a page is opened, if it has that many. */
const initialRows = 30;

/** What is open at the start: level by level from the top, until there is something to see. */
export function firstOpen(tree: Tree): Set<number> {
  const open = new Set<number>();
  let level = [0];
  let rows = 1;
  while (level.length > 0 && rows < initialRows) {
    const next: number[] = [];
    for (const node of level) {
      const children = childrenOf(tree, node);
      if (children.length === 0) continue;
      if (rows + children.length > 2 * initialRows && open.size > 2) continue;
      open.add(node);
      rows += children.length;
      for (const child of children) next.push(child);
    }
    level = next;
  }
  return open;
}

/** What a key does in a tree, following the ARIA practices. */
export type TreeMove = { readonly select: number } | { readonly open: number } | { readonly close: number } | undefined;

/**
 * Where a key leads from a row.
 *
 * @param page Number of rows visible at once.
 */
export function moveInTree(rows: readonly TreeRow[], at: number, key: string, page: number): TreeMove {
  const row = rows[at];
  if (row === undefined) return rows[0] === undefined ? undefined : { select: rows[0].node };
  const to = (place: number): TreeMove => {
    const target = rows[Math.min(rows.length - 1, Math.max(0, place))];
    return target === undefined ? undefined : { select: target.node };
  };
  switch (key) {
    case "ArrowDown":
      return to(at + 1);
    case "ArrowUp":
      return to(at - 1);
    case "PageDown":
      return to(at + page);
    case "PageUp":
      return to(at - page);
    case "Home":
      return to(0);
    case "End":
      return to(rows.length - 1);
    case "ArrowRight":
      if (!row.isParent) return undefined;
      return row.isOpen ? to(at + 1) : { open: row.node };
    case "ArrowLeft": {
      if (row.isOpen) return { close: row.node };
      let up = at;
      while (up > 0 && rows[up].level >= row.level) up--;
      return to(up);
    }
    default:
      return undefined;
  }
}
