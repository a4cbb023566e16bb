import type { OptionTable } from "../basics/index.ts";
import { type Extraction, type ExtractOptions, extractTable } from "../extract/index.ts";
import type { SiteTemplates } from "../site/index.ts";

/** What a line can say of a page, in the order in which it says it. */
export const pageFields = [
  "url",
  "title",
  "author",
  "authors",
  "date",
  "modified",
  "language",
  "siteName",
  "description",
  "image",
  "canonical",
  "breadcrumbs",
  "isAccessibleForFree",
  "text",
  "markdown",
  "html",
  "confidence",
  "comments",
  "words",
  "warnings",
] as const satisfies readonly (keyof Extraction)[];

export type PageField = (typeof pageFields)[number];

export interface PageLineOptions
  extends Pick<
    ExtractOptions,
    "preset" | "headline" | "spans" | "include" | "exclude" | "model" | "site" | "onSite" | "limits"
  > {
  /** What a line says of a page, besides `version` and `id`. Default: everything. */
  readonly fields?: readonly PageField[] | undefined;
  /** Templates of a page's site, by its host without "www.", in place of `site`. */
  readonly templatesOf?: ((site: string) => SiteTemplates | undefined) | undefined;
  /** Languages to keep, as BCP 47 tags: "pt" keeps "pt-BR" too, "und" keeps pages whose language is not known. */
  readonly languages?: readonly string[] | undefined;
  /** Minimum number of words of content. */
  readonly minWords?: number | undefined;
  /** Minimum confidence, from 0 to 1; pages where nothing had to be decided are kept. */
  readonly minConfidence?: number | undefined;
  /** Whether to give the `duplicateKeys` of the content. */
  readonly keys?: boolean | undefined;
}

/** The options that are settled for a whole run, and that plans of runs can hold as JSON. */
export const planTable = {
  fields: { type: "list", of: pageFields, noun: "field" },
  preset: extractTable.preset,
  headline: extractTable.headline,
  spans: extractTable.spans,
  include: extractTable.include,
  exclude: extractTable.exclude,
  languages: {
    type: "list",
    pattern: /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i,
    must: "language tags such as de or pt-BR",
  },
  minWords: { type: "integer", min: 1 },
  minConfidence: { type: "number", min: 0, max: 1 },
  limits: extractTable.limits,
} as const satisfies Partial<OptionTable<PageLineOptions>>;

export type PlanOptions = Pick<PageLineOptions, keyof typeof planTable>;

/** The options of `pageLine`, and so of a batch. */
export const pageLineTable = {
  ...planTable,
  model: extractTable.model,
  site: extractTable.site,
  onSite: extractTable.onSite,
  templatesOf: { type: "object", must: "a function", test: (value) => typeof value === "function" },
  keys: { type: "boolean", default: false },
} as const satisfies OptionTable<PageLineOptions>;
