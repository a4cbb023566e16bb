import { contentPartsOf, type Extraction, headingLevel } from "../extract/index.ts";
import { xpathsOf } from "../page/index.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import { type Leaf, markdownLeaves } from "./markdown-leaves.ts";

/** A section of the content: a heading and the text below it, or the text before the first heading. */
export interface ContentSection {
  /** The headings above it and its own, outermost first. */
  readonly headings: readonly string[];
  /** Level of its heading, from 1 to 6; 0 without one. */
  readonly level: number;
  /** Its range in the Markdown, including nested sections: `[from, to)` in characters. */
  readonly from: number;
  readonly to: number;
  /** An estimate, with the sections in it. */
  readonly tokens: number;
  /** XPath of the page's node at which it begins; null for the title at the top. */
  readonly path: string | null;
}

/** The level of the deepest headings. */
const deepest = 6;

/**
 * The sections of the content, in order, for a table of contents.
 *
 * @example
 * for (const { level, headings } of listSections(extract(html))) console.log("  ".repeat(level) + headings.at(-1));
 */
export function listSections(result: Extraction): ContentSection[] {
  const parts = contentPartsOf(result);
  const { page, tree, outline, matter } = parts;
  const leaves = markdownLeaves(parts);
  const starts = leaves.filter((leaf, i) => i === 0 || leaf.kind === "heading");
  const paths = xpathsOf(
    page,
    starts.map(({ node }) => tree[node].source),
  );
  return starts.map((leaf, i) => {
    const level = levelOf(leaf);
    let next = i + 1;
    while (next < starts.length && levelOf(starts[next]) > (level || deepest)) next++;
    const to = starts[next]?.from ?? outline.markdown.length;
    const { source } = tree[leaf.node];
    return {
      headings: leaf.headings.map(({ text }) => text),
      level,
      from: matter + leaf.from,
      to: matter + to,
      tokens: estimateTokens(outline.markdown.slice(leaf.from, to)),
      path: source < 0 ? null : paths[source],
    };
  });

  function levelOf({ kind, node }: Leaf): number {
    return kind === "heading" ? headingLevel(tree[node]) : 0;
  }
}
