import { checkOptions, checkValues, cutText, DehuskError, type Warning, wellFormed } from "../basics/index.ts";
import { buildPage } from "./build-page.ts";
import { type Decoded, decode } from "./decode.ts";
import { checkBytes, type Deadline, type Limits, resolveLimits, startDeadline } from "./limits.ts";
import { resolveUrl } from "./links.ts";
import type { LiveDocument } from "./live-document.ts";
import { mendHtml } from "./mend-html.ts";
import { findTag, hiddenMarks, Mark, type Page } from "./page.ts";
import { parseHtml } from "./parse-html.ts";
import { type ParseOptions, parseTable } from "./parse-options.ts";
import { documentAddress, readDocument } from "./read-document.ts";
import { refuseStrangers } from "./refuse-strangers.ts";
import { showAmpPictures } from "./show-amp-pictures.ts";
import { showShadowRoots } from "./show-shadow-roots.ts";
import { TEXT, tagNumber } from "./tags.ts";

const NOSCRIPT = tagNumber("noscript");

/** Anything a page can be built from. */
export type PageInput = string | Uint8Array | ArrayBuffer | LiveDocument | Page;

/**
 * Builds a page from HTML, bytes or a live document, which is not changed. A page is returned as is.
 *
 * @example
 * const page = parse("<p>Hello <b>world</b>", { url: "https://example.org/" });
 * page.text; // "Hello world"
 *
 * @throws DehuskError `bad-option`, `bad-input`, `not-html`, or a `limit-…` code if the page is over a limit.
 */
export function parse(input: PageInput, options: ParseOptions = {}): Page {
  checkOptions(options, parseTable);
  const limits = resolveLimits(options.limits);
  if (isPage(input)) return input;
  const deadline = startDeadline(limits);
  const scripting = options.scripting ?? true;
  if (isDocument(input)) {
    const { url, notes } = readUrl(options.url);
    const { tree, address } = copyDocument(input, limits, deadline);
    const source = { url: url ?? address, scripting, sourceRanges: false, encoding: undefined, warnings: notes };
    return buildPage(tree, source, limits, deadline);
  }
  const { html, url, encoding, warnings } = readSource(input, options, limits);
  const known = { url, scripting, sourceRanges: options.sourceRanges ?? false };
  deadline.check();
  const { page, unclosed } = build(html, known, warnings);
  const isPlain = options.scripting === undefined && speaksWithoutScripts(page);
  // Mended HTML has other positions.
  const mended = isPlain
    ? { html, warning: noscriptShown }
    : known.sourceRanges
      ? undefined
      : mendHtml(html, page, unclosed);
  if (mended === undefined) return page;
  const source = wellFormed(mended.html);
  return build(source, { ...known, scripting: scripting && !isPlain }, [...warnings, mended.warning]).page;

  function build(source: string, how: typeof known, notes: readonly Warning[]) {
    const tree = parseHtml(source, how, limits, deadline);
    showShadowRoots(tree);
    showAmpPictures(tree);
    const { unclosed } = tree;
    return { page: buildPage(tree, { ...how, encoding, warnings: notes }, limits, deadline), unclosed };
  }
}

const noscriptShown: Warning = {
  code: "noscript-shown",
  message: "The page shows its text only when scripts are off; it was read that way.",
};

/** Whether far more of a page's text is in `<noscript>` than is shown. */
function speaksWithoutScripts(page: Page): boolean {
  if (findTag(page, NOSCRIPT) < 0) return false;
  const shown = page.sums.characters[page.size];
  let hidden = 0;
  for (let i = 0; i < page.size; i++) {
    if (page.tag[i] !== TEXT || (page.marks[i] & hiddenMarks) !== Mark.NoScript) continue;
    const markup = page.strings[i];
    if (markup.length > shown) hidden += markup.replace(/<[^>]*>|\s+/g, "").length;
  }
  return hidden > 2 * shown && hidden > leastSpeech;
}

/** Shorter `<noscript>` texts just ask to turn scripts on. */
const leastSpeech = 400;

function copyDocument(document: LiveDocument, limits: Limits, deadline: Deadline) {
  try {
    return { tree: readDocument(document, limits, deadline), address: webAddress(documentAddress(document)) };
  } catch (error) {
    if (error instanceof DehuskError) throw error;
    throw new DehuskError("bad-input", "The document cannot be read as a tree of DOM nodes.", { cause: error });
  }
}

