import { DehuskError } from "../../basics/index.ts";
import { type CutRule, cutRules, trainForest } from "../../learn/index.ts";
import { BlockCounter, type BlockLabelOptions, type TextBlockOptions } from "../../site/index.ts";
import type { ForestMaker } from "./fit-blocks.ts";

export interface BlockTrainOptions {
  /** Pages of a site to take blocks from; all of its pages are counted. Default 12: 30 did no better. */
  readonly pagesPerSite?: number | undefined;
  /** Trees of the forest. Default 100. */
  readonly trees?: number | undefined;
  /** How features are cut into binary ones: at quantiles (default), or by minimum description length, as in the paper. */
  readonly cuts?: CutRule | undefined;
  /** Default 1. */
  readonly seed?: number | undefined;
  /** Name of the model. Default "blocks". */
  readonly name?: string | undefined;
  /** When a block is a template. What a block is cannot be chosen: models know only one kind of block. */
  readonly labels?: Omit<BlockLabelOptions, keyof TextBlockOptions> | undefined;
  /** Trains the forests; default `trainForest`, on this thread. */
  readonly makeForest?: ForestMaker | undefined;
}

export interface ResolvedBlockTrainOptions {
  readonly pagesPerSite: number;
  readonly trees: number;
  readonly cuts: CutRule;
  readonly seed: number;
  readonly name: string;
  readonly labels: NonNullable<BlockTrainOptions["labels"]>;
  readonly makeForest: ForestMaker;
}

const maxTrees = 0xffff;

/**
 * Fills in the defaults.
 *
 * @throws DehuskError `bad-option` if an option is unknown or invalid.
 */
export function resolveBlockTrainOptions(given: BlockTrainOptions): ResolvedBlockTrainOptions {
  const {
    pagesPerSite = 12,
    trees = 100,
    cuts = "quantiles",
    seed = 1,
    name = "blocks",
    labels = {},
    makeForest = trainForest,
    ...others
  } = given;
  const resolved = { pagesPerSite, trees, cuts, seed, name, labels, makeForest };
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw bad(`Unknown option "${unknown}"; expected one of ${Object.keys(resolved).join(", ")}.`);
  }
  if (!(Number.isInteger(pagesPerSite) && pagesPerSite >= 1)) {
    throw bad(`Option "pagesPerSite" must be a positive integer, not ${pagesPerSite}.`);
  }
  if (!(Number.isInteger(trees) && trees >= 1 && trees <= maxTrees)) {
    throw bad(`Option "trees" must be a whole number from 1 to ${maxTrees}, not ${trees}.`);
  }
  if (!cutRules.includes(cuts)) throw bad(`Option "cuts" must be one of ${cutRules.join(", ")}, not ${cuts}.`);
  if (!Number.isSafeInteger(seed)) throw bad(`Option "seed" must be a whole number, not ${seed}.`);
  if (typeof name !== "string") throw bad(`Option "name" must be a string, not ${name}.`);
  if (typeof makeForest !== "function") throw bad(`Option "makeForest" must be a function, not ${makeForest}.`);
  checkLabels(labels);
  return resolved;
}

function checkLabels(labels: object): void {
  if (typeof labels !== "object" || labels === null) throw bad(`Option "labels" must be an object, not ${labels}.`);
  const chosen = ["tags", "minimumCharacters", "minimumWords"].find((name) => Object.hasOwn(labels, name));
  if (chosen !== undefined) throw bad(`Option "${chosen}" cannot be set: models know only one kind of block.`);
  new BlockCounter(labels);
}

function bad(message: string): DehuskError {
  return new DehuskError("bad-option", message);
}
