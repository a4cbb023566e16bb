import { type Command, Option } from "commander";
import {
  type ClassifierModel,
  type Cleaning,
  createClassifier,
  readClassifier,
  writeClassifier,
} from "../../apps/index.ts";
import { DehuskError } from "../../basics/index.ts";
import { ClassifierTrainer } from "../../train/index.ts";
import { attempt } from "../attempt.ts";
import { labelledSources } from "../input/labelled-sources.ts";
import { readModelFile } from "../input/read-model-file.ts";
import { Failures, readTexts } from "../input/read-texts.ts";
import { addCleanOptions, cleanHelp, oneLine } from "../options/app-options.ts";
import { addGeneralOptions, type GeneralOptions } from "../options/general-options.ts";
import { wholeNumber } from "../options/option-values.ts";
import { createConsole } from "../output/console.ts";
import { writeStdout, writeWhole } from "../output/write-output.ts";

interface CommonOptions extends GeneralOptions {
  readonly site?: string;
  readonly format: "table" | "json";
}

interface TrainOptions extends CommonOptions {
  readonly clean: Cleaning;
  readonly output: string;
  readonly minPages: number;
}

interface PredictOptions extends CommonOptions {
  readonly clean?: Cleaning;
  readonly model: string;
}

const exits = `
Exit codes: 0 done, 1 some pages failed, 2 wrong usage, 3 input unreadable, 4 limit reached, 5 model or templates
unusable.`;

const trainHelp = `
Of a folder, each sub-folder is a class. In JSON lines, "label" or "topic" names the class of each page.
${cleanHelp}

Examples:
  dehusk classify train topics/ -o model.json
  dehusk classify train pages.jsonl.br --clean site --min-pages 2 -o model.json
${exits}`;

const predictHelp = `
The pages are cleaned as those were that the model learned from, unless --clean says otherwise.
As JSON, each page is a line: {"version", "id", "url", "label", "probability", "classes", "knownWords"}.
${cleanHelp}

Examples:
  dehusk classify predict page.html --model model.json
  dehusk classify predict crawl.jsonl.gz --model model.json --format json > classes.jsonl
${exits}`;

/** Adds `dehusk classify train` and `dehusk classify predict`. */
export function addClassifyCommand(program: Command, setExit: (code: number) => void): void {
  const classify = program.command("classify").description("tell the topics of pages, learned from examples");
  const format = (): Option =>
    new Option("-f, --format <format>", "what to write").choices(["table", "json"]).default("table");
  const train = classify
    .command("train")
    .description("learn classes from labelled pages")
    .argument("<inputs...>", "folders with a sub-folder for each class, or JSON lines with labels")
    .requiredOption("-o, --output <path>", "where the model goes");
  addCleanOptions(train, "page")
    .option("--min-pages <n>", "leave out words that are on fewer pages", wholeNumber, 1)
    .addOption(format())
    .addHelpText("after", trainHelp);
  addGeneralOptions(train).action(async (paths: string[], options: TrainOptions) => {
    setExit(await runTrain(paths, options));
  });
  const predict = classify
    .command("predict")
    .description("tell the classes of pages")
    .argument("<inputs...>", "pages: files, folders, JSON lines, or - for standard input")
    .requiredOption("-m, --model <path>", "what classify train wrote");
  addCleanOptions(predict, undefined).addOption(format()).addHelpText("after", predictHelp);
  addGeneralOptions(predict).action(async (paths: string[], options: PredictOptions) => {
    setExit(await runPredict(paths, options));
  });
}

function runTrain(paths: readonly string[], options: TrainOptions): Promise<number> {
  const console = createConsole(options);
  return attempt(console, async () => {
    const failures = new Failures(console);
    const trainer = new ClassifierTrainer({ clean: options.clean, minimumPages: options.minPages });
    const sources = await labelledSources(paths, console);
    for await (const { id, label, text } of readTexts(sources, options, console, failures)) {
      if (label !== undefined) trainer.add(text, label);
      else failures.add(new DehuskError("bad-input", 'The page has no class: no sub-folder, "label" or "topic".'), id);
    }
    if (trainer.pages === 0) return failures.exit(0);
    const model = trainer.finish();
    await writeWhole(options.output, writeClassifier(model));
    await writeStdout(options.format === "json" ? `${JSON.stringify(summary(model), null, 2)}\n` : summaryTable(model));
    console.note(`${trainer.pages} pages, ${model.vocabulary.length} different words, written to ${options.output}`);
    return failures.exit(trainer.pages);
  });
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

function runPredict(paths: readonly string[], options: PredictOptions): Promise<number> {
  const console = createConsole(options);
  return attempt(console, async () => {
    const failures = new Failures(console);
    const model = readClassifier(await readModelFile(options.model));
    const classify = createClassifier(model);
    const clean = options.clean ?? model.clean;
    if (clean !== model.clean) {
      console.warn(`The model learned from pages cleaned with --clean ${model.clean}, not ${clean}.`);
    }
    const width = Math.max(5, ...model.classes.map((label) => oneLine(label).length));
    let used = 0;
    for await (const { id, url, text } of readTexts([{ paths }], { ...options, clean }, console, failures)) {
      const { label, probability, classes, knownWords } = classify(text);
      const record = { version: 1, id, url: url ?? null, label, probability, classes, knownWords };
      const row = `${oneLine(label).padEnd(width)}  ${probability.toFixed(3).padStart(11)}  ${oneLine(id)}\n`;
      const header = used++ === 0 ? `${"class".padEnd(width)}  probability  page\n` : "";
      console.endProgress();
      if (!(await writeStdout(options.format === "json" ? `${JSON.stringify(record)}\n` : header + row))) break;
    }
    return failures.exit(used);
  });
}