/** A page before parsing. */
export interface HtmlSource {
  readonly html: string;
  readonly url: string | undefined;
  readonly encoding: string | undefined;
  readonly warnings: readonly Warning[];
}

const sourceTable = { url: parseTable.url, encoding: parseTable.encoding };

/** @throws DehuskError `bad-option`, `bad-input`, `not-html`, `limit-bytes`. */
export function readSource(
  input: unknown,
  options: Pick<ParseOptions, "url" | "encoding">,
  limits: Limits,
): HtmlSource {
  checkValues(options, sourceTable);
  const { url, notes } = readUrl(options.url);
  const { html, encoding, warnings } = readInput(input, options.encoding, limits);
  return { html, url, encoding, warnings: [...notes, ...warnings] };
}

function readInput(input: unknown, encoding: string | undefined, limits: Limits) {
  if (typeof input === "string") {
    checkBytes(input.length, limits);
    refuseStrangers(input);
    return { html: wellFormed(input), encoding: undefined, warnings: inputWarnings(input) };
  }
  const bytes = describe(input) === "ArrayBuffer" ? new Uint8Array(input as ArrayBuffer) : input;
  if (!(bytes instanceof Uint8Array)) {
    const what = "The input must be a string, a Uint8Array, an ArrayBuffer, a Document or a Page";
    const hint = isAsynchronous(input)
      ? " Read it with `await extractFrom(input)` or `await parseFrom(input)`."
      : describe(input) === "URL"
        ? " Fetch the page: `await extractFrom(fetch(url))`."
        : "";
    throw new DehuskError("bad-input", `${what}, not ${describe(input)}.${hint}`);
  }
  checkBytes(bytes.length, limits);
  const decoded = decodeBytes(bytes, encoding);
  refuseStrangers(bytes);
  return { ...decoded, warnings: [...decoded.warnings, ...inputWarnings(decoded.html)] };
}

/** A response, a blob, a stream or a promise. */
function isAsynchronous(input: unknown): boolean {
  if (typeof input !== "object" || input === null) return false;
  return "then" in input || "arrayBuffer" in input || "getReader" in input || Symbol.asyncIterator in input;
}

function decodeBytes(bytes: Uint8Array, label: string | undefined): Decoded {
  try {
    return decode(bytes, label);
  } catch (error) {
    throw new DehuskError("bad-input", "The bytes cannot be read.", { cause: error });
  }
}

function inputWarnings(html: string): Warning[] {
  if (!/\S/.test(html)) return [{ code: "empty-input", message: "The input has no characters to read." }];
  if (html.length > longestAddress || !/^\s*https?:\/\/\S+\s*$/i.test(html)) return [];
  return [{ code: "url-as-html", message: "The input is a URL, not a page: fetch the page and pass its HTML." }];
}

const longestAddress = 10_000;

function isPage(input: unknown): input is Page {
  return typeof input === "object" && input !== null && (input as Page).textFrom instanceof Int32Array;
}

function isDocument(input: unknown): input is LiveDocument {
  if (typeof input !== "object" || input === null) return false;
  // An image named "nodeType" shadows the document's property.
  return (input as Node).nodeType === 9 || Object.prototype.toString.call(input) === "[object HTMLDocument]";
}

/**
 * The given address, made absolute. Addresses come from crawls, so an unusable one does not fail the page: it is ignored,
 * with a warning.
 */
function readUrl(given: ParseOptions["url"]): { url: string | undefined; notes: Warning[] } {
  const url = typeof given === "object" ? given?.href : given;
  if (url === undefined || url === "") return { url: undefined, notes: [] };
  const absolute = resolveUrl(url, undefined);
  if (absolute !== undefined && /^(?:https?|file):/.test(absolute)) return { url: absolute, notes: [] };
  const message = `"${cutText(wellFormed(url), 200)}" is not an http, https or file address; it is ignored.`;
  return { url: undefined, notes: [{ code: "url-ignored", message }] };
}

function webAddress(url: string | undefined): string | undefined {
  return url !== undefined && /^https?:/.test(url) ? url : undefined;
}

function describe(input: unknown): string {
  if (input === null) return "null";
  return typeof input === "object" ? Object.prototype.toString.call(input).slice(8, -1) : typeof input;
}
