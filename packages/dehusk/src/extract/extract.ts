import { checkOptions, DehuskError, ownText, pickOptions, type Warning, withGetters } from "../basics/index.ts";
import { type Detection, type ScoredPage, type ScoreOptions, scorePage, smoothPage } from "../detect/index.ts";
import {
  attribute,
  createTextScan,
  isShown,
  type Page,
  type PageInput,
  parse,
  parseTable,
  scanText,
  tagNumber,
} from "../page/index.ts";
import { confidenceOf } from "./confidence.ts";
import type { ContentTree } from "./content/content-tree.ts";
import { gatherContent } from "./content/gather-content.ts";
import { tidyKept } from "./content/tidy-kept.ts";
import { decideBlocks } from "./decide/decide-blocks.ts";
import { findHeadline, TitlePart } from "./decide/find-headline.ts";
import { type JudgedText, judgedContent, judgedText } from "./decide/judged-text.ts";
import { keepNodes } from "./decide/keep-nodes.ts";
import { isShortPage } from "./decide/lift-short.ts";
import { type Decision, type ExplainedBlock, explainBlocks, type Written } from "./explain.ts";
import { type ExtractOptions, extractTable } from "./extract-options.ts";
import { frontMatter } from "./front-matter.ts";
import { keepShown } from "./kept-nodes.ts";
import { languageOf } from "./language/detect-language.ts";
import { type Described, type Metadata, readDescribed } from "./metadata/index.ts";
import { type DecidingPreset, presetRules } from "./presets.ts";
import { type Selection, selectNodes, withSelected } from "./select/select-nodes.ts";
import { leaveOutTables } from "./shape/leave-out-tables.ts";
import { shapeContent } from "./shape/shape-content.ts";
import type { ShapeOptions } from "./shape/shape-options.ts";
import { htmlOf } from "./write-html.ts";
import { type MarkdownOutline, outlineMarkdown } from "./write-markdown.ts";
import { writeText } from "./write-text.ts";

const SCRIPT = tagNumber("script");

/** The content and metadata of a page, each computed on first use. */
export interface Extraction extends Metadata {
  readonly version: 1;
  /** The page's URL, as given or as declared by the page. */
  readonly url: string | null;
  readonly text: string;
  readonly markdown: string;
  readonly html: string;
  /** The expected quality of the content, from 0 to 1; null if nothing had to be decided. */
  readonly confidence: number | null;
  /** Readers' comments found on the page, under every preset; undefined if there are none. */
  readonly comments?: string | undefined;
  /** Words of the content. */
  readonly words: number;
  readonly warnings: readonly Warning[];
  /** Each block of text, kept or dropped, with the reasons in words. */
  explain(): ExplainedBlock[];
  /** Everything but the reasons, as plain data: what `JSON.stringify` writes and `console.log` shows. */
  toJSON(): Omit<Extraction, "explain" | "toJSON">;
}

/**
 * The content of a page as text, Markdown and clean HTML, with its metadata. Changes nothing it is given.
 *
 * @example
 * const { title, markdown } = extract(html, { url: "https://example.org/story" });
 *
 * @throws DehuskError `bad-option`, `bad-input`, `not-html`, or a `limit-…` code if the page is over a limit.
 */
export function extract(input: PageInput, options: ExtractOptions = {}): Extraction {
  checkOptions(options, extractTable);
  const { preset = extractTable.preset.default } = options;
  const page = parse(input, pickOptions(options, parseTable));
  const isFrames = page.warnings.some(({ code }) => code === "frames");
  const selection = selectNodes(page, isFrames ? { include: "body" } : options);
  const decision = isPlaceholder(page)
    ? { kept: new Uint8Array(page.size) }
    : preset === "everything"
      ? { kept: withSelected(page, keepShown(page), selection), selection }
      : decide(page, options, preset, selection);
  return extractionOf(page, decision, options);
}

