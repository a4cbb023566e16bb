import { basename } from "node:path";
import { DehuskError, isRecord } from "../../basics/index.ts";
import { findSets, findSites, readPages, type SetFile } from "../../corpus/index.ts";
import { type ContentModel, writeContentModel } from "../../detect/index.ts";
import { parse } from "../../page/index.ts";
import {
  ContentTrainer,
  crossValidate,
  fitContentModel,
  type LabelledSet,
  labelBySite,
  leaveOneOut,
  readSet,
  type SetPage,
  type SitePage,
  surveySet,
  type ValidationOptions,
  type ValidationTable,
} from "../../train/index.ts";
import { Exit } from "../exit-codes.ts";
import { refuseFolder } from "../input/refuse-folder.ts";
import { limitsOf } from "../options/general-options.ts";
import type { Console } from "../output/console.ts";
import { contentReport } from "../output/validation-table.ts";
import { warnIfPerfect } from "../output/warn-if-perfect.ts";
import { writeOutput, writeWhole } from "../output/write-output.ts";
import type { TrainOptions } from "./train-options.ts";

/** The measurements, by method. */
interface Validation {
  readonly crossValidated?: ValidationTable;
  readonly leftOut?: ValidationTable;
}

/** Trains the model that decides what is content on sets of labelled pages, measures it, and writes it. */
export async function trainDefault(paths: readonly string[], options: TrainOptions, console: Console): Promise<number> {
  const sets = await chooseSets(await findSets(paths), options, console);
  for (const path of [options.output, options.report]) await refuseFolder(path);
  const failed = new Set<string>();
  const onFailure = ({ set, id }: SetPage, error: DehuskError): void => {
    const place = `${set}/${id}`;
    // A page is read again for each table.
    if (!failed.has(place)) console.error(error, place);
    failed.add(place);
  };
  const hooks = { limits: limitsOf(options), onFailure, onStep: (step: string) => console.status(step) };
  const trainer = new ContentTrainer({ name: options.name ?? "default", seed: options.seed });
  const trainedOn = await addSets(trainer, sets, hooks, console);
  if (options.sites !== undefined) {
    Object.assign(trainedOn, await addSites(trainer, options.sites, options, hooks, console));
  }
  const validation = await validate(trainer, sets, options, hooks);
  const plain = fitContentModel(trainer, "model", () => true, hooks.onStep);
  const model = { ...plain, training: summaryOf(plain, trainedOn, validation) };
  console.endProgress();
  if (options.report !== undefined) await writeWhole(options.report, writeReport(trainedOn, options, validation));
  warnIfPerfect([validation.crossValidated?.meanF1, validation.leftOut?.meanF1], console);
  const text = writeContentModel(model);
  await writeOutput(options.output, text, console, contentReport(model.training, failed.size, validation));
  return failed.size > 0 ? Exit.SomeFailed : Exit.Done;
}

/** Reads the sets and warns about those that are used differently than expected. */
async function chooseSets(
  files: readonly SetFile[],
  { leaveOut = [], pagesPerSet }: TrainOptions,
  console: Console,
): Promise<LabelledSet[]> {
  const unknown = leaveOut.filter((name) => !files.some((file) => file.name === name));
  if (unknown.length > 0) {
    const known = files.map(({ name }) => name).join(", ");
    throw new DehuskError("bad-option", `--leave-out names ${unknown.join(", ")}; the sets are ${known}.`);
  }
  const wanted = files.filter(({ name }) => !leaveOut.includes(name));
  const sets: LabelledSet[] = [];
  for (const [done, file] of wanted.entries()) {
    console.progress(done, wanted.length, file.path);
    const set = await surveySet(file, pagesPerSet);
    const note = noteOn(set);
    if (note !== undefined) console.note(`${set.name}: ${note}`);
    if (set.hosts.length > 0) sets.push(set);
  }
  return sets;
}

/** How a set is used differently than expected. */
function noteOn({ hosts, texts, isResearchOnly }: LabelledSet): string | undefined {
  if (hosts.length === 0) return "no labelled pages, skipped";
  if (isResearchOnly) {
    return texts > 0 ? "research only, measured but not trained on" : "research only and no whole texts, not used";
  }
  return texts > 0 ? undefined : "no whole texts, trained on but not measured";
}

