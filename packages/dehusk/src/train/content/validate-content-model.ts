import { DehuskError, rounded } from "../../basics/index.ts";
import type { ContentModel } from "../../detect/index.ts";
import { extract } from "../../extract/index.ts";
import type { Limits } from "../../page/index.ts";
import type { SetPage } from "../labelled/labelled-set.ts";
import { wordScores } from "../measures/word-scores.ts";
import { type ContentTrainer, hashHost } from "./content-trainer.ts";
import { fitContentModel } from "./fit-content-model.ts";

/** How well the words of the extracted texts of a set's pages agree with the true ones. */
export interface SetScores {
  readonly pages: number;
  readonly meanF1: number;
  readonly medianF1: number;
  /** Share of the pages with F1 below 0.5. */
  readonly below: number;
}

/** The scores of sets, in the order in which they were given. */
export interface ValidationTable {
  readonly sets: Readonly<Record<string, SetScores>>;
  /** Mean of the sets' means: sets count alike. */
  readonly meanF1: number;
}

/** A set to measure, whatever else the caller knows of it. */
export interface ValidationSet {
  readonly name: string;
  /** Hosts of its pages. */
  readonly hosts: readonly string[];
}

export interface ValidationOptions {
  readonly limits?: Partial<Limits> | undefined;
  /** Is told what is being done. */
  readonly onStep?: ((step: string) => void) | undefined;
  /** Is told of pages that nothing could be extracted from; these have an F1 of 0. */
  readonly onFailure?: ((page: SetPage, error: DehuskError) => void) | undefined;
}

const folds = 4;
const low = 0.5;

/**
 * Measures each page by a model that was trained on no page of its host: the hosts are parted in four, and a model is
 * trained on each three parts. Sets that the trainer was not given are measured too. Pages are read once, after the
 * models are made, and held one at a time.
 *
 * @param read Reads the pages of a set; those without a whole text are passed over.
 * @throws DehuskError `bad-input` when there is too little to train on, or nothing to measure.
 *
 * @example const { meanF1 } = await crossValidate(trainer, sets, readSet);
 */
export async function crossValidate<Measured extends ValidationSet>(
  trainer: ContentTrainer,
  sets: readonly Measured[],
  read: (set: Measured) => AsyncIterable<SetPage>,
  options: ValidationOptions = {},
): Promise<ValidationTable> {
  const models = Array.from({ length: folds }, (_, fold) => {
    const what = `cross-validation, part ${fold + 1} of ${folds}`;
    return fitContentModel(trainer, what, ({ host }) => hashHost(host) % folds !== fold, options.onStep);
  });
  const modelFor = (page: SetPage): ContentModel => models[hashHost(page.host) % folds];
  const scores = new Map<string, number[]>();
  for (const set of sets) {
    options.onStep?.(`cross-validation: measuring ${set.name}`);
    scores.set(set.name, await measure(read(set), modelFor, options));
  }
  return tableOf(scores);
}

/**
 * Measures each set by a model that was trained on the other sets, without their pages of hosts that are in the set: how
 * well the model does on pages that were collected and labelled in a way it does not know. Trains a model for each set.
 *
 * @param read Reads the pages of a set; those without a whole text are passed over.
 * @throws DehuskError `bad-input` when there is too little to train on, or nothing to measure.
 */
export async function leaveOneOut<Measured extends ValidationSet>(
  trainer: ContentTrainer,
  sets: readonly Measured[],
  read: (set: Measured) => AsyncIterable<SetPage>,
  options: ValidationOptions = {},
): Promise<ValidationTable> {
  const scores = new Map<string, number[]>();
  for (const set of sets) {
    const hosts = new Set(set.hosts);
    const isTrainedOn = (page: { set: string; host: string }): boolean =>
      page.set !== set.name && !hosts.has(page.host);
    const model = fitContentModel(trainer, `model without ${set.name}`, isTrainedOn, options.onStep);
    options.onStep?.(`model without ${set.name}: measuring`);
    scores.set(set.name, await measure(read(set), () => model, options));
  }
  return tableOf(scores);
}

/** F1 of each page whose whole content is known. */
async function measure(
  pages: AsyncIterable<SetPage>,
  modelFor: (page: SetPage) => ContentModel,
  { limits, onFailure }: ValidationOptions,
): Promise<number[]> {
  const scores: number[] = [];
  for await (const page of pages) {
    if (page.text === undefined) continue;
    try {
      const { text } = extract(page.html, { url: page.url, model: modelFor(page), limits });
      scores.push(wordScores(text, page.text).f1);
    } catch (error) {
      if (!(error instanceof DehuskError)) throw error;
      scores.push(0);
      onFailure?.(page, error);
    }
  }
  return scores;
}

function tableOf(scores: ReadonlyMap<string, readonly number[]>): ValidationTable {
  const measured = [...scores].filter(([, each]) => each.length > 0);
  if (measured.length === 0) throw new DehuskError("bad-input", "No page can be measured: none has a whole text.");
  return {
    sets: Object.fromEntries(measured.map(([name, each]) => [name, scoresOf(each)])),
    meanF1: rounded(mean(measured.map(([, each]) => mean(each))), 4),
  };
}

function scoresOf(scores: readonly number[]): SetScores {
  const sorted = scores.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  const median = sorted.length % 2 === 1 ? upper : (sorted[middle - 1] + upper) / 2;
  const below = scores.filter((score) => score < low).length / scores.length;
  return {
    pages: scores.length,
    meanF1: rounded(mean(scores), 4),
    medianF1: rounded(median, 4),
    below: rounded(below, 4),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