function decide(page: Page, options: ScoreOptions, preset: DecidingPreset, selection: Selection | undefined): Decision {
  const scored = scorePage(page, options);
  return decideContent(scored, smoothPage(scored), preset, selection);
}

/**
 * Finds the content of a page that is scored and smoothed.
 *
 * @example
 * const scored = scorePage(page);
 * const { kept } = decideContent(scored, smoothPage(scored, { penaltyFactor: 0.1 }), "balanced");
 */
export function decideContent(
  scored: ScoredPage,
  detection: Detection,
  preset: DecidingPreset,
  selection?: Selection,
): Decision {
  const { page } = scored;
  // What the site has elsewhere is no fragment on its own.
  const isAlone = scored.detector === "content" && !scored.blocks.onSite.includes(1);
  const text = { ...judgedText(scored, detection), isShort: isAlone && isShortPage(page) };
  const blocks = decideBlocks(withoutExcluded(text, selection), presetRules[preset]);
  const kept = withSelected(page, keepNodes(page, blocks.kept, detection.templateness), selection);
  return { kept, blocks, selection, scored, detection, confidence: confidenceOf(blocks.expected) };
}

/** The rest is chosen as if excluded text were certainly not content: a copy of it elsewhere may then stay. */
function withoutExcluded(text: JudgedText, selection: Selection | undefined): JudgedText {
  if (selection === undefined) return text;
  const { first, last } = text.page.blocks;
  const isExcluded = (block: number) => selection.by[first[block]] < 0 && selection.by[last[block]] < 0;
  return { ...text, chance: text.chance.map((own, block) => (isExcluded(block) ? 0 : own)) };
}

/** Options of the writers. */
type WriteOptions = Pick<ExtractOptions, "headline" | "spans" | "frontmatter" | keyof ShapeOptions>;

/** The content of a page for the writers, computed on first use. */
export interface ContentParts {
  readonly page: Page;
  readonly tree: ContentTree;
  /** The Markdown with the positions of its blocks, without front matter. */
  readonly outline: MarkdownOutline;
  /** Characters of the front matter before the Markdown. */
  readonly matter: number;
}

/**
 * Where a result keeps its parts: not enumerable, so that copies have none. In a map of results, even a weak one, V8 would
 * take each page for used until the next full collection.
 */
const contentParts = Symbol("dehusk.content");

/**
 * The input of other writers.
 *
 * @throws DehuskError `bad-input` for anything but a result of `extract`.
 */
export function contentPartsOf(result: Extraction): ContentParts {
  const parts = (result as { [contentParts]?: ContentParts })[contentParts];
  if (parts !== undefined) return parts;
  throw new DehuskError("bad-input", "Expected a result of extract, not a copy of it or its JSON.");
}

