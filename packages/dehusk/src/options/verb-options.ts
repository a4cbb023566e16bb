import { planTable } from "../batch/index.ts";
import { chunkTable } from "../chunks/index.ts";
import { detectTable, modelNames, operatingPointTable } from "../detect/index.ts";
import { extractTable } from "../extract/index.ts";
import type { parseTable } from "../page/index.ts";
import { segmentModelNames, segmentTable } from "../segment/index.ts";
import { type OfferedHelp, offeredAt } from "./offer.ts";

/** For every option of a verb a sentence, and where it is offered. TypeScript sees to it that none is missing. */
type HelpFor<Table> = { readonly [Name in keyof Table]: OfferedHelp };

const everywhere = ["command", "http"] as const;
const libraryOnly = [] as const;

/** The URL of a page, as it is typed. */
function webAddress(text: string): string | undefined {
  return URL.canParse(text) && /^(?:https?|file):/.test(new URL(text).href) ? text : undefined;
}

const parseHelp = {
  url: {
    help: "URL of the page; links are resolved against it",
    short: "u",
    value: "url",
    in: everywhere,
    command: { type: "parsed", must: "an absolute http, https or file URL", parse: webAddress },
  },
  encoding: {
    help: "character encoding of the page, such as the charset of a Content-Type header",
    value: "label",
    in: everywhere,
  },
  scripting: { help: "whether scripts would run, which hides <noscript>", in: libraryOnly },
  sourceRanges: { help: "whether to keep the position of each node in the source", in: libraryOnly },
  limits: { help: "limits on bytes, nodes, depth and milliseconds of a page", in: libraryOnly },
} as const satisfies HelpFor<typeof parseTable>;

const scoreHelp = {
  boxes: { help: "positions of the nodes", in: libraryOnly },
  model: {
    help: "model to use",
    value: "name or file",
    in: everywhere,
    command: { type: "string", default: "default" },
    http: { type: "choice", of: modelNames, default: "default" },
  },
  site: {
    help: "templates of the page's site, as written by dehusk site",
    value: "file",
    in: ["command"],
    command: { type: "string" },
  },
  onSite: { help: "1 for each node that many pages of the site share, instead of site", in: libraryOnly },
} as const satisfies Partial<HelpFor<typeof detectTable>>;

const smoothHelp = {
  penalty: { help: "what makes a section expensive: few nodes, a small area, or both", value: "kind", in: everywhere },
  penaltyFactor: { help: "factor of the penalty: the larger, the fewer sections", value: "n", in: everywhere },
  penaltyMost: { help: "upper limit of a section's penalty; Infinity as in the paper", value: "n", in: everywhere },
  weighting: {
    help: "weight of a node: the length of its text, or 1 each as in the paper",
    value: "kind",
    in: everywhere,
  },
} as const satisfies Partial<HelpFor<typeof detectTable>>;

const presetHelp = { help: "what counts as content", short: "p", value: "preset", in: everywhere } as const;

const headlineHelp = {
  help: "write the title at the top of the content",
  in: everywhere,
} as const;

const spansHelp = {
  help: "how Markdown shows table cells that span others: empty, repeat their text, or html",
  value: "kind",
  in: everywhere,
} as const;

const shapeHelp = {
  frontmatter: { help: "begin the Markdown with the page's metadata as YAML", in: everywhere },
  links: { help: "write links", in: everywhere },
  images: { help: "write images", in: everywhere },
  tables: { help: "write data tables", in: everywhere },
  cleanLinks: { help: "remove tracking parameters, such as utm_source, from links", in: everywhere },
} as const;

const selectHelp = {
  include: { help: "also keep everything that CSS selectors match", value: "selector", in: everywhere },
  exclude: { help: "leave out what CSS selectors match", value: "selector", in: everywhere },
} as const;

/** The options of `chunks`: see `chunkTable`. */
export const chunkHelp = {
  maxTokens: { help: "maximum number of tokens per chunk", value: "n", in: everywhere },
  overlap: { help: "maximum number of tokens repeated from the previous chunk", value: "n", in: everywhere },
  tokenizer: { help: "a function that counts tokens", in: libraryOnly },
} as const satisfies HelpFor<typeof chunkTable>;

/** The options of `extract`: see `extractTable`. */
export const extractHelp = {
  preset: presetHelp,
  headline: headlineHelp,
  spans: spansHelp,
  ...shapeHelp,
  ...selectHelp,
  ...parseHelp,
  ...scoreHelp,
} as const satisfies HelpFor<typeof extractTable>;

