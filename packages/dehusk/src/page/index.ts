export { boundedPaths } from "./bounded-paths.ts";
export { buildPage } from "./build-page.ts";
export { canonicalHtml } from "./canonical-html.ts";
export { CodeUnits } from "./code-units.ts";
export { type Decoded, decode } from "./decode.ts";
export { closeDirections, tidyCharacters, withoutInvisible } from "./invisible-characters.ts";
export { type Deadline, defaultLimits, type Limits, limitTable, resolveLimits, startDeadline } from "./limits.ts";
export { resolveLink, resolveUrl } from "./links.ts";
export type { DocumentNode, LiveDocument, LiveNode } from "./live-document.ts";
export {
  attribute,
  type Blocks,
  findTag,
  hiddenMarks,
  isElement,
  isShown,
  isText,
  Mark,
  type Page,
  type SourceRanges,
  type Sums,
  sumOf,
  tagName,
  textOf,
} from "./page.ts";
export { type HtmlSource, type PageInput, parse, readSource } from "./parse.ts";
export {
  type BlobLike,
  type PageSource,
  parseFrom,
  type ResponseLike,
  type StreamLike,
  type StreamReader,
} from "./parse-from.ts";
export { parseHtml } from "./parse-html.ts";
export { type ParseOptions, parseTable, type UrlObject } from "./parse-options.ts";
export { documentNodes } from "./read-document.ts";
export { createTextScan, isBlank, scanCodes, scanText } from "./scan-text.ts";
export { siteOf } from "./site-of.ts";
export { COMMENT, knownTagNames, TEXT, tagNumber, tagNumbers } from "./tags.ts";
export { Gap, TextFlow } from "./text-flow.ts";
export { type Attribute, type Doctype, noAttributes, TreeBuilder } from "./tree-builder.ts";
export { hashNameParts, hashWord, hashWords, mostNameParts } from "./word-hashes.ts";
export { splitWords } from "./words.ts";
export { nodeAt, xpathOf, xpathsOf } from "./xpath.ts";