/** The content of a page as decided, and its metadata. */
export function extractionOf(page: Page, decided: Decision, options: WriteOptions = {}): Extraction {
  const { headline: hasHeadline = extractTable.headline.default, spans, frontmatter = false, tables = true } = options;
  const decision = tables ? decided : { ...decided, kept: leaveOutTables(page, decided.kept) };
  let text: string | undefined;
  let tree: ContentTree | undefined;
  let outline: MarkdownOutline | undefined;
  let matter: string | undefined;
  let html: string | undefined;
  let comments: string | undefined;
  let language: string | null | undefined;
  let described: Described | undefined;
  let body: Body | undefined;
  const getDescribed = (): Described => {
    described ??= readDescribed(page);
    return described;
  };
  const getMetadata = (): Metadata => getDescribed().metadata;
  const getBody = (): Body => {
    body ??=
      decision.blocks === undefined
        ? { headline: "", kept: decision.kept }
        : bodyOf(page, decision, decision.blocks.element, getDescribed(), hasHeadline);
    return body;
  };
  const getText = (): string => {
    text ??= ownText(writeText(page, getBody().kept, getBody().headline));
    return text;
  };
  const getTree = (): ContentTree => {
    tree ??= shapeContent(gatherContent(page, getBody().kept, getBody().headline), options);
    return tree;
  };
  const getOutline = (): MarkdownOutline => {
    outline ??= outlineMarkdown(page, getTree(), spans);
    return outline;
  };
  const getMatter = (): string => {
    matter ??= frontmatter ? frontMatter(result) : "";
    return matter;
  };
  const result = withPlainData(
    withGetters(
      {
        version: 1,
        url: page.url ?? null,
        explain: () =>
          explainBlocks(page, decided, (block) => {
            const node = page.blocks.first[block];
            const isTable = decided.kept[node] === 1 && decision.kept[node] === 0;
            return isTable ? inLeftTable : writtenOf(page, decision, getBody(), block);
          }),
      },
      {
        title: () => getMetadata().title,
        author: () => getMetadata().author,
        authors: () => getMetadata().authors,
        date: () => getMetadata().date,
        modified: () => getMetadata().modified,
        language: () => {
          language ??= languageOf(getText(), getMetadata().declaredLanguage) ?? getMetadata().language;
          return language;
        },
        declaredLanguage: () => getMetadata().declaredLanguage,
        siteName: () => getMetadata().siteName,
        description: () => getMetadata().description,
        image: () => getMetadata().image,
        canonical: () => getMetadata().canonical,
        breadcrumbs: () => getMetadata().breadcrumbs,
        isAccessibleForFree: () => getMetadata().isAccessibleForFree,
        text: getText,
        markdown: () => getMatter() + getOutline().markdown,
        html: () => {
          html ??= htmlOf(page, getTree());
          return html;
        },
        confidence: () => decision.confidence ?? null,
        comments: () => {
          comments ??= commentsOf(decision);
          return comments === "" ? undefined : comments;
        },
        words: () => countWords(getText()),
        warnings: () => (getText() === "" ? [...page.warnings, emptyWarning(page)] : page.warnings),
      },
    ),
  );
  const parts = withGetters({ page }, { tree: getTree, outline: getOutline, matter: () => getMatter().length });
  return Object.defineProperty(result, contentParts, { value: parts });
}

/** Node's hook for `console.log`: shows values instead of the getters that compute them. */
const inspected = Symbol.for("nodejs.util.inspect.custom");

/** Adds `toJSON`, which copies made by `{ ...result }` do not have. */
function withPlainData(result: Omit<Extraction, "toJSON">): Extraction {
  const plain = (): Omit<Extraction, "explain" | "toJSON"> => {
    const { explain: _, ...data } = result;
    for (const name of Object.keys(data) as (keyof typeof data)[]) if (data[name] === undefined) delete data[name];
    return data;
  };
  return Object.defineProperties(result, { toJSON: { value: plain }, [inspected]: { value: plain } }) as Extraction;
}

const inLeftTable: Written = { kept: false, rule: "option", reason: "it is in a table, which an option leaves out" };

/** The written parts: the headline, "" for none, and the kept nodes below it. */
interface Body {
  readonly headline: string;
  readonly kept: Uint8Array;
  /** A `TitlePart` for each node. */
  readonly title?: Uint8Array;
}

/** The title occurs once, at the top, or nowhere. If there is nothing else, it is the content. */
function bodyOf(
  page: Page,
  decision: Decision,
  element: Int32Array,
  { title, siteName = "" }: Described,
  hasHeadline: boolean,
): Body {
  const { kept, selection } = decision;
  if (title !== null) {
    const nodes = findHeadline(page, kept, element, title, siteName);
    const body = withoutTitle(kept.slice(), nodes);
    if (hasText(page, body, 0, page.size))
      return { headline: hasHeadline ? title.text : "", kept: withoutTitle(tidied(body), nodes), title: nodes };
  }
  return { headline: "", kept: tidied(kept) };

  /** Tidied, except for elements that a selector matches directly. */
  function tidied(own: Uint8Array): Uint8Array {
    const tidy = tidyKept(page, own);
    if (selection !== undefined) keepNamed(page, own, tidy, selection);
    return tidy;
  }
}

