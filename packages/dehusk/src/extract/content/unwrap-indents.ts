import { type ContentNode, Kind } from "./content-tree.ts";

/**
 * The tree without lists of definitions that hold no term, because the page has none or it is not kept: read again, such
 * a list only sets in what it holds. What it holds stays.
 */
export function unwrapIndents(tree: ContentNode[]): ContentNode[] {
  const dropped = new Uint8Array(tree.length);
  let any = false;
  for (let i = 0; i < tree.length; i++) {
    if (tree[i].kind !== Kind.DefinitionList || hasTerm(tree, i)) continue;
    any = true;
    dropped[i] = 1;
    for (let child = i + 1; child < tree[i].end; child = tree[child].end) {
      if (tree[child].kind === Kind.Description) dropped[child] = 1;
    }
  }
  return any ? without(tree, dropped) : tree;
}

function hasTerm(tree: readonly ContentNode[], list: number): boolean {
  for (let i = list + 1; i < tree[list].end; i++) if (tree[i].kind === Kind.Term) return true;
  return false;
}

function without(tree: readonly ContentNode[], dropped: Uint8Array): ContentNode[] {
  const places = new Int32Array(tree.length + 1);
  const out: ContentNode[] = [];
  for (let i = 0; i < tree.length; i++) {
    places[i] = out.length;
    if (dropped[i] === 0) out.push(tree[i]);
  }
  places[tree.length] = out.length;
  for (const node of out) node.end = places[node.end];
  return out;
}
