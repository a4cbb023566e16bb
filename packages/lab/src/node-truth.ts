import { isShown, Mark, type Page, parse, splitWords, sumOf } from "dehusk/internal/page";
import { alignTokens } from "./align-tokens.ts";
import { Label, type LabelOptions, type LabelScheme, labelSchemeOf, labelsOf } from "./node-labels.ts";
import { type SolidText, solidText, solidTokens } from "./solid-text.ts";

/** A page as people labelled it: the raw page, and the same page with labels around its texts. */
export interface LabelledRecord {
  readonly id?: string | undefined;
  readonly url?: string | null | undefined;
  readonly html: string;
  readonly expectedHtml: string;
}

export interface NodeTruthOptions extends LabelOptions {
  /** How the labels are written. Default: detected from the annotated page. */
  readonly scheme?: LabelScheme | undefined;
}

/**
 * The true labels of the nodes of a page. The arrays named `known…` and `template…` are running sums as in `page.sums`:
 * entry i counts everything before node i, so `sumOf(page, truth.templateWords, node)` is a subtree's count.
 */
export interface NodeTruth {
  readonly page: Page;
  /** For shown text nodes: 1 template, 0 content (by most of their characters), -1 unknown; -1 for other nodes. */
  readonly template: Int8Array;
  /** Non-blank characters with a label, and those of them in templates. */
  readonly knownCharacters: Int32Array;
  readonly templateCharacters: Int32Array;
  /** Words with a label, and those of them in templates. */
  readonly knownWords: Int32Array;
  readonly templateWords: Int32Array;
  readonly knownAnchorWords: Int32Array;
  readonly templateAnchorWords: Int32Array;
  /** For links (`a` with `href`) that are shown: 1 template, 0 content, -1 unknown; -1 for other nodes. */
  readonly linkTemplate: Int8Array;
  /** Share of the shown characters found in the annotated page, whatever their label. */
  readonly aligned: number;
}

/**
 * The labels of an annotated page, transferred to the raw page that detection sees. If both show the same characters
 * (ignoring white space), labels transfer one by one; otherwise by a diff of their tokens, and unmatched text is
 * unknown.
 *
 * @example
 * const truth = nodeTruth(record); // a line of krdwrd-canola, l3s-gn1 or google-trends-2017
 * const share = sumOf(truth.page, truth.templateWords, node) / sumOf(truth.page, truth.knownWords, node);
 */
export function nodeTruth(record: LabelledRecord, options: NodeTruthOptions = {}): NodeTruth {
  const page = parse(record.html, { url: record.url });
  const raw = solidText(page);
  const { labels, aligned } = characterLabels(page, raw, record.expectedHtml, options);
  return { page, ...countLabels(page, raw, labels), aligned };
}

/** The label of each character of the raw page's solid text. */
function characterLabels(page: Page, raw: SolidText, annotatedHtml: string, options: NodeTruthOptions) {
  const scheme = options.scheme ?? labelSchemeOf(annotatedHtml);
  const labels = new Int8Array(raw.text.length).fill(Label.Unknown);
  if (scheme === undefined) return { labels, aligned: raw.text === "" ? 1 : 0 };
  const annotated = parse(annotatedHtml, {});
  const nodeLabels = labelsOf(annotated, scheme, options);
  const shown = solidText(annotated);
  if (shown.text === raw.text) {
    labels.set(spread(shown, nodeLabels));
    return { labels, aligned: 1 };
  }
  // Visibility differs between the two more often than text, so all text is searched for matches.
  const all = solidText(annotated, (node) => (annotated.marks[node] & Mark.Unseen) === 0);
  const annotatedLabels = spread(all, nodeLabels);
  const from = solidTokens(page, raw);
  const to = solidTokens(annotated, all);
  const match = alignTokens(from.tokens, to.tokens);
  let found = 0;
  for (const [i, token] of from.tokens.entries()) {
    const j = match[i];
    if (j < 0) continue;
    const start = to.start[j];
    labels.set(annotatedLabels.subarray(start, start + token.length), from.start[i]);
    found += token.length;
  }
  return { labels, aligned: found / Math.max(1, raw.text.length) };
}