/** Drops, in place, the title and the path to the page. */
function withoutTitle(kept: Uint8Array, titleParts: Uint8Array): Uint8Array {
  for (let i = 0; i < kept.length; i++) if (titleParts[i] !== TitlePart.None) kept[i] = 0;
  return kept;
}

function hasText(page: Page, kept: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (kept[i] === 1 && visible.test(page.strings[i])) return true;
  return false;
}

const visible = /\S/;

/** Restores, in place, selected elements of which nothing was left. */
function keepNamed(page: Page, own: Uint8Array, tidy: Uint8Array, { by }: Selection): void {
  for (let node = 1; node < page.size; node++) {
    if (by[node] <= 0 || by[page.parent[node]] === by[node]) continue;
    const end = page.end[node];
    if (!hasText(page, tidy, node, end)) for (let i = node; i < end; i++) if (by[i] > 0) tidy[i] = own[i];
  }
}

/** Where writing differs from the decision: the title moves to the top, labels of the interface are dropped. */
function writtenOf(page: Page, decision: Decision, body: Body, block: number): Written | undefined {
  const node = page.blocks.first[block];
  const part = body.title?.[node];
  if (part === TitlePart.Path) return { kept: false, rule: "title", reason: "it shows where on its site the page is" };
  if (part === TitlePart.Title) {
    const isShown = body.headline !== "";
    return {
      kept: isShown,
      rule: "title",
      reason: `it is the title, which ${isShown ? "is at the top" : "is left out"}`,
    };
  }
  const { selection } = decision;
  if (selection !== undefined && selection.by[node] !== 0) {
    const reason = `it matches the selector ${selection.selectorOf(node)}`;
    return { kept: selection.by[node] > 0, rule: "selector", reason };
  }
  if (decision.kept[node] === body.kept[node]) return undefined;
  const isRepeated = block > 0 && blockText(page, block) === blockText(page, block - 1);
  return isRepeated
    ? { kept: true, rule: "repeat", reason: "its text comes right before it and is written once" }
    : { kept: false, rule: "label", reason: "it is a label or symbol that is not written" };
}

function blockText(page: Page, block: number): string {
  const { first, last } = page.blocks;
  return page.text.slice(page.textFrom[first[block]], page.textTo[last[block] + 1]).trim();
}

function commentsOf({ scored, detection }: Decision): string {
  if (scored?.detector !== "content" || detection === undefined) return "";
  const found = judgedContent(scored).isComment;
  return found.includes(1)
    ? ownText(writeText(scored.page, keepNodes(scored.page, found, detection.templateness)))
    : "";
}

function countWords(text: string): number {
  const scan = createTextScan();
  scanText(text, 0, scan);
  return scan.words;
}

/** A script-built page with no more words asks to wait, or to turn scripts on. */
const placeholderWords = 15;

/** Whether a page shows only a substitute for what its scripts build. */
function isPlaceholder(page: Page): boolean {
  const { sums, size } = page;
  const words = sums.words[size];
  if (words === 0 || words > placeholderWords || sums.links[size] + sums.images[size] > 0) return false;
  // Scripts find the element to fill by its id, or it is a custom element.
  let root = sums.words.findIndex((count) => count > 0) - 1;
  while (root > 0 && attribute(page, root, "id") === undefined && !page.tagNames[page.tag[root]].includes("-"))
    root = page.parent[root];
  if (root <= 0) return false;
  return page.tag.some((tag, node) => tag === SCRIPT && attribute(page, node, "src") !== undefined);
}

function emptyWarning(page: Page): Warning {
  const { words } = page.sums;
  const hasText = words[page.size] > 0 || page.strings.some((text, i) => !isShown(page, i) && text.trim() !== "");
  const reason = hasText ? "all of its text is hidden, or made by scripts" : "it has no text";
  return { code: "empty-content", message: `Nothing was extracted from the page: ${reason}.` };
}
