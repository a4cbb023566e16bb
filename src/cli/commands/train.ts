import { stat } from "node:fs/promises";
import type { Command } from "commander";
import { findSites, readPages } from "../../corpus/index.ts";
import { type PageLevelModel, PageLevelTrainer, writePageLevelModel } from "../../detect/index.ts";
import { DehuskError, parse } from "../../page/index.ts";
import { attempt } from "../attempt.ts";
import { type Console, createConsole } from "../console.ts";
import { Exit } from "../exit-codes.ts";
import { addGeneralOptions, type GeneralOptions, limitsOf } from "../general-options.ts";
import { positive, wholeNumber } from "../option-values.ts";
import { writeStdout, writeWhole } from "../write-output.ts";

interface TrainCommandOptions extends GeneralOptions {
  readonly output?: string;
  readonly name: string;
  readonly pagesPerSite: number;
  readonly l2: number;
  readonly seed: number;
}

const help = `
Inputs: pages of many sites, at least four. A file of JSON lines (.jsonl, .jsonl.gz, .jsonl.br) is a site; so is a folder of
HTML files. In a folder of such files and folders, each is a site.

Nobody labels anything: what repeats within a site is its template, and from that the model learns to know a template on
any page. All pages of a site are counted, some are trained on. The report tells how well models do on sites that they
were not trained on. The same inputs and options give the same model, byte for byte.

Examples:
  dehusk train crawls/*.jsonl.gz -o model.json
  dehusk extract page.html --model model.json

Exit codes: 0 done, 1 some pages failed, 2 wrong usage, 3 input unreadable.`;

/** Adds `dehusk train`. */
export function addTrainCommand(program: Command, setExit: (code: number) => void): void {
  const command = program
    .command("train")
    .description("train a page-level model on pages of many sites, without labels")
    .argument("<inputs...>", "files of JSON lines, or folders: a site each")
    .option("-o, --output <path>", "write the model to a file")
    .option("--name <name>", "what the model is called", "page-level")
    .option("--pages-per-site <n>", "how many pages of a site are trained on", wholeNumber, 10)
    .option("--l2 <weight>", "weight of the penalty on large weights", positive, 0.015)
    .option("--seed <n>", "which pages are taken, and how the sites are parted", wholeNumber, 1)
    .addHelpText("after", help);
  addGeneralOptions(command).action(async (paths: string[], options: TrainCommandOptions) => {
    setExit(await run(paths, options));
  });
}

async function run(paths: readonly string[], options: TrainCommandOptions): Promise<number> {
  const console = createConsole(options);
  return attempt(console, () => train(paths, options, console));
}

async function train(paths: readonly string[], options: TrainCommandOptions, console: Console): Promise<number> {
  const { pagesPerSite, l2, seed, name } = options;
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

/** Nobody wants to hear after minutes of training that its result cannot be written. */
async function refuseFolder(output: string | undefined): Promise<void> {
  if (output === undefined) return;
  if ((await stat(output).catch(() => undefined))?.isDirectory()) {
    throw new DehuskError("unwritable", `Cannot write "${output}": it is a folder.`);
  }
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
