import { DehuskError, isRecord, showValue } from "../../basics/index.ts";
import type { NaiveBayesModel } from "../../learn/index.ts";
import { type Cleaning, cleanings } from "../clean.ts";

/** A trained classifier: plain data, see {@link writeClassifier}. */
export interface ClassifierModel {
  readonly version: 1;
  readonly kind: "dehusk-page-classifier";
  /** How the training pages were cleaned; pages to classify should be cleaned the same way. */
  readonly clean: Cleaning;
  /** Words on fewer pages were dropped. */
  readonly minimumPages: number;
  /** Names of the classes, in order. */
  readonly classes: readonly string[];
  /** Lower-case words, in order. */
  readonly vocabulary: readonly string[];
  readonly bayes: NaiveBayesModel;
}

/** A model as JSON text, one line per class. The same pages give the same text, in any order. */
export function writeClassifier({ bayes, ...head }: ClassifierModel): string {
  const { counts, ...figures } = bayes;
  const lines = Object.entries(head).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`);
  const inner = Object.entries(figures).map(
    ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`,
  );
  const rows = counts.map((row) => `      ${JSON.stringify(row)}`).join(",\n");
  return `{\n${lines.join("")}  "bayes": {\n${inner.join("")}    "counts": [\n${rows}\n    ]\n  }\n}\n`;
}

/**
 * Reads what {@link writeClassifier} wrote.
 *
 * @throws DehuskError `bad-model` with what is wrong.
 */
export function readClassifier(text: string): ClassifierModel {
  const file = parseJson(text);
  if (!isRecord(file) || file["kind"] !== "dehusk-page-classifier") {
    throw bad('it lacks "kind": "dehusk-page-classifier"');
  }
  if (file["version"] !== 1) throw bad(`its version is ${showValue(file["version"])}, expected 1`);
  const clean = cleanings.find((name) => name === file["clean"]);
  if (clean === undefined) throw bad(`"clean" is ${showValue(file["clean"])}, not one of ${cleanings.join(", ")}`);
  const classes = names(file["classes"], "classes");
  const vocabulary = names(file["vocabulary"], "vocabulary");
  const [minimumPages] = counts([file["minimumPages"]], 1, '"minimumPages"') as [number];
  const bayes = readBayes(file["bayes"], classes.length, vocabulary.length);
  return { version: 1, kind: "dehusk-page-classifier", clean, minimumPages, classes, vocabulary, bayes };
}

function readBayes(value: unknown, classes: number, words: number): NaiveBayesModel {
  if (!isRecord(value)) throw bad('"bayes" is not an object');
  const { smoothing, counts: rows } = value;
  if (typeof smoothing !== "number" || !(smoothing > 0))
    throw bad(`"smoothing" is ${showValue(smoothing)}, expected a number above 0`);
  if (value["words"] !== words) throw bad(`"words" is ${showValue(value["words"])}, but its vocabulary has ${words}`);
  const documents = counts(value["documents"], classes, '"documents"');
  const totals = counts(value["totals"], classes, '"totals"');
  if (documents.every((count) => count === 0)) throw bad("all its classes are empty");
  if (!Array.isArray(rows) || rows.length !== classes) throw bad(`"counts" must be a list of ${classes} lists`);
  const checked = rows.map((row, i) => counts(row, words, `"counts" of class ${i + 1}`));
  for (const [i, row] of checked.entries()) {
    const sum = row.reduce((total, count) => total + count, 0);
    if (sum !== totals[i]) throw bad(`the counts of class ${i + 1} sum to ${sum}, not to its total of ${totals[i]}`);
  }
  return { smoothing, words, documents, totals, counts: checked };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw bad(`it is not JSON (${(error as Error).message})`, error);
  }
}

function names(value: unknown, name: string): string[] {
  if (Array.isArray(value) && value.every((item) => typeof item === "string") && new Set(value).size === value.length) {
    return value;
  }
  throw bad(`"${name}" must be a list of unique strings`);
}

function counts(value: unknown, length: number, what: string): number[] {
  if (Array.isArray(value) && value.length === length && value.every((n) => Number.isSafeInteger(n) && n >= 0)) {
    return value;
  }
  throw bad(`${what} must be ${length} non-negative ${length === 1 ? "integer" : "integers"}`);
}

function bad(reason: string, cause?: unknown): DehuskError {
  return new DehuskError("bad-model", `The classifier cannot be used: ${reason}.`, { cause });
}
