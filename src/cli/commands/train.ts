import { type Command, InvalidArgumentError } from "commander";
import { findSites, readPages } from "../../corpus/index.ts";
import { type PageLevelModel, PageLevelTrainer, writePageLevelModel } from "../../detect/index.ts";
import { DehuskError, parse } from "../../page/index.ts";
import { attempt } from "../attempt.ts";
import { type Console, createConsole } from "../console.ts";
import { Exit } from "../exit-codes.ts";
import { addGeneralOptions, limitsOf } from "../general-options.ts";
import { positive, wholeNumber } from "../option-values.ts";
import { refuseFolder } from "../refuse-folder.ts";
import { type TrainDefaultOptions, trainDefault } from "../train-default.ts";
import { writeStdout, writeWhole } from "../write-output.ts";

interface TrainCommandOptions extends TrainDefaultOptions {
  readonly default?: boolean;
  readonly pagesPerSite: number;
  readonly l2: number;
}

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

Examples:
  dehusk train crawls/*.jsonl.gz -o model.json
  dehusk train --default labelled/ -o content.json --cross-validate --report report.json
  dehusk train --default labelled/ -o content.json --leave-out old-set,other-set --pages-per-set 200
  dehusk extract page.html --model model.json

Exit codes: 0 done, 1 some pages failed, 2 wrong usage, 3 input unreadable.`;

/** Adds `dehusk train`. */
export function addTrainCommand(program: Command, setExit: (code: number) => void): void {
  const command = program
    .command("train")
    .description(
      "train a page-level model on pages of many sites, without labels; or a content model on labelled pages",
    )
    .argument("<inputs...>", "files of JSON lines, or folders: a site each, with --default a set each")
    .option("-o, --output <path>", "write the model to a file")
    .option("--name <name>", "what the model is called (default: page-level, with --default default)")
    .option("--seed <n>", "which pages are taken, how sites are parted, how trees grow", wholeNumber, 1)
    .option("--pages-per-site <n>", "how many pages of a site are trained on", wholeNumber, 10)
    .option("--l2 <weight>", "weight of the penalty on large weights", positive, 0.015)
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
    refuseOptions(options, command);
    return options.default ? trainDefault(paths, options, console) : train(paths, options, console);
  });
}

const forSites = ["l2"];
const forSets = ["sites", "pagesPerSet", "leaveOut", "crossValidate", "leaveOneOut", "report"];

/** Options of the one kind of training say nothing in the other. */
function refuseOptions(options: TrainCommandOptions, command: Command): void {
  const strange = command.options.find((option) => {
    const name = option.attributeName();
    return (options.default ? forSites : forSets).includes(name) && command.getOptionValueSource(name) === "cli";
  });
  if (strange !== undefined) {
    const where = options.default ? "not for --default" : "for --default only";
    throw new DehuskError("bad-option", `${strange.long} is ${where}.`);
  }
  if (options.default && options.sites === undefined && command.getOptionValueSource("pagesPerSite") === "cli") {
    throw new DehuskError("bad-option", "--pages-per-site needs --sites.");
  }
  if (options.report !== undefined && !options.crossValidate && !options.leaveOneOut) {
    throw new DehuskError("bad-option", "--report needs --cross-validate, --leave-one-out or both.");
  }
}

async function train(paths: readonly string[], options: TrainCommandOptions, console: Console): Promise<number> {
  const { pagesPerSite, l2, seed, name = "page-level" } = options;
  const trainer = new PageLevelTrainer({ pagesPerSite, l2, seed, name });
  const sites = await findSites(paths);
  await refuseFolder(options.output);
  let failed = 0;
  for (const [done, path] of sites.entries()) {
    console.progress(done, sites.length, path);
    failed += await addSite(trainer, path, options, console);
  }
  const model = trainer.finish((step) => console.status(step));
  console.endProgress();
  const text = writePageLevelModel(model);
  if (options.output === undefined) await writeStdout(text);
  else await writeWhole(options.output, text);
  console.note(reportOf(model, failed));
  return failed > 0 ? Exit.SomeFailed : Exit.Done;
}

/** Adds the pages of a site and gives how many of them failed. */
async function addSite(
  trainer: PageLevelTrainer,
  path: string,
  options: TrainCommandOptions,
  console: Console,
): Promise<number> {
  const limits = limitsOf(options);
  const site = trainer.startSite();
  let failed = 0;
  for await (const record of readPages([path], { limitBytes: limits.bytes })) {
    try {
      if (record.error !== undefined) throw record.error;
      site.add(parse(record.html, { url: record.url, limits }));
    } catch (error) {
      if (!(error instanceof DehuskError)) throw error;
      failed++;
      console.error(error, record.id);
    }
  }
  trainer.endSite(site);
  return failed;
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