/** The labels of nodes, given to each character of their text. */
function spread(solid: SolidText, nodeLabels: Int8Array): Int8Array {
  const labels = new Int8Array(solid.text.length);
  for (const [k, node] of solid.nodes.entries()) {
    labels.fill(nodeLabels[node], solid.start[k], solid.start[k + 1]);
  }
  return labels;
}

function countLabels(page: Page, raw: SolidText, labels: Int8Array): Omit<NodeTruth, "page" | "aligned"> {
  const sums = () => new Int32Array(page.size + 1);
  const counts = {
    template: new Int8Array(page.size).fill(Label.Unknown),
    knownCharacters: sums(),
    templateCharacters: sums(),
    knownWords: sums(),
    templateWords: sums(),
    knownAnchorWords: sums(),
    templateAnchorWords: sums(),
  };
  for (const [k, node] of raw.nodes.entries()) {
    const own = labels.subarray(raw.start[k], raw.start[k + 1]);
    let known = 0;
    let template = 0;
    for (const label of own) {
      if (label !== Label.Unknown) known++;
      if (label === Label.Template) template++;
    }
    counts.knownCharacters[node + 1] = known;
    counts.templateCharacters[node + 1] = template;
    if (known > 0) counts.template[node] = 2 * template >= known ? Label.Template : Label.Content;
    const words = wordCounts(page, node, own, known, template);
    counts.knownWords[node + 1] = words.known;
    counts.templateWords[node + 1] = words.template;
    if ((page.marks[node] & Mark.InLink) === 0) continue;
    counts.knownAnchorWords[node + 1] = words.known;
    counts.templateAnchorWords[node + 1] = words.template;
  }
  const { template, ...running } = counts;
  for (const sum of Object.values(running)) {
    for (let i = 0; i < page.size; i++) sum[i + 1] = sum[i + 1] + sum[i];
  }
  return { template, ...running, linkTemplate: linkLabels(page, running) };
}

/** Labelled words of a text node, and those in templates; the page's own counts if all have the same label. */
function wordCounts(page: Page, node: number, own: Int8Array, known: number, template: number) {
  const all = sumOf(page, page.sums.words, node);
  if (known === own.length && (template === 0 || template === known)) {
    return { known: all, template: template === 0 ? 0 : all };
  }
  const counts = { known: 0, template: 0 };
  let at = 0;
  for (const token of page.strings[node].match(/\S+/g) ?? []) {
    const words = splitWords(token).length;
    if (own[at] !== Label.Unknown) counts.known += words;
    if (own[at] === Label.Template) counts.template += words;
    at += token.length;
  }
  return counts;
}

/**
 * A link has the label of most of its labelled characters. A link without text (an image) has that of the nearest
 * ancestor with labelled text, if all of that text is of one kind.
 */
function linkLabels(page: Page, counts: Pick<NodeTruth, "knownCharacters" | "templateCharacters">): Int8Array {
  const labels = new Int8Array(page.size).fill(Label.Unknown);
  for (let i = 0; i < page.size; i++) {
    // Each link is counted at its own node.
    if (!isShown(page, i) || page.sums.links[i + 1] === page.sums.links[i]) continue;
    let known = sumOf(page, counts.knownCharacters, i);
    let template = sumOf(page, counts.templateCharacters, i);
    if (known === 0 && sumOf(page, page.sums.characters, i) > 0) continue;
    if (known > 0) labels[i] = 2 * template >= known ? Label.Template : Label.Content;
    for (let up = page.parent[i]; known === 0 && up >= 0; up = page.parent[up]) {
      known = sumOf(page, counts.knownCharacters, up);
      template = sumOf(page, counts.templateCharacters, up);
      if (known > 0 && template === known) labels[i] = Label.Template;
      else if (known > 0 && template === 0) labels[i] = Label.Content;
    }
  }
  return labels;
}
