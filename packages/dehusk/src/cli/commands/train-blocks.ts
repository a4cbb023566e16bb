import { availableParallelism } from "node:os";
import { blockClassifiers, writeBlockModel } from "../../detect/index.ts";
import { BlockTrainer, type BlockTrainingReport, trainForestInWorkers } from "../../train/index.ts";
import { Exit } from "../exit-codes.ts";
import { addSites } from "../input/add-sites.ts";
import { refuseFolder } from "../input/refuse-folder.ts";
import type { Console } from "../output/console.ts";
import { warnIfPerfect } from "../output/warn-if-perfect.ts";
import { writeOutput } from "../output/write-output.ts";
import type { TrainOptions } from "./train-options.ts";

/** Trains a template-block model on pages of many sites, measures it on sites held out, and writes it. */
export async function trainBlocks(paths: readonly string[], options: TrainOptions, console: Console): Promise<number> {
  const { pagesPerSite, trees, cuts, seed, name = "blocks", workers = availableParallelism() } = options;
  await refuseFolder(options.output);
  const start = performance.now();
  const trainer = new BlockTrainer({
    pagesPerSite,
    trees,
    cuts,
    seed,
    name,
    makeForest: (problem, settings) => trainForestInWorkers(problem, settings, workers),
  });
  const failed = await addSites(trainer, paths, options, console);
  const model = await trainer.finish((step) => console.status(step));
  console.endProgress();
  warnIfPerfect([model.training.measures.rf.averagePrecision], console);
  const text = writeBlockModel(model);
  const seconds = (performance.now() - start) / 1000;
  await writeOutput(options.output, text, console, reportOf(model.training, failed, seconds, text.length));
  return failed > 0 ? Exit.SomeFailed : Exit.Done;
}

function reportOf(report: BlockTrainingReport, failed: number, seconds: number, size: number): string {
  const { sites, pages, pagesTrainedOn, templates, others, ignored, folds, measures } = report;
  const failures = failed > 0 ? `, ${failed} pages failed` : "";
  const memory = process.resourceUsage().maxRSS / 1024;
  const lines = [
    `${sites} sites, ${pages} pages, trained on ${pagesTrainedOn} of them${failures}`,
    `${templates} template blocks, ${others} others, ${ignored} ignored`,
    `${seconds.toFixed(0)} s, ${memory.toFixed(0)} MB of memory, model of ${(size / 1024).toFixed(0)} KB`,
    `on sites not trained on, ${folds} parts; a guess has a precision of ${share(measures.rf)} and ${share(measures.rf.distinctTexts)}:`,
    columns("", [
      "all blocks: recall at 0.9",
      "average precision",
      "each text once: recall at 0.9",
      "average precision",
    ]),
  ];
  for (const name of blockClassifiers) {
    const all = measures[name];
    const once = all.distinctTexts;
    const figures = [all.recallAt90, all.averagePrecision, once.recallAt90, once.averagePrecision];
    lines.push(
      columns(
        name,
        figures.map((figure) => figure.toFixed(3)),
      ),
    );
  }
  return lines.join("\n");
}

function share({ templateShare }: { readonly templateShare: number }): string {
  return templateShare.toFixed(2);
}

function columns(name: string, cells: readonly string[]): string {
  return `${name.padEnd(7)}${cells.map((cell, i) => cell.padStart(i % 2 === 0 ? 31 : 19)).join("")}`;
}
