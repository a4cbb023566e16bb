import { DehuskError, rounded } from "../../basics/index.ts";
import type { ContentModel } from "../../detect/index.ts";
import { extract } from "../../extract/index.ts";
import type { Limits } from "../../page/index.ts";
import type { SetPage } from "../labelled/labelled-set.ts";
import { wordScores } from "../measures/word-scores.ts";
import { type ContentTrainer, hashHost } from "./content-trainer.ts";
import { fitContentModel } from "./fit-content-model.ts";

/** Agreement between the words of extracted and true texts over a set's pages. */
export interface SetScores {
  readonly pages: number;
  readonly meanF1: number;
  readonly medianF1: number;
  /** Share of pages with F1 below 0.5. */
  readonly below: number;
}

/** The scores of sets, in the given order. */
export interface ValidationTable {
  readonly sets: Readonly<Record<string, SetScores>>;
  /** Mean of the sets' means: sets are weighted equally. */
  readonly meanF1: number;
}

/** A set to validate on. */
export interface ValidationSet {
  readonly name: string;
  /** Hosts of its pages. */
  readonly hosts: readonly string[];
}

export interface ValidationOptions {
  readonly limits?: Partial<Limits> | undefined;
  /** Called with each step. */
  readonly onStep?: ((step: string) => void) | undefined;
  /** Called for pages from which nothing could be extracted; these have an F1 of 0. */
  readonly onFailure?: ((page: SetPage, error: DehuskError) => void) | undefined;
}

const folds = 4;
const low = 0.5;

/**
 * Measures each page with a model not trained on its host: four-fold by host. Sets not in the trainer are measured too.
 * Pages are read once, after the models are trained, and held one at a time.
 *
 * @param read Reads the pages of a set; those without a whole text are skipped.
 * @throws DehuskError `bad-input` if there is too little to train on, or nothing to measure.
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
    const what = `cross-validation, fold ${fold + 1} of ${folds}`;
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
 * Measures each set with a model trained on the other sets, without the hosts of the set: how well the model does on
 * pages collected and labelled in a way it has not seen. Trains one model per set.
 *
 * @param read Reads the pages of a set; those without a whole text are skipped.
 * @throws DehuskError `bad-input` if there is too little to train on, or nothing to measure.
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
  if (measured.length === 0)
    throw new DehuskError("bad-input", "No page can be measured: none has its whole content as text.");
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
