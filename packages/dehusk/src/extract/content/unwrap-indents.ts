import { type ContentNode, Kind } from "./content-tree.ts";

/**
 * The tree without definition lists that have no term, because the page has none or it is not kept: when read again, such
 * a list only indents its content, which stays.
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

/**
 * The tree without quotations that hold one block of code and nothing else: they only set it in. One with a place of its
 * own that a link leads to stays.
 */
export function unwrapCode(tree: ContentNode[]): ContentNode[] {
  const dropped = new Uint8Array(tree.length);
  let any = false;
  let only = 0;
  for (let i = tree.length - 1; i >= 0; i--) {
    const { kind, label, attributes, end } = tree[i];
    if (kind !== Kind.Quote || label !== "" || attributes.length > 0) continue;
    if (dropped[i + 1] !== 1) only = i + 1;
    if (tree[only]?.kind !== Kind.CodeBlock || tree[only].end !== end) continue;
    any = true;
    dropped[i] = 1;
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
