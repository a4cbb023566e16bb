import { type ContentTree, headingLevel, Kind } from "./content-tree.ts";
import { plainText } from "./plain-text.ts";

/** A heading above a position in a content tree. */
export interface HeadingAbove {
  /** Its node. */
  readonly node: number;
  readonly text: string;
}

/** For each node, the headings above it, outermost first; a heading is above itself. Nodes of a section share a list. */
export function headingPaths(tree: ContentTree): (readonly HeadingAbove[])[] {
  let above: readonly HeadingAbove[] = [];
  return tree.map((node, at) => {
    const text = node.kind === Kind.Heading ? plainText(tree, at + 1, node.end) : "";
    if (text !== "") {
      const level = headingLevel(node);
      above = [...above.filter((outer) => headingLevel(tree[outer.node]) < level), { node: at, text }];
    }
    return above;
  });
}
