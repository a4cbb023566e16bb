import { type ClassifierModel, createClassifier, readClassifier, writeClassifier } from "../../apps/index.ts";
import { DehuskError } from "../../basics/index.ts";
import { readTextFile } from "../../batch/index.ts";
import type { OptionValues } from "../../options/index.ts";
import { ClassifierTrainer } from "../../train/index.ts";
import { type CommandCall, type CommandGroup, defineCommand } from "../command.ts";
import { usualExits } from "../exit-codes.ts";
import { labelledSources } from "../input/labelled-sources.ts";
import { Failures, readTexts } from "../input/read-texts.ts";
import { cleanHelp, cleanOptions, oneLine } from "../options/app-options.ts";
import { generalOptions } from "../options/general-options.ts";
import { formatOption, outputOption } from "../options/shared-options.ts";
import { writeStdout, writeWhole } from "../output/write-output.ts";

const exits = { ...usualExits, 1: "some pages failed", 5: "model or templates unusable" };

const trainOptions = {
  output: {
    type: "string",
    required: true,
    guarded: true,
    short: outputOption.short,
    value: "path",
    help: "file for the model",
  },
  clean: { ...cleanOptions.clean, default: "frame" },
  site: cleanOptions.site,
  minPages: { type: "integer", min: 1, default: 1, value: "n", help: "leave out words that are on fewer pages" },
  format: formatOption("table", "json"),
  ...generalOptions,
} as const;

const predictOptions = {
  model: { type: "string", required: true, short: "m", value: "path", help: "model written by classify train" },
  clean: { ...cleanOptions.clean, defaultText: "as the model was trained" },
  site: cleanOptions.site,
  format: formatOption("table", "json"),
  ...generalOptions,
} as const;

const train = defineCommand({
  inputs: {
    name: "inputs",
    many: true,
    required: true,
    help: "folders with a sub-folder for each class, or JSON lines with labels",
  },
  options: trainOptions,
  details: `
In a folder, each sub-folder is a class. In JSON lines, "label" or "topic" names the class of each page.
${cleanHelp}`,
  examples: [
    "dehusk classify train topics/ -o model.json",
    "dehusk classify train pages.jsonl.br --clean site --min-pages 2 -o model.json",
  ],
  exits,
  run: runTrain,
});

const predict = defineCommand({
  inputs: {
    name: "inputs",
    many: true,
    required: true,
    help: "pages: files, folders, JSON lines, or - for standard input",
  },
  options: predictOptions,
  details: `
The pages are cleaned like those that the model was trained on, unless --clean says otherwise.
As JSON, each page is one line: {"version", "id", "url", "label", "probability", "classes", "knownWords"}.
${cleanHelp}`,
  examples: [
    "dehusk classify predict page.html --model model.json",
    "dehusk classify predict crawl.jsonl.gz --model model.json --format json > classes.jsonl",
  ],
  exits,
  run: runPredict,
});

/** `dehusk classify train` and `dehusk classify predict`. */
export const command: CommandGroup = {
  details: "",
  commands: {
    train: { about: "learn classes from labelled pages", ...train },
    predict: { about: "predict the classes of pages", ...predict },
  },
};

async function runTrain({ inputs, options, console }: CommandCall<OptionValues<typeof trainOptions>>): Promise<number> {
  const failures = new Failures(console);
  const trainer = new ClassifierTrainer({ clean: options.clean, minimumPages: options.minPages });
  const sources = await labelledSources(inputs, console);
  for await (const { id, label, text } of readTexts({ sources, options, console, failures })) {
    if (label !== undefined) trainer.add(text, label);
    else
      failures.add(
        new DehuskError("bad-input", 'The page has no class: neither a sub-folder nor "label" or "topic" names one.'),
        id,
      );
  }
  if (trainer.pages === 0) return failures.exit(0);
  const model = trainer.finish();
  await writeWhole(options.output, writeClassifier(model));
  await writeStdout(options.format === "json" ? `${JSON.stringify(summary(model), null, 2)}\n` : summaryTable(model));
  console.note(`${trainer.pages} pages, ${model.vocabulary.length} different words, written to ${options.output}`);
  return failures.exit(trainer.pages);
}

function summary({ clean, classes, vocabulary, bayes }: ClassifierModel) {
  const figures = classes.map((label, i) => ({ label, pages: bayes.documents[i] ?? 0, words: bayes.totals[i] ?? 0 }));
  return { version: 1, clean, vocabulary: vocabulary.length, classes: figures };
}

function summaryTable(model: ClassifierModel): string {
  const lines = summary(model).classes.map(({ label, pages, words }) => {
    return `${String(pages).padStart(8)}  ${String(words).padStart(9)}  ${oneLine(label)}\n`;
  });
  return `   pages      words  class\n${lines.join("")}`;
}

async function runPredict({
  inputs,
  options,
  console,
}: CommandCall<OptionValues<typeof predictOptions>>): Promise<number> {
  const failures = new Failures(console);
  const model = readClassifier(await readTextFile(options.model));
  const classify = createClassifier(model);
  const clean = options.clean ?? model.clean;
  if (clean !== model.clean) {
    console.warn(`The model was trained on pages cleaned with --clean ${model.clean}, not ${clean}.`);
  }
  const width = Math.max(5, ...model.classes.map((label) => oneLine(label).length));
  const job = { sources: [{ paths: inputs }], options: { ...options, clean }, console, failures };
  let used = 0;
  for await (const { id, url, text } of readTexts(job)) {
    const { label, probability, classes, knownWords } = classify(text);
    const record = { version: 1, id, url: url ?? null, label, probability, classes, knownWords };
    const row = `${oneLine(label).padEnd(width)}  ${probability.toFixed(3).padStart(11)}  ${oneLine(id)}\n`;
    const header = used++ === 0 ? `${"class".padEnd(width)}  probability  page\n` : "";
    console.endProgress();
    if (!(await writeStdout(options.format === "json" ? `${JSON.stringify(record)}\n` : header + row))) break;
  }
  return failures.exit(used);
}
