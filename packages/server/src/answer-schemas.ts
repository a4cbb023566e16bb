/** Schemas of answers for the OpenAPI document. Threads make the answers, which are sent unchanged. */

import { type TSchema, Type } from "@fastify/type-provider-typebox";

const version = Type.Literal(1);
const text = (description?: string) => Type.String(description === undefined ? {} : { description });
const nullable = (schema: TSchema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
const number = (description?: string) => Type.Number(description === undefined ? {} : { description });
const count = (description?: string) => Type.Integer(description === undefined ? {} : { description });
const box = Type.Array(Type.Number(), { minItems: 4, maxItems: 4, description: "x, y, width, height in pixels." });
const path = nullable(Type.String(), "XPath; null where it would be too long.");

export const errorAnswer = Type.Object(
  { version, error: Type.Object({ code: text("For programs."), message: text("For people.") }) },
  {
    description: "An error.",
    examples: [{ version: 1, error: { code: "limit-bytes", message: "The body has 99 bytes, the limit is 10." } }],
  },
);

const warning = Type.Object({ code: text(), message: text(), path: Type.Optional(text("XPath.")) });

const textKind = Type.Enum(["article", "comment", "post", "review"]);
const partKind = nullable(
  Type.Enum(["article", "comment", "post", "review", "template"]),
  "What most of the text is; null where there is none, and with models that know no kinds.",
);

const explainedBlock = Type.Object({
  path,
  kept: Type.Boolean(),
  templateness: nullable(Type.Number(), "From 0, content, to 1, template; null when that was not looked at."),
  chance: nullable(Type.Number(), "How likely it is to be content, from 0 to 1; null when that did not count."),
  kind: nullable(textKind, "What the block is; null for what is not taken for content."),
  rule: nullable(Type.String(), "What decided, in a word; null when nothing was decided."),
  reasons: Type.Array(Type.String(), { description: "Sentences for people, most important first." }),
  text: text(),
});

const placed = {
  headings: Type.Array(Type.String(), { description: "The headings above it, outermost first." }),
  context: text("The text around it."),
  path,
};

const contentLink = Type.Object({
  url: text(),
  text: text("What it stands on."),
  title: nullable(Type.String()),
  ...placed,
});

const contentImage = Type.Object({
  url: text(),
  alt: text(),
  title: nullable(Type.String()),
  caption: nullable(Type.String()),
  ...placed,
});

const contentSection = Type.Object({
  headings: Type.Array(Type.String(), { description: "The headings above it and its own, outermost first." }),
  level: count("Of its heading, from 1 to 6; 0 for what comes before the first heading."),
  from: count("Where it begins in the Markdown, in characters."),
  to: count("Where it ends, with the sections in it."),
  tokens: count("An estimate, with the sections in it."),
  path,
});

const contentChunk = Type.Object({
  index: count("From 0."),
  text: text("Markdown that can be read alone."),
  tokens: count(),
  headings: Type.Array(Type.String(), { description: "The headings above all of it, outermost first." }),
  from: count("Where it begins in the Markdown, in characters."),
  to: count("Where it ends."),
  overlap: count("Characters shared with the previous chunk."),
  path,
});

const postFields = {
  author: nullable(Type.String()),
  date: nullable(Type.String(), "ISO 8601, or as the page words it."),
  depth: count("0 for what answers to nothing but the page."),
  text: text("Without quotes, signature and buttons."),
  quotes: Type.Array(Type.String()),
  signature: nullable(Type.String()),
  votes: nullable(Type.Number()),
  accepted: Type.Boolean(),
  permalink: nullable(Type.String()),
};

const remark = Type.Object({ ...postFields, comments: Type.Array(Type.Unknown()) });
const post = Type.Object({
  ...postFields,
  comments: Type.Array(remark, { description: "Remarks on this post alone." }),
});

const product = Type.Object({
  name: nullable(Type.String()),
  price: nullable(Type.String(), "A number with a point."),
  currency: nullable(Type.String(), "ISO 4217."),
  availability: nullable(Type.Enum(["in stock", "out of stock", "preorder"])),
  rating: nullable(Type.Object({ value: Type.Number(), best: Type.Number(), count: nullable(Type.Number()) })),
  facts: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  pictures: Type.Array(Type.String()),
});

const recipe = Type.Object({
  name: nullable(Type.String()),
  groups: Type.Array(Type.Object({ name: Type.String(), ingredients: Type.Array(Type.String()) })),
  steps: Type.Array(Type.String()),
  yield: nullable(Type.String()),
  prepTime: nullable(Type.String()),
  cookTime: nullable(Type.String()),
  totalTime: nullable(Type.String()),
});

const event = Type.Object({
  name: nullable(Type.String()),
  start: nullable(Type.String(), "ISO 8601."),
  end: nullable(Type.String()),
  place: nullable(Type.String()),
  address: nullable(Type.String()),
  price: nullable(Type.String()),
});

const pageType = Type.Object(
  {
    type: Type.Enum(["article", "collection", "documentation", "forum", "listing", "product", "service"]),
    chance: number("From 0 to 1."),
  },
  { description: "What type of page it is; only if requested in fields, as are the things below." },
);

const questions = Type.Array(Type.Object({ question: Type.String(), answer: Type.String() }));

/** The result of `things` of dehusk/things. */
export const thingsAnswer = Type.Object(
  {
    version,
    url: nullable(Type.String()),
    title: nullable(Type.String()),
    pageType,
    posts: Type.Optional(Type.Array(post, { description: "The posts of a thread, or a question and its answers." })),
    comments: Type.Optional(Type.Array(post, { description: "Readers' comments, one by one." })),
    product: Type.Optional(product),
    recipe: Type.Optional(recipe),
    event: Type.Optional(event),
    questions: Type.Optional(questions),
  },
  { description: "What a page holds besides running text." },
);

const extractFields = Type.Object({
  url: nullable(Type.String()),
  title: nullable(Type.String()),
  author: nullable(Type.String()),
  authors: Type.Array(Type.String()),
  date: nullable(Type.String()),
  modified: nullable(Type.String()),
  language: nullable(Type.String(), "The language of the text."),
  declaredLanguage: nullable(Type.String(), "The language the page declares."),
  siteName: nullable(Type.String()),
  description: nullable(Type.String()),
  image: nullable(Type.String()),
  canonical: nullable(Type.String()),
  breadcrumbs: Type.Array(Type.String(), { description: "Where on its site the page is, from the top." }),
  isAccessibleForFree: nullable(Type.Boolean(), "Whether the page is free to read, if it says so."),
  text: text(),
  markdown: text(),
  html: text("Clean HTML."),
  confidence: nullable(Type.Number(), "From 0 to 1; null when nothing had to be decided."),
  comments: text("Readers' comments on the page."),
  words: count("Words of the content."),
  warnings: Type.Array(warning),
  links: Type.Array(contentLink, { description: "Links of the content; only if requested in fields." }),
  images: Type.Array(contentImage, { description: "Images of the content; only if requested in fields." }),
  tei: text("The content as TEI P5; only if requested in fields."),
  sections: Type.Array(contentSection, { description: "The sections of the content; only if requested in fields." }),
  chunks: Type.Array(contentChunk, { description: "The content in chunks; only if requested in fields." }),
  pageType,
  posts: Type.Array(post, { description: "The posts of a thread, or a question and its answers." }),
  readerComments: Type.Array(post, { description: "Readers' comments, one by one." }),
  product: nullable(product),
  recipe: nullable(recipe),
  event: nullable(event),
  questions,
  thingsMarkdown: text(
    "Markdown by what the page holds: a thread as posts, a recipe as lists, a product with its facts first.",
  ),
  fieldSources: Type.Array(
    Type.Object({
      field: text("date, product.price"),
      value: text(),
      sources: Type.Array(
        Type.Object({
          kind: Type.Enum(["json-ld", "microdata", "meta", "title", "shown", "address"]),
          name: nullable(Type.String(), "The property or the name of the meta element."),
          path,
        }),
      ),
    }),
    { description: "Where the page states what was read from it; only if requested in fields." },
  ),
  explain: Type.Array(explainedBlock, { description: "Each block of text, and why it is kept or dropped." }),
});

const extractAnswer = Type.Object(
  { version, ...Type.Partial(extractFields).properties },
  {
    description: "The content of the page, and its metadata.",
    examples: [
      {
        version: 1,
        url: "https://example.org/story",
        title: "Husk",
        author: null,
        authors: [],
        date: null,
        modified: null,
        language: "en",
        declaredLanguage: "en",
        siteName: null,
        description: null,
        image: null,
        canonical: null,
        breadcrumbs: [],
        isAccessibleForFree: null,
        text: "Husk\n\nWhat is left is corn.",
        markdown: "# Husk\n\nWhat is left is corn.",
        html: "<h1>Husk</h1><p>What is left is corn.</p>",
        confidence: 0.9,
        words: 6,
        warnings: [],
      },
    ],
  },
);

const detectAnswer = Type.Object(
  {
    version,
    url: nullable(Type.String()),
    geometry: Type.Enum(["estimate", "rendered"]),
    model: text(),
    nodes: Type.Array(
      Type.Object({
        id: count(),
        parent: nullable(Type.Integer()),
        tag: text(),
        path,
        box,
        score: nullable(Type.Number(), "The model's score for the node alone; null for hidden nodes."),
        templateness: number("From 0, content, to 1, template."),
        kind: partKind,
        section: count("The id of the section's root node."),
        hidden: Type.Boolean(),
        words: count(),
        links: count(),
      }),
    ),
    sections: Type.Array(
      Type.Object({ root: count(), path, templateness: number(), kind: partKind, box, words: count(), links: count() }),
    ),
  },
  { description: "A score for every node of the page: template or content." },
);

const segmentAnswer = Type.Object(
  {
    version,
    url: nullable(Type.String()),
    algorithm: text(),
    lambda: nullable(Type.Number()),
    energy: nullable(Type.Number()),
    segments: Type.Array(
      Type.Object({
        id: count(),
        nodes: count("Number of its topmost nodes; at most 100 of them have a path."),
        paths: Type.Array(path),
        box,
        words: count(),
        links: count(),
        templateness: nullable(Type.Number()),
        text: text(),
      }),
    ),
  },
  { description: "The segments of the page." },
);

const table = Type.Object({ segments: count(), bytes: count() });

const addAnswer = Type.Object(
  {
    version,
    id: Type.Optional(text()),
    url: nullable(Type.String()),
    site: text(),
    page: count("Number of the page within its site, from 1."),
    blocks: Type.Array(Type.Object({ path, words: count(), ratio: number(), template: Type.Boolean() })),
    table,
    text: Type.Optional(text("With clean.")),
    markdown: Type.Optional(text("With clean.")),
    html: Type.Optional(text("With clean.")),
  },
  { description: "The blocks of the page, by all pages of the site so far." },
);

const point = Type.Object({ pages: count(), segments: count(), bytes: count() });

/** Answers that are not JSON, by their Content-Type. */
const written = {
  text: { "text/plain": Type.String({ description: "The content as text." }) },
  markdown: { "text/markdown": Type.String({ description: "The content as Markdown." }) },
  tei: { "application/tei+xml": Type.String({ description: "The content as TEI P5." }) },
  csv: { "text/csv": Type.String({ description: "A header, and a line for the page." }) },
  html: { "text/html": Type.String({ description: "HTML: the content, or a map of the page." }) },
  lines: {
    "application/x-ndjson": Type.String({
      description: "For a file of many pages: a line of JSON for each page, as dehusk batch writes it.",
    }),
  },
} as const;

/** A successful answer that is JSON, or something else where the request asks for another format. */
export function answerIn(json: TSchema, ...formats: readonly (keyof typeof written)[]) {
  const { description, examples } = json as { description?: string; examples?: readonly unknown[] };
  const example = examples === undefined ? {} : { example: examples[0] };
  const content: Record<string, object> = { "application/json": { schema: json, ...example } };
  for (const format of formats) {
    for (const [type, schema] of Object.entries(written[format])) content[type] = { schema };
  }
  return { description, content };
}

export const answerSchemas = {
  extract: extractAnswer,
  detect: detectAnswer,
  segment: segmentAnswer,
  add: addAnswer,
  site: Type.Object(
    {
      version,
      site: text(),
      pages: count(),
      segments: count(),
      bytes: count(),
      growth: Type.Array(point, { description: "Size of the table over time, in at most about 250 points." }),
      top: Type.Array(Type.Object({ text: nullable(Type.String()), pages: count(), isTemplate: Type.Boolean() }), {
        description: "The segments on most pages.",
      }),
    },
    { description: "What is known about a site." },
  ),
  sites: Type.Object(
    { version, sites: Type.Array(Type.String()) },
    { description: "The names of all sites, in order." },
  ),
  fetch: Type.Object({ version, url: text("After redirects."), html: text() }, { description: "A fetched page." }),
  about: Type.Object(
    {
      version,
      dehusk: text("The version of dehusk."),
      fetch: Type.Boolean({ description: "Whether pages may be fetched from addresses." }),
      sites: Type.Boolean(),
      store: Type.Enum(["memory", "disk", "postgres"]),
      keys: Type.Boolean({ description: "Whether a key is needed." }),
      limits: Type.Object({
        bytes: number(),
        nodes: number(),
        depth: number(),
        milliseconds: number(),
        queue: count("Requests that may wait."),
        workers: count("Threads."),
      }),
    },
    { description: "What this service can do." },
  ),
  health: Type.Object(
    { version, status: Type.Enum(["ok", "stopping"]) },
    { description: "Whether the service accepts requests." },
  ),
} as const;
