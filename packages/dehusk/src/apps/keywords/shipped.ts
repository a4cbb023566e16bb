import frequenciesFile from "../../../models/document-frequencies.json" with { type: "json" };
import modelFile from "../../../models/keywords.json" with { type: "json" };
import type { KnownFrequencies } from "./document-frequencies.ts";
import { checkFrequencies } from "./frequencies-file.ts";
import { checkKeywordModel, type KeywordModel } from "./keyword-model.ts";

/**
 * The shipped model and document frequencies, read on first use. The frequencies count whole pages of many sites,
 * templates included, so that menu words count as common.
 */

let model: KeywordModel | undefined;
let frequencies: KnownFrequencies | undefined;

export function shippedModel(): KeywordModel {
  model ??= checkKeywordModel(modelFile);
  return model;
}

export function shippedFrequencies(): KnownFrequencies {
  frequencies ??= checkFrequencies(frequenciesFile);
  return frequencies;
}
