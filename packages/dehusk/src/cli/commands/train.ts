import { DehuskError } from "../../basics/index.ts";
import { type PageLevelModel, writePageLevelModel } from "../../detect/index.ts";
import { flagOf } from "../../options/index.ts";
import type { Renderer } from "../../render/index.ts";
import { PageLevelTrainer } from "../../train/index.ts";
import { type CommandCall, defineCommand } from "../command.ts";
import { Exit } from "../exit-codes.ts";
import { addSites } from "../input/add-sites.ts";
import { refuseFolder } from "../input/refuse-folder.ts";
import type { Console } from "../output/console.ts";
import { warnIfPerfect } from "../output/warn-if-perfect.ts";
import { writeOutput } from "../output/write-output.ts";
import { trainBlocks } from "./train-blocks.ts";
import { trainDefault } from "./train-default.ts";
import { trainKeywordModel } from "./train-keywords.ts";
import { type TrainCommandOptions, type TrainOptions, trainOptions } from "./train-options.ts";
import { trainSegments } from "./train-segments.ts";

/** What can be trained, each by an option of its name; without one, a page-level model. */
const kinds = ["default", "blocks", "keywords", "segments"] as const;
type Kind = (typeof kinds)[number] | "page-level";

/** `dehusk train`. */
export const command = defineCommand({
  inputs: {
    name: "inputs",
    many: true,
    required: true,
    help: "files of JSON lines, or folders: a site each, with --default a set each",
  },
  options: trainOptions,
  details: `
Inputs: pages of many sites, at least four. A file of JSON lines (.jsonl, .jsonl.gz, .jsonl.br) is a site; so is a folder of
HTML files. In a folder of such files and folders, each is a site.

No labels are needed: what repeats within a site is its template, and from that the model learns to recognize templates on
any page. All pages of a site are counted, some are trained on. The report shows the accuracy on sites that the model was
not trained on. The same inputs and options give the same model, byte for byte. With --render pages are laid out by Chromium,
without scripts and requests, and the model is for rendered pages; --labels paper --row-weights nodes --judged all
--no-spare-mixed --render is the paper's way.

--default trains the model that decides what is content, on pages that people labelled. Inputs are files of JSON lines, or
folders of them: a set each, named after its file. A line is
  {"id", "url", "html", "text", "include", "exclude", "meta": {"pageType", "site", "synthetic"}}
where text is the page's content; without it, include and exclude list texts that are and are not content. Lines without
html, without labels, or with meta.synthetic are left out. A set whose note (<set>.md, beside it) says that it is for
research only is measured, but not trained on.
--cross-validate measures pages by models trained on other hosts, --leave-one-out sets by models trained on other sets.

--blocks trains a template-block model, also from repetition, on at least ten sites: words, logistic regression and a random
forest on blocks of text. The model has precision-recall curves for sites that it was not trained on, which --recall and
--precision of dehusk detect and extract use. The number of threads does not change the model.

--keywords trains the model of dehusk keywords, on pages that declare their keywords: those that occur in the page's text
are the truth. Inputs are as for sites; at most five pages of a host are used.

--segments trains the model of dehusk segment, on pages whose blocks people marked. A line is
  {"id", "url", "html", "segments": [{"id", "label", "level", "paths"}], "css", "imageSizes"}
where paths are XPaths of a block's elements, and the innermost block around a text is its segment; css has the text of
style sheets by URL. At least eight pages are needed. With --render the model is for the layout of Chromium, otherwise for
estimated layouts.`,
  examples: [
    "dehusk train crawls/*.jsonl.gz -o model.json",
    "dehusk train --blocks crawls/ -o blocks.json --trees 200 --workers 4",
    "dehusk train --keywords crawls/ -o keywords.json",
    "dehusk train --segments marked/ -o segments.json",
    "dehusk train --default labelled/ -o content.json --cross-validate --report report.json",
    "dehusk train --default labelled/ -o content.json --leave-out old-set,other-set --pages-per-set 200",
    "dehusk extract page.html --model model.json",
  ],
  exits: { 0: "done", 1: "some pages failed", 2: "wrong usage", 3: "input unreadable", 5: "browser unusable" },
  async run(call) {
    const { inputs, options, console } = call;
    const kind = kindOf(options);
    refuseOptions(kind, call);
    const { pagesPerSite = usualPages[kind] } = options;
    return trainers[kind](inputs, { ...options, pagesPerSite }, console);
  },
});

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
  if (other !== undefined) throw new DehuskError("bad-option", `--${kind} and --${other} cannot be combined.`);
  return kind ?? "page-level";
}

