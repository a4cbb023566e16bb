import { type ContentNode, contentAttribute, isContainer, isHolder, Kind } from "./content-tree.ts";

/** Nodes of a caption that are looked at. */
const mostNodes = 12;

/** Empties the alternative text of pictures whose caption says the same: readers would have it twice in a row. */
export function dropRepeatedAlt(tree: readonly ContentNode[]): void {
  let holder = 0;
  for (let i = 0; i < tree.length; i++) {
    const node = tree[i];
    if (isHolder(node.kind)) holder = i;
    if (node.kind !== Kind.Image) continue;
    const alt = contentAttribute(node, "alt") ?? "";
    if (alt === "") continue;
    let next = tree[holder].end;
    while (next < tree.length && isContainer(tree[next].kind)) next++;
    if (next < tree.length && isHolder(tree[next].kind) && textOf(tree, next) === alt) {
      node.attributes = node.attributes.map((entry) => (entry.name === "alt" ? { name: "alt", value: "" } : entry));
    }
  }
}

function textOf(tree: readonly ContentNode[], holder: number): string | undefined {
  const { end } = tree[holder];
  if (end - holder > mostNodes) return undefined;
  let text = "";
  for (let i = holder + 1; i < end; i++) if (tree[i].kind === Kind.Text) text += tree[i].text;
  return text.trim();
}
