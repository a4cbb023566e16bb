import { type ContentNode, isContainer, Kind } from "./content-tree.ts";

/**
 * Counts the direct paragraphs of each container, as in clean HTML: formulas on their own lines and
 * headings without a section are paragraphs too.
 */
export function countParagraphs(tree: readonly ContentNode[]): void {
  const open: ContentNode[] = [];
  for (let i = 0; i < tree.length; i++) {
    const node = tree[i];
    while (open.length > 0 && open[open.length - 1].end <= i) open.pop();
    if (isContainer(node.kind)) open.push(node);
    else if (open.length > 0 && (node.kind === Kind.Paragraph || node.kind === Kind.MathBlock)) {
      open[open.length - 1].paragraphs++;
    }
  }
}
