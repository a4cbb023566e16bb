import { type ContentNode, isContainer, Kind } from "./content-tree.ts";
import { isSectionBreak } from "./lone-signs.ts";

/**
 * A heading with nothing below it, up to the next of its level or above, becomes a paragraph. The first
 * node stays, as it is the page's headline.
 */
export function levelHeadings(nodes: ContentNode[]): void {
  let bare = -1;
  for (let i = 0; i < nodes.length; ) {
    const { kind, number, end } = nodes[i];
    if ((isContainer(kind) && kind !== Kind.Table) || kind === Kind.Rule) {
      i++;
      continue;
    }
    if (bare >= 0 && kind === Kind.Heading && number <= nodes[bare].number) makeParagraph(nodes, bare);
    bare = kind === Kind.Heading ? i : -1;
    i = end;
  }
  if (bare > 0) makeParagraph(nodes, bare);
}

function makeParagraph(nodes: ContentNode[], heading: number): void {
  for (let i = heading + 1; i < nodes[heading].end; i++) {
    const { kind, text } = nodes[i];
    // In a paragraph, it would be on a line of its own, or a rule.
    if (kind === Kind.Math ? text.startsWith("\\begin{") : kind === Kind.Text && isSectionBreak(text)) return;
  }
  nodes[heading] = { ...nodes[heading], kind: Kind.Paragraph, number: 1 };
}
