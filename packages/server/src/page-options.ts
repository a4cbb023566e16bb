/**
 * The options of requests, as schemas: for checking them, for types, and for the OpenAPI document. Names and meanings are
 * those of the library and, but for capitals in place of hyphens, of the command line.
 */

import { type Static, type TObject, type TProperties, type TSchema, Type } from "@fastify/type-provider-typebox";
import { pageFields } from "dehusk/internal/batch";
import { blockClassifiers, penaltyNames, weightings } from "dehusk/internal/detect";
import { type Preset, presets } from "dehusk/internal/extract";
import { segmentAlgorithms } from "dehusk/internal/segment";

/** One of some names. */
function oneOf<const Name extends string>(names: readonly Name[], options: { description: string; default?: Name }) {
  return Type.Optional(Type.Unsafe<Name>({ type: "string", enum: [...names], ...options }));
}

const page = {
  url: Type.Optional(
    Type.String({
      maxLength: 8192,
      description: "The page's address: links are resolved against it.",
      examples: ["https://example.org/story"],
    }),
  ),
  encoding: Type.Optional(
    Type.String({
      maxLength: 100,
      description: "Character encoding of the page's bytes. Default: the charset of the Content-Type.",
    }),
  ),
};

const share = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 1, description }));

const modelNames = ["default", "page-level", ...blockClassifiers.map((name) => `blocks-${name}` as const)] as const;

const model = {
  model: oneOf(modelNames, { description: "What decides.", default: "default" }),
  recall: share("With a block model: find at least this share of the templates."),
  precision: share("With a block model: of what is taken for a template, at least this share is one."),
};

const fieldNames = `(?:${pageFields.join("|")})`;

const fieldList = Type.String({
  maxLength: 400,
  pattern: `^${fieldNames}(?:,${fieldNames})*$`,
  description: `What of the answer is wanted, with commas between: ${pageFields.join(", ")}.`,
  examples: ["title,text"],
});

const extractProperties = {
  ...page,
  preset: oneOf(presets, { description: "What is content.", default: presets[0] as Preset }),
  format: oneOf(["json", "text", "markdown", "html"] as const, {
    description: "json: everything; else the content alone.",
    default: "json",
  }),
  fields: Type.Optional(fieldList),
  explain: Type.Optional(
    Type.Boolean({ description: "Whether to list the page's blocks, kept or dropped, and why. For format json." }),
  ),
  ...model,
};

const detectProperties = {
  ...page,
  format: oneOf(["json", "html"] as const, { description: "html: a page with the heat map.", default: "json" }),
  penalty: oneOf(penaltyNames, { description: "What a section has to pay.", default: "area" }),
  penaltyFactor: Type.Optional(
    Type.Number({ minimum: 0, description: "What the penalty is multiplied with.", default: 0.01 }),
  ),
  penaltyMost: Type.Optional(
    Type.Number({ minimum: 0, description: "The most that a section has to pay.", default: 0.7 }),
  ),
  weighting: oneOf(weightings, { description: "How much nodes count.", default: "text" }),
  ...model,
};

const segmentProperties = {
  ...page,
  format: oneOf(["json", "html"] as const, {
    description: "html: a page with a map of the segments.",
    default: "json",
  }),
  algorithm: oneOf(segmentAlgorithms, { description: "How the page is taken apart.", default: "gcuts" }),
  lambda: Type.Optional(
    Type.Number({
      minimum: 0,
      description: "What it costs to part what seems to belong together. Default: the model's.",
    }),
  ),
  model: oneOf(["default", "plain"] as const, { description: "What was learned.", default: "default" }),
  parentEdges: Type.Optional(Type.Boolean({ description: "gcuts: whether to look at what was written together." })),
  connected: Type.Optional(Type.Boolean({ description: "Whether a segment is in one place." })),
  trials: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: "cclus: how often it is tried." })),
  seed: Type.Optional(Type.Integer({ minimum: 1, description: "cclus: what chance starts from." })),
};

const addProperties = {
  ...page,
  id: Type.Optional(Type.String({ maxLength: 1000, description: "What the page is called in the answer." })),
  clean: oneOf(["joined", "table"] as const, {
    description: "Adds the page's content: as extract finds it with template blocks as evidence, or all but those.",
  }),
  format: oneOf(["text", "markdown", "html"] as const, { description: "How clean writes it.", default: "text" }),
  preset: extractProperties.preset,
};

const strict = { additionalProperties: false } as const;

/** Options in the address. */
export const querySchemas = {
  extract: Type.Object(extractProperties, strict),
  detect: Type.Object(detectProperties, strict),
  segment: Type.Object(segmentProperties, strict),
  add: Type.Object(addProperties, strict),
} as const;

const html = Type.String({ description: "The page.", examples: ["<h1>Husk</h1><p>What is left is corn.</p>"] });

/** Bodies of type application/json: the page, and options, which go before those in the address. */
export const bodySchemas = {
  extract: bodyOf(extractProperties, {
    fields: Type.Optional(
      Type.Union([fieldList, Type.Array(Type.Enum([...pageFields]), { minItems: 1, maxItems: pageFields.length })]),
    ),
  }),
  detect: bodyOf(detectProperties, {}),
  segment: bodyOf(segmentProperties, {}),
  add: bodyOf(addProperties, {}),
} as const;

function bodyOf<Properties extends TProperties, Others extends TProperties>(properties: Properties, others: Others) {
  const all: Record<string, TSchema> = { html: Type.Optional(html), ...properties, ...others };
  return Type.Object(all, {
    ...strict,
    description: "html, or a url to fetch where that is allowed; and options.",
  }) as TObject;
}

export type ExtractQuery = Static<typeof querySchemas.extract>;
export type DetectQuery = Static<typeof querySchemas.detect>;
export type SegmentQuery = Static<typeof querySchemas.segment>;
export type AddQuery = Static<typeof querySchemas.add>;
