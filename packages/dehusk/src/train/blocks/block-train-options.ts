import { DehuskError } from "../../basics/index.ts";
import { trainForest } from "../../learn/index.ts";
import { BlockCounter, type BlockLabelOptions, type TextBlockOptions } from "../../site/index.ts";
import type { ForestMaker } from "./fit-blocks.ts";

export interface BlockTrainOptions {
  /** Pages of a site that blocks are taken from; all of its pages are counted. Default 12: with 30 it was no better. */
  readonly pagesPerSite?: number | undefined;
  /** Trees of the forest. Default 100. */
  readonly trees?: number | undefined;
  /** Default 1. */
  readonly seed?: number | undefined;
  /** Name that the model gets. Default "blocks". */
  readonly name?: string | undefined;
  /** When a block is a template. What a block is cannot be chosen, since models know one kind of blocks only. */
  readonly labels?: Omit<BlockLabelOptions, keyof TextBlockOptions> | undefined;
  /** Makes the forests; default `trainForest`, on this thread. */
  readonly makeForest?: ForestMaker | undefined;
}

export interface ResolvedBlockTrainOptions {
  readonly pagesPerSite: number;
  readonly trees: number;
  readonly seed: number;
  readonly name: string;
  readonly labels: NonNullable<BlockTrainOptions["labels"]>;
  readonly makeForest: ForestMaker;
}

const mostTrees = 0xffff;

/**
 * The defaults with the given options in their place.
 *
 * @throws DehuskError `bad-option` when one is unknown or has a value that makes no sense.
 */
export function resolveBlockTrainOptions(given: BlockTrainOptions): ResolvedBlockTrainOptions {
  const {
    pagesPerSite = 12,
    trees = 100,
    seed = 1,
    name = "blocks",
    labels = {},
    makeForest = trainForest,
    ...others
  } = given;
  const resolved = { pagesPerSite, trees, seed, name, labels, makeForest };
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw bad(`Unknown option "${unknown}"; known are ${Object.keys(resolved).join(", ")}.`);
  }
  if (!(Number.isInteger(pagesPerSite) && pagesPerSite >= 1)) {
    throw bad(`Option "pagesPerSite" must be a whole number above 0, not ${pagesPerSite}.`);
  }
  if (!(Number.isInteger(trees) && trees >= 1 && trees <= mostTrees)) {
    throw bad(`Option "trees" must be a whole number from 1 to ${mostTrees}, not ${trees}.`);
  }
  if (!Number.isSafeInteger(seed)) throw bad(`Option "seed" must be a whole number, not ${seed}.`);
  if (typeof name !== "string") throw bad(`Option "name" must be a text, not ${name}.`);
  if (typeof makeForest !== "function") throw bad(`Option "makeForest" must be a function, not ${makeForest}.`);
  checkLabels(labels);
  return resolved;
}

function checkLabels(labels: object): void {
  if (typeof labels !== "object" || labels === null) throw bad(`Option "labels" must be an object, not ${labels}.`);
  const chosen = ["tags", "minimumCharacters", "minimumWords"].find((name) => Object.hasOwn(labels, name));
  if (chosen !== undefined) throw bad(`Option "${chosen}" cannot be chosen: models know one kind of blocks only.`);
  new BlockCounter(labels);
}

function bad(message: string): DehuskError {
  return new DehuskError("bad-option", message);
}
