import { type ContentParts, type HeadingAbove, headingPaths, Kind } from "../extract/index.ts";

/** What a block of Markdown is, as far as cutting it goes. */
export type LeafKind = "heading" | "text" | "table" | "code" | "formula";

/** A block of Markdown: what is cut only where it does not fit. */
export interface Leaf {
  readonly kind: LeafKind;
  /** Its node in the content tree. */
  readonly node: number;
  /** `[from, to)` in the Markdown. */
  readonly from: number;
  readonly to: number;
  /** The headings above it, itself included if it is one. */
  readonly headings: readonly HeadingAbove[];
}

/** The blocks of a page's Markdown, in order. */
export function markdownLeaves({ tree, outline }: ContentParts): Leaf[] {
  const headings = headingPaths(tree);
  return outline.blocks.map(({ node, from, to }) => ({
    kind: kindOf(tree[node].kind, outline.markdown.slice(from, from + 200)),
    node,
    from,
    to,
    headings: headings[node] ?? [],
  }));
}

function kindOf(kind: Kind, start: string): LeafKind {
  switch (kind) {
    case Kind.Heading:
      return "heading";
    case Kind.Table:
      // The caption is a line of text; a table kept as HTML has no lines to repeat.
      return /^[\s>*+.\d()-]*\|/.test(start) ? "table" : "text";
    case Kind.CodeBlock:
      return "code";
    case Kind.MathBlock:
      return "formula";
    default:
      return "text";
  }
}
