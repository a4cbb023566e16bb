/**
 * The options of requests. Those of the verbs come from the library's tables, with the same names and meanings; the
 * schemas that check them, and so the OpenAPI document, are built from the lists.
 */

import type { TObject } from "@fastify/type-provider-typebox";
import { type OptionList, type OptionValues, verbOptions } from "dehusk/internal/options";
import { bodySchema, querySchema, type TextBounds } from "./option-schema.ts";

const { extract, detect, segment, chunk, plan } = verbOptions;

/** The options of each route that takes a page. */
export const pageOptions = {
  extract: {
    ...extract.http,
    format: {
      type: "choice",
      of: ["json", "text", "markdown", "html", "tei", "csv"],
      default: "json",
      help: "with json, everything; otherwise the content alone",
    },
    fields: plan.http.fields,
    ...chunk.http,
    explain: {
      type: "boolean",
      default: false,
      help: "list the page's blocks, kept or dropped, and why; for format json",
    },
  },
  detect: {
    ...detect.http,
    format: { type: "choice", of: ["json", "html"], default: "json", help: "with html, a heat map of the page" },
  },
  segment: {
    ...segment.http,
    format: { type: "choice", of: ["json", "html"], default: "json", help: "with html, a map of the segments" },
  },
  add: {
    url: extract.http.url,
    encoding: extract.http.encoding,
    id: { type: "string", help: "name of the page in the answer" },
    clean: {
      type: "choice",
      of: ["joined", "table"],
      help: "add the page's content: as extract finds it, with template blocks as evidence, or everything but these blocks",
    },
    format: { type: "choice", of: ["text", "markdown", "html"], default: "text", help: "format of the content" },
    preset: extract.http.preset,
  },
} as const;

/** Requests have limits of their own, whatever the library accepts. */
const bounds: TextBounds = {
  url: { maxLength: 8192, examples: ["https://example.org/story"] },
  encoding: { maxLength: 100 },
  fields: { maxLength: 400, examples: ["title,text"] },
  id: { maxLength: 1000 },
  include: { maxLength: 1000, examples: ["table.data"] },
  exclude: { maxLength: 1000, examples: [".advert, aside"] },
};

/** Options in the URL. */
export const querySchemas = {
  extract: querySchema(pageOptions.extract, bounds),
  detect: querySchema(pageOptions.detect, bounds),
  segment: querySchema(pageOptions.segment, bounds),
  add: querySchema(pageOptions.add, bounds),
} as const;

/** The options that a schema of a URL was built from; none for schemas of other parts of requests. */
export function optionsOf(schema: TObject): OptionList {
  const names = Object.keys(querySchemas) as (keyof typeof querySchemas)[];
  const found = names.find((name) => querySchemas[name].properties === schema.properties);
  return found === undefined ? {} : pageOptions[found];
}

/** Bodies of type application/json: the page, and options, which override those in the URL. */
export const bodySchemas = {
  extract: bodySchema(pageOptions.extract, bounds),
  detect: bodySchema(pageOptions.detect, bounds),
  segment: bodySchema(pageOptions.segment, bounds),
  add: bodySchema(pageOptions.add, bounds),
} as const;

/** Options as they are given: defaults are left to the verbs. */
type Given<List> = Partial<OptionValues<List>>;

export type DetectQuery = Given<typeof pageOptions.detect>;
export type SegmentQuery = Given<typeof pageOptions.segment>;
export type AddQuery = Given<typeof pageOptions.add>;
/** In the URL, fields are a string with commas. */
export type ExtractQuery = Omit<Given<typeof pageOptions.extract>, "fields"> & {
  readonly fields?: string | readonly string[];
};
