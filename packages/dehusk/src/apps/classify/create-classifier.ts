import { predictNaiveBayes } from "../../learn/index.ts";
import type { ClassifierModel } from "./classifier-model.ts";
import { countWords } from "./count-words.ts";

export interface Classification {
  /** The most probable class; ties go to the first by name. */
  readonly label: string;
  readonly probability: number;
  /** All classes, most probable first. */
  readonly classes: readonly { readonly label: string; readonly probability: number }[];
  /** Words of the text that the model knows. If 0, the answer only reflects the class frequencies. */
  readonly knownWords: number;
}

/**
 * Makes a function that classifies a text. It holds the vocabulary as a map; each call is linear in the text.
 *
 * @example
 * createClassifier(model)("A camera with two lenses").label; // "camera"
 */
export function createClassifier(model: ClassifierModel): (text: string) => Classification {
  const numbers = new Map(model.vocabulary.map((word, number) => [word, number]));
  return (text) => {
    const document = countWords(text, (word) => numbers.get(word));
    const classes = Array.from(predictNaiveBayes(model.bayes, document), (log, i) => ({
      label: model.classes[i],
      probability: Math.exp(log),
    })).sort((a, b) => b.probability - a.probability);
    const { label, probability } = classes[0];
    return { label, probability, classes, knownWords: Array.from(document.counts).reduce((sum, n) => sum + n, 0) };
  };
}
