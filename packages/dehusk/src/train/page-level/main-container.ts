import { Gap, type Page } from "../../page/index.ts";

/** The innermost element around the page's running text. */
export interface MainContainer {
  readonly node: number;
  /** For each node, the levels up to the first ancestor (or itself) that contains the container or lies in it. */
  readonly distance: Uint16Array;
}

/**
 * Finds the main container as Readability does: each block of prose adds its length to its parent and half of it to the
 * grandparent; the highest total wins.
 *
 * @param prose Running sum of characters of prose.
 */
export function findMainContainer(page: Page, prose: Int32Array): MainContainer {
  const gained = new Float64Array(page.size);
  const { count, first, last } = page.blocks;
  for (let b = 0; b < count; b++) {
    const from = first[b];
    const own = prose[last[b] + 1] - prose[from];
    if (own === 0) continue;
    // Start with the parent: the block's own element says nothing about its container.
    const holder = page.parent[blockAround(page, from)];
    if (holder < 0) continue;
    gained[holder] = gained[holder] + own;
    const next = page.parent[holder];
    if (next >= 0) gained[next] = gained[next] + own / 2;
  }
  let node = 0;
  for (let i = 1; i < page.size; i++) if (gained[i] > gained[node]) node = i;
  return { node, distance: distances(page, node) };
}

function blockAround(page: Page, text: number): number {
  let node = page.parent[text];
  while (page.parent[node] > 0 && page.gap[node] < Gap.Tab) node = page.parent[node];
  return node;
}

function distances(page: Page, container: number): Uint16Array {
  const distance = new Uint16Array(page.size);
  const end = page.end[container];
  for (let i = 1; i < page.size; i++) {
    const holds = i <= container && page.end[i] >= end;
    const within = i >= container && i < end;
    distance[i] = holds || within ? 0 : Math.min(65535, distance[page.parent[i]] + 1);
  }
  return distance;
}