/** Options that say nothing in some kinds of training, with those where they do. */
const meantFor: Partial<Readonly<Record<keyof typeof trainOptions, readonly Kind[]>>> = {
  l2: ["page-level"],
  labels: ["page-level"],
  rowWeights: ["page-level"],
  judged: ["page-level"],
  spareMixed: ["page-level"],
  outside: ["segments"],
  neighbourShare: ["segments"],
  vips: ["segments"],
  name: ["page-level", "default", "blocks", "segments"],
  pagesPerSite: ["page-level", "default", "blocks"],
  trees: ["blocks"],
  cuts: ["blocks"],
  workers: ["blocks"],
  frequencies: ["keywords"],
  phraseCounts: ["keywords"],
  render: ["page-level", "segments"],
  sites: ["default"],
  pagesPerSet: ["default"],
  leaveOut: ["default"],
  crossValidate: ["default"],
  leaveOneOut: ["default"],
  report: ["default"],
};

function refuseOptions(kind: Kind, { options, isGiven }: CommandCall<TrainCommandOptions>): void {
  for (const [name, kinds] of Object.entries(meantFor)) {
    if (kinds.includes(kind) || !isGiven(name)) continue;
    const where = kinds.includes("page-level") ? `not for --${kind}` : `for --${kinds.join(" and --")} only`;
    throw new DehuskError(
      "bad-option",
      `--${flagOf(name, trainOptions[name as keyof typeof trainOptions])} is ${where}.`,
    );
  }
  if (options.default && options.sites === undefined && isGiven("pagesPerSite")) {
    throw new DehuskError("bad-option", "--pages-per-site needs --sites.");
  }
  if (options.report !== undefined && !options.crossValidate && !options.leaveOneOut) {
    throw new DehuskError("bad-option", "--report needs --cross-validate, --leave-one-out or both.");
  }
}

async function trainPageLevel(paths: readonly string[], options: TrainOptions, console: Console): Promise<number> {
  const { pagesPerSite, l2, labels, rowWeights, judged, spareMixed, seed, render, name = "page-level" } = options;
  const geometry = render ? "rendered" : "estimate";
  const ways = { labels, rowWeights, judged, spareMixed, geometry } as const;
  const trainer = new PageLevelTrainer({ pagesPerSite, l2, ...ways, seed, name });
  await refuseFolder(options.output);
  const renderer = render ? await openRenderer() : undefined;
  const failed = await addSites(trainer, paths, options, console, renderer).finally(() => renderer?.close());
  const model = trainer.finish((step) => console.status(step));
  console.endProgress();
  const scores = model.training?.heldOut.flatMap(({ rocAuc, averagePrecision }) => [rocAuc, averagePrecision]);
  warnIfPerfect(scores ?? [], console);
  const text = writePageLevelModel(model);
  await writeOutput(options.output, text, console, reportOf(model, failed));
  return failed > 0 ? Exit.SomeFailed : Exit.Done;
}

/** Imported only here: other runs need no browser driver. */
async function openRenderer(): Promise<Renderer> {
  const { Renderer } = await import("../../render/index.ts");
  return Renderer.open({ concurrency: 1 });
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
