import { type ContentTree, contentAttribute, Kind } from "./content-tree.ts";

/** The text of nodes in one line, without signs and marks of notes. */
export function plainText(tree: ContentTree, from: number, to: number): string {
  let text = "";
  for (let i = from; i < to; i++) {
    const node = tree[i];
    switch (node.kind) {
      case Kind.Text:
      case Kind.CodeBlock:
        text += node.text;
        break;
      case Kind.Math:
      case Kind.MathBlock:
        text += node.text === "" ? node.label : node.text;
        break;
      case Kind.Video:
      case Kind.Audio:
        text += ` ${contentAttribute(node, "title") ?? ""} `;
        break;
      case Kind.Link:
        if (node.label !== "") i = node.end - 1;
        break;
      default:
        if (node.kind <= Kind.MathBlock || node.kind === Kind.Break) text += " ";
    }
  }
  return text.replace(/\s+/g, " ").trim();
}