/** The options of `detect`: see `detectTable`. */
export const detectHelp = {
  ...parseHelp,
  ...scoreHelp,
  ...smoothHelp,
} as const satisfies HelpFor<typeof detectTable>;

/** The options of `segment`: see `segmentTable`. */
export const segmentHelp = {
  ...parseHelp,
  algorithm: {
    help: "the algorithm",
    short: "a",
    value: "name",
    defaultText: "consensus",
    in: everywhere,
  },
  lambda: {
    help: "cost of separating parts that seem to belong together: the larger, the fewer segments",
    value: "n",
    defaultText: "the model's; none for consensus",
    in: everywhere,
  },
  model: {
    help: '"default", "plain" (nothing learned), or a file written by dehusk train --segments',
    value: "name or file",
    in: everywhere,
    command: { type: "string", default: "default" },
    http: { type: "choice", of: segmentModelNames, default: "default" },
  },
  boxes: { help: "positions of the nodes", in: libraryOnly },
  styles: { help: "computed styles of the nodes, if they were rendered", in: libraryOnly },
  energy: { help: "the model's energy, or the paper's (gcuts)", in: everywhere },
  parentEdges: { help: "link parents and children in the page's tree (gcuts)", in: everywhere },
  connected: { help: "keep each segment in one place on the page", in: everywhere },
  trials: { help: "number of random restarts (cclus)", value: "n", in: everywhere },
  seed: { help: "seed of the random generator (cclus)", value: "n", in: everywhere },
} as const satisfies HelpFor<typeof segmentTable>;

/** The options of `openModel`: see `operatingPointTable`. */
export const operatingPointHelp = {
  recall: {
    help: "with a block model: find at least this share of the templates",
    value: "share",
    defaultText: "0.5, unless a precision is given",
    in: everywhere,
  },
  precision: {
    help: "with a block model: be right about at least this share of the templates found",
    value: "share",
    in: everywhere,
  },
} as const satisfies HelpFor<typeof operatingPointTable>;

/** The options of a batch that its plan holds: see `planTable`. */
export const planHelp = {
  fields: {
    help: "fields to write, separated by commas",
    value: "names",
    defaultText: "all but those on request",
    in: everywhere,
  },
  preset: presetHelp,
  headline: headlineHelp,
  spans: spansHelp,
  ...shapeHelp,
  ...selectHelp,
  languages: {
    help: 'languages to keep, such as de,en; "und" keeps pages whose language is unknown',
    flag: "language",
    value: "tags",
    in: ["command"],
  },
  minWords: { help: "minimum number of words of content", value: "n", in: ["command"] },
  minConfidence: { help: "minimum confidence in the content, from 0 to 1", value: "share", in: ["command"] },
  quality: { help: "drop texts that are too short, repetitive, or mostly lists, code or symbols", in: ["command"] },
  chunks: { help: "write the content in chunks, instead of text, Markdown and HTML", in: ["command"] },
  maxTokens: { ...chunkHelp.maxTokens, in: ["command"] },
  overlap: { ...chunkHelp.overlap, in: ["command"] },
  limits: parseHelp.limits,
} as const satisfies HelpFor<typeof planTable>;

/** What a verb offers in addition to its own options: those of the model that it is given by name. */
export const verbOptions = {
  extract: {
    command: {
      ...offeredAt(extractTable, extractHelp, "command"),
      ...offeredAt(operatingPointTable, operatingPointHelp, "command"),
    },
    http: {
      ...offeredAt(extractTable, extractHelp, "http"),
      ...offeredAt(operatingPointTable, operatingPointHelp, "http"),
    },
  },
  detect: {
    command: {
      ...offeredAt(detectTable, detectHelp, "command"),
      ...offeredAt(operatingPointTable, operatingPointHelp, "command"),
    },
    http: {
      ...offeredAt(detectTable, detectHelp, "http"),
      ...offeredAt(operatingPointTable, operatingPointHelp, "http"),
    },
  },
  segment: {
    command: offeredAt(segmentTable, segmentHelp, "command"),
    http: offeredAt(segmentTable, segmentHelp, "http"),
  },
  chunk: {
    command: offeredAt(chunkTable, chunkHelp, "command"),
    http: offeredAt(chunkTable, chunkHelp, "http"),
  },
  plan: {
    command: offeredAt(planTable, planHelp, "command"),
    http: offeredAt(planTable, planHelp, "http"),
  },
} as const;
