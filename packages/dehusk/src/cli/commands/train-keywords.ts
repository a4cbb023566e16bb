import { declaredKeywords, readFrequencies, readPhraseCounts, writeKeywordModel } from "../../apps/index.ts";
import { DehuskError } from "../../basics/index.ts";
import { readTextFile } from "../../batch/index.ts";
import { findSets, findSites, readPages } from "../../corpus/index.ts";
import { type Page, parse } from "../../page/index.ts";
import { KeywordTrainer } from "../../train/index.ts";
import { Exit } from "../exit-codes.ts";
import { refuseFolder } from "../input/refuse-folder.ts";
import { type GeneralOptions, limitsOf } from "../options/general-options.ts";
import type { Console } from "../output/console.ts";
import { createPageStatus } from "../output/page-status.ts";
import { writeOutput } from "../output/write-output.ts";
import type { TrainOptions } from "./train-options.ts";

/** Maximum number of pages per host: a site declares the same keywords again and again. */
const mostOfHost = 5;

/**
 * Trains a keyword model on pages that declare their keywords: those that a page's text has are the truth, and are no
 * evidence. The same inputs and options give the same model, byte for byte.
 */
export async function trainKeywordModel(
  paths: readonly string[],
  options: Pick<TrainOptions, "output" | "frequencies" | "phraseCounts" | "seed"> & GeneralOptions,
  console: Console,
): Promise<number> {
  await refuseFolder(options.output);
  const start = performance.now();
  const table = options.frequencies === undefined ? undefined : await readTextFile(options.frequencies);
  const { seed, phraseCounts: counted } = options;
  const phraseCounts = counted === undefined ? undefined : readPhraseCounts(await readTextFile(counted));
  const trainer = new KeywordTrainer(table === undefined ? undefined : readFrequencies(table), { seed, phraseCounts });
  const { read, failed } = await addPages(trainer, await usableFiles(paths, console), options, console);
  console.endProgress();
  const model = trainer.finish();
  const text = writeKeywordModel(model);
  const failures = failed > 0 ? `, ${failed} pages failed` : "";
  const seconds = (performance.now() - start) / 1000;
  const memory = process.resourceUsage().maxRSS / 1024;
  await writeOutput(
    options.output,
    text,
    console,
    `${read} pages read, ${trainer.pages} of them with keywords to learn from${failures}\n` +
      `${model.training?.keywords} keywords, ${model.training?.others} other phrases\n` +
      `${seconds.toFixed(0)} s, ${memory.toFixed(0)} MB of memory, model of ${(text.length / 1024).toFixed(0)} KB`,
  );
  return failed > 0 ? Exit.SomeFailed : Exit.Done;
}

/** Files and folders of pages, without the sets that may be used in research only. */
async function usableFiles(paths: readonly string[], console: Console): Promise<string[]> {
  const files: string[] = [];
  for (const path of await findSites(paths)) {
    const [set] = /\.jsonl(?:\.gz|\.br)?$/i.test(path) ? await findSets([path]) : [];
    if (set?.isResearchOnly) console.warn(`The set "${set.name}" is for research only: it is left out.`);
    else files.push(path);
  }
  return files;
}

async function addPages(
  trainer: KeywordTrainer,
  paths: readonly string[],
  options: GeneralOptions,
  console: Console,
): Promise<{ readonly read: number; readonly failed: number }> {
  const limits = limitsOf(options);
  const status = createPageStatus(console, "pages read");
  const ofHost = new Map<string, number>();
  let read = 0;
  let failed = 0;
  for await (const record of readPages(paths, { limitBytes: limits.bytes, onProgress: status.onRead })) {
    status.onPage(++read);
    try {
      if (record.error !== undefined) throw record.error;
      const page = parse(record.html, { url: record.url, encoding: record.encoding, limits });
      const host = hostOf(page);
      const before = ofHost.get(host) ?? 0;
      if (host !== "" && before >= mostOfHost) continue;
      const keywords = declaredKeywords(page);
      if (keywords.length === 0) continue;
      if (trainer.add({ page, keywords })) ofHost.set(host, before + 1);
    } catch (error) {
      if (!(error instanceof DehuskError)) throw error;
      failed++;
      console.error(error, record.id);
    }
  }
  return { read, failed };
}

/** The host of a page's address; "" for none. */
function hostOf({ url }: Page): string {
  return url !== undefined && URL.canParse(url) ? new URL(url).hostname : "";
}
