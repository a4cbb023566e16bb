import { type Command, InvalidArgumentError } from "commander";
import { DehuskError } from "../../basics/index.ts";
import { type PageLevelModel, writePageLevelModel } from "../../detect/index.ts";
import { PageLevelTrainer } from "../../train/index.ts";
import { attempt } from "../attempt.ts";
import { Exit } from "../exit-codes.ts";
import { addSites } from "../input/add-sites.ts";
import { refuseFolder } from "../input/refuse-folder.ts";
import { addGeneralOptions, type GeneralOptions } from "../options/general-options.ts";
import { positive, wholeNumber } from "../options/option-values.ts";
import { type Console, createConsole } from "../output/console.ts";
import { writeOutput } from "../output/write-output.ts";
import { type TrainBlocksOptions, trainBlocks } from "./train-blocks.ts";
import { type TrainDefaultOptions, trainDefault } from "./train-default.ts";
import { type TrainKeywordsOptions, trainKeywordModel } from "./train-keywords.ts";
import { type TrainSegmentsOptions, trainSegments } from "./train-segments.ts";

/** What can be trained, each by an option of its name; without one, a page-level model. */
const kinds = ["default", "blocks", "keywords", "segments"] as const;
type Kind = (typeof kinds)[number] | "page-level";

type TrainCommandOptions = Omit<
  TrainDefaultOptions & TrainBlocksOptions & TrainKeywordsOptions & TrainSegmentsOptions,
  "pagesPerSite"
> & {
  readonly [Name in (typeof kinds)[number]]?: boolean;
} & {
  readonly pagesPerSite?: number;
  readonly l2: number;
};

const help = `
Inputs: pages of many sites, at least four. A file of JSON lines (.jsonl, .jsonl.gz, .jsonl.br) is a site; so is a folder of
HTML files. In a folder of such files and folders, each is a site.

Nobody labels anything: what repeats within a site is its template, and from that the model learns to know a template on
any page. All pages of a site are counted, some are trained on. The report tells how well models do on sites that they
were not trained on. The same inputs and options give the same model, byte for byte.

With --default, the model that decides what is content is trained, on pages that people labelled. Inputs are files of JSON
lines, or folders of them: a set each, called as its file. A line is
  {"id", "url", "html", "text", "include", "exclude", "meta": {"pageType", "site", "synthetic"}}
where text is the page's content; where there is none, include and exclude are lists of texts that are and are not content.
Lines without html, without labels, or with meta.synthetic are left out. A set whose note (<set>.md, beside it) says that it
is for research only is measured, but not trained on.
--cross-validate measures pages by models trained on other hosts, --leave-one-out sets by models trained on other sets.

With --blocks, a template-block model is trained, by repetition too, on ten sites at least: words, logistic regression and a
random forest on blocks of text. The model has curves of precision and recall on sites that it was not trained on, which
--recall and --precision of dehusk detect and extract go by. How many threads work on it does not change the model.

With --keywords, the model of dehusk keywords is trained, on pages that declare their keywords: those that a page's text has
are the truth. Inputs are as for sites; at most five pages of a host are used.

With --segments, the model of dehusk segment is trained, on pages whose blocks people marked. A line is
  {"id", "url", "html", "segments": [{"id", "label", "level", "paths"}], "css", "imageSizes"}
where paths are XPaths of a block's elements, and the innermost block around a text is its segment; css has the text of
style sheets by address. At least eight pages are needed. With --render the model is for boxes as Chromium has them, else
for estimated ones.

Examples:
  dehusk train crawls/*.jsonl.gz -o model.json
  dehusk train --blocks crawls/ -o blocks.json --trees 200 --workers 4
  dehusk train --keywords crawls/ -o keywords.json
  dehusk train --segments marked/ -o segments.json
  dehusk train --default labelled/ -o content.json --cross-validate --report report.json
  dehusk train --default labelled/ -o content.json --leave-out old-set,other-set --pages-per-set 200
  dehusk extract page.html --model model.json

Exit codes: 0 done, 1 some pages failed, 2 wrong usage, 3 input unreadable, 5 browser unusable.`;

/** Adds `dehusk train`. */
export function addTrainCommand(program: Command, setExit: (code: number) => void): void {
  const command = program
    .command("train")
    .description(
      "train a page-level, template-block or keyword model on pages of many sites, without labels; or a content or " +
        "segment model on labelled pages",
    )
    .argument("<inputs...>", "files of JSON lines, or folders: a site each, with --default a set each")
    .option("-o, --output <path>", "write the model to a file")
    .option("--name <name>", "what the model is called (default: page-level, or as the option for its kind)")
    .option("--seed <n>", "which pages are taken, how sites are parted, how trees grow", wholeNumber, 1)
    .option("--pages-per-site <n>", "pages of a site that are trained on (default: 10, with --blocks 12)", wholeNumber)
    .option("--l2 <weight>", "weight of the penalty on large weights", positive, 0.015)
    .option("--blocks", "train a template-block model")
    .option("--trees <n>", "with --blocks: trees of the random forest", wholeNumber, 100)
    .option(
      "--workers <n>",
      "with --blocks: threads that grow trees (default: as many as there are cores)",
      wholeNumber,
    )
    .option("--keywords", "train a keyword model, on pages that declare their keywords")
    .option("--frequencies <file>", "with --keywords: document frequencies (default: those that come with dehusk)")
    .option("--segments", "train a segment model, on pages whose blocks are marked")
    .option("--render", "with --segments: learn from boxes as Chromium has them")
    .option("--default", "train a content model, on labelled pages")
    .option("--pages-per-set <n>", "with --default: how many pages of a set are used", wholeNumber, 600)
    .option("--leave-out <sets>", "with --default: sets not to use, with commas between", setNames)
    .option("--sites <folder>", "with --default: pages of many sites, not labelled, to learn comments and reviews from")
    .option("--cross-validate", "with --default: measure on hosts not trained on")
    .option("--leave-one-out", "with --default: measure on sets not trained on")
    .option("--report <path>", "with --default: write the measurements to a file, as JSON")
    .addHelpText("after", help);
  addGeneralOptions(command).action(async (paths: string[], options: TrainCommandOptions) => {
    setExit(await run(paths, options, command));
  });
}