/** Gives the trainer the pages to train on; returns how many it took from each set. */
async function addSets(
  trainer: ContentTrainer,
  sets: readonly LabelledSet[],
  { limits, onFailure }: ValidationOptions,
  console: Console,
): Promise<Record<string, number>> {
  const pages: Record<string, number> = {};
  for (const set of sets) {
    if (set.isResearchOnly) continue;
    const before = trainer.pages;
    let read = 0;
    for await (const page of readSet(set)) {
      console.progress(read++, set.picked.size, set.name);
      const { id, html, url, ...rest } = page;
      try {
        trainer.add({ ...rest, page: parse(html, { url, limits }) });
      } catch (error) {
        if (!(error instanceof DehuskError)) throw error;
        onFailure?.(page, error);
      }
    }
    pages[set.name] = trainer.pages - before;
  }
  return pages;
}

/** A third of the weight keeps most of what catalogues teach of values, at the least loss on other pages. */
const catalogueWorth = 1 / 3;

/**
 * Gives the trainer pages of sites: for kinds of text only, or, where the pages come with their values, for content too.
 *
 * @returns How many it took of each.
 */
async function addSites(
  trainer: ContentTrainer,
  folder: string,
  { pagesPerSite }: TrainOptions,
  { limits, onFailure }: ValidationOptions,
  console: Console,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const sites = await findSites([folder]);
  for (const [done, path] of sites.entries()) {
    console.progress(done, sites.length, path);
    const host = basename(path).replace(/\.jsonl(\.\w+)?$/, "");
    const pages: SitePage[] = [];
    let taken = 0;
    for await (const record of readPages([path], { limitBytes: limits?.bytes })) {
      if (taken++ === pagesPerSite) break;
      try {
        if (record.error !== undefined) throw record.error;
        const { html, url, encoding, fields } = record;
        pages.push({ page: parse(html, { url, encoding, limits }), values: valuesOf(fields?.["fields"]) });
      } catch (error) {
        if (!(error instanceof DehuskError)) throw error;
        onFailure?.({ id: record.id, set: "sites", host, html: "" }, error);
      }
    }
    const set = pages.some(({ values }) => values.length > 0) ? "catalogues" : "sites";
    const labels = labelBySite(pages);
    const before = trainer.pages;
    const worth = set === "catalogues" ? catalogueWorth : 1;
    for (const [p, { page }] of pages.entries()) trainer.add({ page, set, host, labels: labels[p], worth });
    counts[set] = (counts[set] ?? 0) + trainer.pages - before;
  }
  return counts;
}

/** The values of a page, by names: `{"price": ["$329.00"]}`. */
function valuesOf(fields: unknown): string[] {
  return isRecord(fields) ? Object.values(fields).flatMap((values) => strings(values)) : [];
}

function strings(value: unknown): string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((each): each is string => typeof each === "string");
}

async function validate(
  trainer: ContentTrainer,
  sets: readonly LabelledSet[],
  options: TrainOptions,
  hooks: ValidationOptions,
): Promise<Validation> {
  const measured = sets.filter(({ texts }) => texts > 0);
  return {
    ...(options.crossValidate === true && {
      crossValidated: await crossValidate(trainer, measured, readSet, hooks),
    }),
    ...(options.leaveOneOut === true && { leftOut: await leaveOneOut(trainer, measured, readSet, hooks) }),
  };
}

/** How a model was made and how good it is, as its file says it. */
function summaryOf({ training }: ContentModel, sets: Record<string, number>, validation: Validation) {
  const { pages, blocks, seed } = training as { pages: number; blocks: number; seed: number };
  const { crossValidated, leftOut } = validation;
  return {
    sets,
    pages,
    blocks,
    seed,
    ...(crossValidated && { crossValidated: meansOf(crossValidated) }),
    ...(leftOut && { leftOut: meansOf(leftOut) }),
  };
}

function meansOf({ sets, meanF1 }: ValidationTable): Record<string, number> {
  const means = Object.entries(sets).map(([name, scores]): [string, number] => [name, scores.meanF1]);
  return Object.fromEntries([...means, ["mean", meanF1]]);
}

function writeReport(trainedOn: Record<string, number>, options: TrainOptions, validation: Validation): string {
  const { seed, pagesPerSet } = options;
  return `${JSON.stringify({ version: 1, trainedOn, pagesPerSet, seed, ...validation }, null, 2)}\n`;
}
