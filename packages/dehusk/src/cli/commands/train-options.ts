import { judgedNodes } from "../../detect/index.ts";
import { cutRules } from "../../learn/index.ts";
import type { OptionValues } from "../../options/index.ts";
import { labelRules, rowWeights } from "../../train/index.ts";
import { generalOptions } from "../options/general-options.ts";
import { outputOption, workersOption } from "../options/shared-options.ts";

/** The options of `dehusk train`, for all kinds of models. */
export const trainOptions = {
  output: outputOption,
  name: { type: "string", value: "name", defaultText: "the kind of the model", help: "name of the model" },
  seed: {
    type: "integer",
    min: 1,
    default: 1,
    value: "n",
    help: "seed of the random generator, for samples, folds and trees",
  },
  pagesPerSite: {
    type: "integer",
    min: 1,
    value: "n",
    defaultText: "10, with --blocks 12",
    help: "number of pages of a site to train on",
  },
  l2: { type: "number", above: 0, default: 0.015, value: "weight", help: "strength of L2 regularization" },
  labels: {
    type: "choice",
    of: labelRules,
    default: "sure",
    value: "which",
    help: "nodes to learn from: those that repetition can decide, or all, as in the paper",
  },
  rowWeights: {
    type: "choice",
    of: rowWeights,
    default: "words",
    value: "which",
    help: "weight of a node: the root of its number of words, or 1 each as in the paper",
  },
  judged: {
    type: "choice",
    of: judgedNodes,
    default: "distinct",
    value: "which",
    help: "nodes to learn from and to judge: those that show something other than their parent, or all, as in the paper",
  },
  spareMixed: {
    type: "boolean",
    default: true,
    help: "treat repeated words in paragraphs that do not repeat as content",
  },
  blocks: { type: "boolean", help: "train a template-block model" },
  trees: {
    type: "integer",
    min: 1,
    default: 100,
    value: "n",
    help: "with --blocks: number of trees in the random forest",
  },
  cuts: {
    type: "choice",
    of: cutRules,
    default: "quantiles",
    value: "which",
    help: "with --blocks: cut features at quantiles, or by minimum description length, as in the paper",
  },
  workers: {
    type: "integer",
    min: workersOption.min,
    value: "n",
    defaultText: workersOption.defaultText,
    help: "with --blocks: number of threads",
  },
  keywords: { type: "boolean", help: "train a keyword model, on pages that declare their keywords" },
  phraseCounts: {
    type: "string",
    value: "path",
    help: "with --keywords: how often people search for phrases: a phrase, a tab, a count on each line",
  },
  frequencies: {
    type: "string",
    value: "file",
    defaultText: "those that come with dehusk",
    help: "with --keywords: document frequencies",
  },
  segments: { type: "boolean", help: "train a segment model, on pages whose blocks are marked" },
  render: { type: "boolean", help: "train on Chromium's layout; page-level and segment models only" },
  outside: {
    type: "number",
    min: 0,
    default: 1,
    value: "cost",
    help: "with --segments: cost of a label outside its element; 0 is the paper's",
  },
  neighbourShare: {
    type: "number",
    min: 0,
    default: 0.25,
    value: "share",
    help: "with --segments: weight of neighbours against parent and child; 1 is the paper's",
  },
  vips: {
    type: "boolean",
    default: true,
    help: "use the blocks of VIPS as features (with --segments; the paper does not)",
  },
  default: { type: "boolean", help: "train a content model, on labelled pages" },
  pagesPerSet: {
    type: "integer",
    min: 1,
    default: 600,
    value: "n",
    help: "with --default: maximum number of pages of a set",
  },
  leaveOut: {
    type: "list",
    pattern: /./,
    must: "names of sets",
    value: "sets",
    help: "with --default: sets not to use, separated by commas",
  },
  sites: {
    type: "string",
    value: "folder",
    help: "with --default: pages of many sites, to learn comments, reviews and the facts of catalogues from",
  },
  crossValidate: { type: "boolean", help: "with --default: measure on hosts not trained on" },
  leaveOneOut: { type: "boolean", help: "with --default: measure on sets not trained on" },
  report: {
    type: "string",
    guarded: true,
    value: "path",
    help: "with --default: write the measurements to a file, as JSON",
  },
  ...generalOptions,
} as const;

export type TrainCommandOptions = OptionValues<typeof trainOptions>;

/** The options of a training of one kind. */
export type TrainOptions = TrainCommandOptions & { readonly pagesPerSite: number };
