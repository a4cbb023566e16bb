import { checkOptions, pickOptions, type Warning } from "../basics/index.ts";
import { type Detection, type ScoredPage, type ScoreOptions, scorePage, smoothPage } from "../detect/index.ts";
import { createTextScan, isShown, type Page, type PageInput, parse, parseTable, scanText } from "../page/index.ts";
import { confidenceIn, confidenceOf } from "./confidence.ts";
import { commentBlocks, decideBlocks, fillGaps } from "./decide-blocks.ts";
import { type Decision, type ExplainedBlock, explainBlocks } from "./explain.ts";
import { type ExtractOptions, extractTable } from "./extract-options.ts";
import { keepBlocks, keepContent } from "./keep-content.ts";
import { keepShown } from "./kept-nodes.ts";
import { type Metadata, readMetadata } from "./metadata/index.ts";
import { type DecidingPreset, presetRules } from "./presets.ts";
import { writeHtml } from "./write-html.ts";
import { writeMarkdown } from "./write-markdown.ts";
import { writeText } from "./write-text.ts";

/** The content of a page and what the page says about itself, each of it made when it is first asked for. */
export interface Extraction extends Metadata {
  readonly version: 1;
  /** The page's address, as given or as the page names it. */
  readonly url: string | null;
  readonly text: string;
  readonly markdown: string;
  readonly html: string;
  /** How likely the content is right, from 0 to 1; null when nothing had to be decided. */
  readonly confidence: number | null;
  /** Readers' comments found on the page, whatever the preset; undefined where there are none. */
  readonly comments?: string | undefined;
  /** Words of the content. */
  readonly words: number;
  readonly warnings: readonly Warning[];
  /** Each block of text, kept or dropped, with the reasons in words. */
  explain(): ExplainedBlock[];
}

/**
 * The content of a page as text, Markdown and clean HTML, with its metadata. Changes nothing it is given.
 *
 * @example
 * const { title, markdown } = extract(html, { url: "https://example.org/story" });
 *
 * @throws DehuskError `bad-option`, `bad-input`, or a `limit-…` code when the page is over a limit.
 */
export function extract(input: PageInput, options: ExtractOptions = {}): Extraction {
  checkOptions(options, extractTable);
  const { preset = extractTable.preset.default } = options;
  const page = parse(input, pickOptions(options, parseTable));
  return extractionOf(page, preset === "everything" ? { kept: keepShown(page) } : decide(page, options, preset));
}

function decide(page: Page, options: ScoreOptions, preset: DecidingPreset): Decision {
  const scored = scorePage(page, options);
  return decideContent(scored, smoothPage(scored), preset);
}

/**
 * Finds what is content on a page that is scored and smoothed.
 *
 * @example
 * const scored = scorePage(page);
 * const { kept } = decideContent(scored, smoothPage(scored, { penaltyFactor: 0.1 }), "balanced");
 */
export function decideContent(scored: ScoredPage, detection: Detection, preset: DecidingPreset): Decision {
  const rule = presetRules[preset];
  if (scored.detector !== "content") {
    const kept = keepContent(detection);
    return { kept, scored, detection, confidence: confidenceIn(detection, kept) };
  }
  const { blocks } = scored;
  const { kept, expected } = decideBlocks(blocks, blocks.words, rule);
  if (rule.beta >= 1) fillGaps(blocks, kept);
  return { kept: keepBlocks(detection, kept), scored, detection, confidence: confidenceOf(expected) };
}

/** The content of a page as it was decided on, and what the page says about itself. */
export function extractionOf(page: Page, decision: Decision): Extraction {
  const { kept } = decision;
  let text: string | undefined;
  let markdown: string | undefined;
  let html: string | undefined;
  let comments: string | undefined;
  let metadata: Metadata | undefined;
  const getMetadata = (): Metadata => {
    metadata ??= readMetadata(page);
    return metadata;
  };
  const getText = (): string => {
    text ??= writeText(page, kept);
    return text;
  };
  return {
    version: 1,
    url: page.url ?? null,
    get title() {
      return getMetadata().title;
    },
    get author() {
      return getMetadata().author;
    },
    get date() {
      return getMetadata().date;
    },
    get modified() {
      return getMetadata().modified;
    },
    get language() {
      return getMetadata().language;
    },
    get siteName() {
      return getMetadata().siteName;
    },
    get description() {
      return getMetadata().description;
    },
    get image() {
      return getMetadata().image;
    },
    get canonical() {
      return getMetadata().canonical;
    },
    get text() {
      return getText();
    },
    get markdown() {
      markdown ??= writeMarkdown(page, kept);
      return markdown;
    },
    get html() {
      html ??= writeHtml(page, kept);
      return html;
    },
    confidence: decision.confidence ?? null,
    get comments() {
      comments ??= commentsOf(decision);
      return comments === "" ? undefined : comments;
    },
    get words() {
      return countWords(getText());
    },
    get warnings() {
      return getText() === "" ? [...page.warnings, emptyWarning(page)] : page.warnings;
    },
    explain: () => explainBlocks(page, decision),
  };
}

function commentsOf({ scored, detection }: Decision): string {
  if (scored?.detector !== "content" || detection === undefined) return "";
  const found = commentBlocks(scored.blocks);
  return found.includes(1) ? writeText(scored.page, keepBlocks(detection, found)) : "";
}

function countWords(text: string): number {
  const scan = createTextScan();
  scanText(text, 0, scan);
  return scan.words;
}

function emptyWarning(page: Page): Warning {
  const hidden = page.strings.some((string, node) => !isShown(page, node) && string.trim() !== "");
  const reason = hidden ? "all of its text is hidden, or made by scripts" : "it has no text";
  return { code: "empty-content", message: `Nothing was extracted from the page: ${reason}.` };
}
