import { type ContentNode, Kind, newNode } from "./content-tree.ts";
import { isMelting } from "./format-stack.ts";

/** Joins, in place, formats of one kind that only a line end or what is not written after all keeps apart. */
export function meltFormats(tree: ContentNode[]): void {
  const ends: number[] = [];
  for (let i = 0; i < tree.length; i++) {
    while (ends.length > 0 && ends[ends.length - 1] <= i) ends.pop();
    const node = tree[i];
    if (node.kind === Kind.Text) continue;
    if (isMelting(node.kind)) {
      const limit = ends[ends.length - 1] ?? tree.length;
      let next = afterNothing(tree, node.end, limit);
      while (next < limit && tree[next].kind === node.kind) {
        node.end = tree[next].end;
        tree[next] = newNode(Kind.Text, node.end);
        next = afterNothing(tree, node.end, limit);
      }
    }
    ends.push(node.end);
  }
}

/** The first node from a place on that shows more than a line end. */
function afterNothing(tree: readonly ContentNode[], from: number, limit: number): number {
  let i = from;
  while (i < limit && showsNothing(tree[i])) i++;
  return i;
}

function showsNothing({ kind, text }: ContentNode): boolean {
  return kind === Kind.Anchor || kind === Kind.Break || (kind === Kind.Text && text === "");
}
