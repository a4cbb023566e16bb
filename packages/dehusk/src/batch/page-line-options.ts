import { type OptionTable, pickOptions } from "../basics/index.ts";
import { type ChunkOptions, chunks, chunkTable, listSections } from "../chunks/index.ts";
import {
  type Extraction,
  type ExtractOptions,
  extractTable,
  listImages,
  listLinks,
  type ShapeOptions,
  shapeTable,
  writeTei,
} from "../extract/index.ts";
import type { SiteTemplates } from "../site/index.ts";
import { explainFields, things, thingsMarkdown } from "../things/index.ts";

/** The fields of a line, in order. */
export const pageFields = [
  "url",
  "title",
  "author",
  "authors",
  "date",
  "modified",
  "language",
  "declaredLanguage",
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
  "links",
  "images",
  "tei",
  "sections",
  "chunks",
  "pageType",
  "posts",
  "readerComments",
  "product",
  "recipe",
  "event",
  "questions",
  "thingsMarkdown",
  "fieldSources",
] as const;

export type PageField = (typeof pageFields)[number];

/** Fields that a line has only on request. */
const onDemand = {
  links: listLinks,
  images: listImages,
  tei: writeTei,
  sections: (found: Extraction) => listSections(found),
  chunks: (found: Extraction, options: ChunkOptions) => chunks(found, pickOptions(options, chunkTable)),
  pageType: (found: Extraction) => things(found).pageType,
  posts: (found: Extraction) => things(found).posts ?? [],
  readerComments: (found: Extraction) => things(found).comments ?? [],
  product: (found: Extraction) => things(found).product ?? null,
  recipe: (found: Extraction) => things(found).recipe ?? null,
  event: (found: Extraction) => things(found).event ?? null,
  questions: (found: Extraction) => things(found).questions ?? [],
  thingsMarkdown,
  fieldSources: explainFields,
} as const satisfies { readonly [Name in PageField]?: (found: Extraction, options: ChunkOptions) => unknown };

/** The default fields of a line. */
export const usualFields: readonly PageField[] = pageFields.filter((name) => !Object.hasOwn(onDemand, name));

/** The same with chunks, which hold all of the content. */
const chunkedFields = [
  ...usualFields.filter((name) => !["text", "markdown", "html"].includes(name)),
  "chunks",
] as const;

/** The fields of a line. */
export function fieldsFor({ fields, chunks: isCut = false }: PageLineOptions): readonly PageField[] {
  if (!isCut || fields?.includes("chunks")) return fields ?? usualFields;
  return fields === undefined ? (chunkedFields as readonly PageField[]) : [...fields, "chunks"];
}

/** A field of a page. */
export function fieldOf(found: Extraction, name: PageField, options: ChunkOptions = {}): unknown {
  if (!Object.hasOwn(onDemand, name)) return found[name as keyof Extraction];
  return onDemand[name as keyof typeof onDemand](found, options);
}

export interface PageLineOptions
  extends Pick<
      ExtractOptions,
      | "preset"
      | "headline"
      | "spans"
      | "frontmatter"
      | keyof ShapeOptions
      | "include"
      | "exclude"
      | "model"
      | "site"
      | "onSite"
      | "limits"
    >,
    Omit<ChunkOptions, "tokenizer"> {
  /** The fields of a line besides `version` and `id`. Default: all up to `warnings`. */
  readonly fields?: readonly PageField[] | undefined;
  /** Whether a line has the content cut into chunks, in place of text, Markdown and HTML. Default false. */
  readonly chunks?: boolean | undefined;
  /** Templates of a page's site, by its host without "www.", in place of `site`. */
  readonly templatesOf?: ((site: string) => SiteTemplates | undefined) | undefined;
  /** Languages to keep, as BCP 47 tags: "pt" keeps "pt-BR" too, "und" keeps pages whose language is unknown. */
  readonly languages?: readonly string[] | undefined;
  /** Minimum number of words of content. */
  readonly minWords?: number | undefined;
  /** Minimum confidence, from 0 to 1; pages where nothing had to be decided are kept. */
  readonly minConfidence?: number | undefined;
  /** Whether to drop texts of no use to a language model: see `qualityFlaw`. Default false. */
  readonly quality?: boolean | undefined;
  /** Whether to give the `duplicateKeys` of the content. */
  readonly keys?: boolean | undefined;
}

/** The options that are settled for a whole run, and that plans of runs can hold as JSON. */
export const planTable = {
  fields: { type: "list", of: pageFields, noun: "field" },
  preset: extractTable.preset,
  headline: extractTable.headline,
  spans: extractTable.spans,
  frontmatter: extractTable.frontmatter,
  ...shapeTable,
  include: extractTable.include,
  exclude: extractTable.exclude,
  languages: {
    type: "list",
    pattern: /^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i,
    must: "language tags such as de or pt-BR",
  },
  minWords: { type: "integer", min: 1 },
  minConfidence: { type: "number", min: 0, max: 1 },
  quality: { type: "boolean", default: false },
  chunks: { type: "boolean", default: false },
  maxTokens: chunkTable.maxTokens,
  overlap: chunkTable.overlap,
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