function setNames(text: string): string[] {
  const names = text.split(",").map((name) => name.trim());
  if (names.includes("")) throw new InvalidArgumentError("It must be names of sets with commas between.");
  return names;
}

async function run(paths: readonly string[], options: TrainCommandOptions, command: Command): Promise<number> {
  const console = createConsole(options);
  return attempt(console, () => {
    const kind = kindOf(options);
    refuseOptions(kind, options, command);
    const { pagesPerSite = usualPages[kind] } = options;
    return trainers[kind](paths, { ...options, pagesPerSite }, console);
  });
}

/** Pages of a site; keyword and segment models do not go by sites. */
const usualPages = { "page-level": 10, default: 10, blocks: 12, keywords: 0, segments: 0 } as const;
const trainers = {
  "page-level": trainPageLevel,
  default: trainDefault,
  blocks: trainBlocks,
  keywords: trainKeywordModel,
  segments: trainSegments,
} as const;

function kindOf(options: TrainCommandOptions): Kind {
  const [kind, other] = kinds.filter((name) => options[name]);
  if (other !== undefined) throw new DehuskError("bad-option", `--${kind} and --${other} exclude each other.`);
  return kind ?? "page-level";
}

/** Options that say nothing in some kinds of training, with those where they do. */
const meantFor: Readonly<Record<string, readonly Kind[]>> = {
  l2: ["page-level"],
  name: ["page-level", "default", "blocks", "segments"],
  pagesPerSite: ["page-level", "default", "blocks"],
  trees: ["blocks"],
  workers: ["blocks"],
  frequencies: ["keywords"],
  render: ["segments"],
  sites: ["default"],
  pagesPerSet: ["default"],
  leaveOut: ["default"],
  crossValidate: ["default"],
  leaveOneOut: ["default"],
  report: ["default"],
};

function refuseOptions(kind: Kind, options: TrainCommandOptions, command: Command): void {
  const isGiven = (name: string): boolean => command.getOptionValueSource(name) === "cli";
  for (const option of command.options) {
    const name = option.attributeName();
    const meant = meantFor[name];
    if (meant === undefined || meant.includes(kind) || !isGiven(name)) continue;
    const where = meant.includes("page-level") ? `not for --${kind}` : `for --${meant.join(" and --")} only`;
    throw new DehuskError("bad-option", `${option.long} is ${where}.`);
  }
  if (options.default && options.sites === undefined && isGiven("pagesPerSite")) {
    throw new DehuskError("bad-option", "--pages-per-site needs --sites.");
  }
  if (options.report !== undefined && !options.crossValidate && !options.leaveOneOut) {
    throw new DehuskError("bad-option", "--report needs --cross-validate, --leave-one-out or both.");
  }
}

interface TrainPageLevelOptions extends GeneralOptions {
  readonly output?: string;
  readonly name?: string;
  readonly seed: number;
  readonly pagesPerSite: number;
  readonly l2: number;
}

async function trainPageLevel(
  paths: readonly string[],
  options: TrainPageLevelOptions,
  console: Console,
): Promise<number> {
  const { pagesPerSite, l2, seed, name = "page-level" } = options;
  const trainer = new PageLevelTrainer({ pagesPerSite, l2, seed, name });
  await refuseFolder(options.output);
  const failed = await addSites(trainer, paths, options, console);
  const model = trainer.finish((step) => console.status(step));
  console.endProgress();
  const text = writePageLevelModel(model);
  await writeOutput(options.output, text);
  console.note(reportOf(model, failed));
  return failed > 0 ? Exit.SomeFailed : Exit.Done;
}

function reportOf({ training }: PageLevelModel, failed: number): string {
  if (training === undefined) return "";
  const { sites, pages, pagesTrainedOn, nodes, heldOut } = training;
  const failures = failed > 0 ? `, ${failed} pages failed` : "";
  const lines = [
    `${sites} sites, ${pages} pages, trained on ${nodes} nodes of ${pagesTrainedOn} pages${failures}`,
    "on sites not trained on:",
    `${"ROC".padStart(8)}${"PR".padStart(8)}${"calibration error".padStart(20)}${"nodes".padStart(10)}  node areas`,
  ];
  for (const part of heldOut) {
    const figures = [part.rocAuc, part.averagePrecision].map((figure) => (figure?.toFixed(3) ?? "–").padStart(8));
    figures.push(part.calibrationError.toFixed(3).padStart(20), String(part.nodes).padStart(10));
    lines.push(`${figures.join("")}  ${part.areas}`);
  }
  return lines.join("\n");
}
