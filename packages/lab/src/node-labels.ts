import { attribute, isElement, type Page } from "dehusk/internal/page";

/** People's label of a piece of text. */
export const Label = { Unknown: -1, Content: 0, Template: 1 } as const;

/** How the node-labelled sets write their labels into the annotated page. */
export type LabelScheme = "boilernet" | "krdwrd" | "l3s";

export interface LabelOptions {
  /**
   * Whether readers' comments are content. Default true: a template is what a site repeats from page to page, and
   * comments belong to one page only. Only the l3s labels distinguish comments.
   */
  readonly commentsAreContent?: boolean | undefined;
}

/** The scheme of an annotated page; undefined if it has no labels. */
export function labelSchemeOf(html: string): LabelScheme | undefined {
  if (html.includes("__boilernet_label=")) return "boilernet";
  if (html.includes("krdwrd-tag-")) return "krdwrd";
  return html.includes("x-nc-sel") ? "l3s" : undefined;
}

/** The label of every node of an annotated page: that of the nearest wrapper around it. */
export function labelsOf(page: Page, scheme: LabelScheme, options: LabelOptions = {}): Int8Array {
  const comments = (options.commentsAreContent ?? true) ? Label.Content : Label.Template;
  const labels = new Int8Array(page.size);
  // Assessors of l3s marked what they recognized; what they left alone is not content.
  labels[0] = scheme === "l3s" ? Label.Template : Label.Unknown;
  for (let i = 1; i < page.size; i++) {
    const own = isElement(page, i) ? labelOf(page, i, scheme, comments) : undefined;
    labels[i] = own ?? labels[page.parent[i]];
  }
  return labels;
}

function labelOf(page: Page, node: number, scheme: LabelScheme, comments: number): number | undefined {
  if (scheme === "boilernet") {
    const label = attribute(page, node, "__boilernet_label");
    if (label === undefined) return undefined;
    return label === "1" ? Label.Content : label === "0" ? Label.Template : Label.Unknown;
  }
  const classes = attribute(page, node, "class");
  if (classes === undefined) return undefined;
  if (scheme === "krdwrd") {
    const tag = /\bkrdwrd-tag-(\d)/.exec(classes)?.[1];
    if (tag === undefined) return undefined;
    return tag === "3" ? Label.Content : tag === "1" ? Label.Template : Label.Unknown;
  }
  const kind = /\bx-nc-sel(\d)/.exec(classes)?.[1];
  if (kind === undefined) return undefined;
  if (kind === "5") return comments;
  return kind === "1" || kind === "2" || kind === "3" ? Label.Content : Label.Template;
}
