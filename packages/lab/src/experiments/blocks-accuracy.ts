import { type BlockClassifier, type BlockDetector, blockClassifiers, openModel } from "dehusk/internal/detect";
import { type TemplateBlockFamily, templateBlockFamilies } from "dehusk/internal/features";
import { BlockTrainer, type FitWithout } from "dehusk/internal/train";
import {
  type BothMeasures,
  crossValidate,
  measuresOf,
  plottedCurve,
  type SampleFigures,
} from "./blocks-accuracy-figures.ts";
import { comparePeople } from "./blocks-accuracy-people.ts";
import { describeBlocks, describeShippedBlocks, type ShippedBlocks } from "./blocks-accuracy-report.ts";
import { askNested, askShipped } from "./blocks-asked.ts";
import { type Sample, type SiteRange, samples } from "./blocks-samples.ts";
import type { Experiment, ResolvedOptions } from "./experiment.ts";
import { listSites, parseSitePage, readSite, siteIndexFile } from "./site-data.ts";

/** Pages of each site to train on: few, since 142 models are trained on them or on half of them. */
const defaultPages = 8;

/** Share of the pages that variants of the forest are trained on: there are many variants. */
const variantShare = 1 / 2;

const ofFamilies = (...chosen: readonly TemplateBlockFamily[]): FitWithout => ({
  uses: (name) => chosen.some((family) => templateBlockFamilies()[family].has(name)),
});

const variants: Readonly<Record<string, FitWithout>> = {
  "the block alone": ofFamilies("block"),
  "+ against the page": ofFamilies("block", "contrast"),
  "+ its place": ofFamilies("block", "contrast", "place"),
  "+ naive Bayes on its words: all": {},
  "all, duplicate rows kept": { dedupe: false },
  "all, cut by minimum description length": { cuts: "mdl" },
};

/** Figure 1 of "Site-Independent Template-Block Detection", and what stands behind it. */
export const blocksAccuracy: Experiment = {
  name: "blocks-accuracy",
  title: "Template blocks: precision and recall on sites not trained on",
  needs: [siteIndexFile],
  chooses: true,
  async run(options) {
    const { name, title } = blocksAccuracy;
    const { data, limit, seed, progress } = options;
    const people = async () => {
      const detectors = {
        "precision 0.9": await openModel("blocks-rf", { precision: 0.9 }),
        "recall 0.5": await openModel("blocks-rf", { recall: 0.5 }),
      };
      return comparePeople(data, detectors, limit, (set) => progress(0, 1, set));
    };
    if (options.shipped) {
      return { name, title, ...describeShippedBlocks({ ...(await measureShipped(options)), people: await people() }) };
    }
    const pagesPerSite = Math.min(defaultPages, limit);
    const trainer = new BlockTrainer({ pagesPerSite, seed });
    const small = new BlockTrainer({ pagesPerSite: Math.max(2, Math.ceil(pagesPerSite * variantShare)), seed });
    const added = {} as Record<Sample, Added>;
    for (const sample of samples) added[sample] = await addSites(sample, [trainer, small], options);
    const ranges = { swde: added.swde.ranges[0], "static-site": added["static-site"].ranges[0] };
    const firsts = new Set(trainer.distinctTexts());
    const smallFirsts = new Set(small.distinctTexts());
    const found = {} as Record<Sample, SampleFigures>;
    for (const sample of samples) {
      const [range, smallRange] = added[sample].ranges;
      const { pages } = added[sample];
      const other = ranges[sample === "swde" ? "static-site" : "swde"];
      const tell = (what: string) => (fold: number) => progress(fold, 10, `${sample}: ${what}`);
      const trials = await crossValidate(trainer, range, seed, {}, tell("held-out sites"));
      tell("trained on the other kind")(0);
      const crossed = await trainer.tryOut(isIn(other), isIn(range));
      const tried: Record<string, BothMeasures> = {};
      for (const [name, without] of Object.entries(variants)) {
        const each = await crossValidate(small, smallRange, seed, { ...without, maxent: false }, tell(name));
        tried[name] = measuresOf(each, "rf", smallFirsts);
      }
      found[sample] = {
        sites: range.to - range.from,
        pages,
        classifiers: byClassifier((each) => measuresOf(trials, each, firsts)),
        curves: {
          all: byClassifier((each) => plottedCurve(trials, each, undefined)),
          texts: byClassifier((each) => plottedCurve(trials, each, firsts)),
        },
        folds: trials.map((trial) => ({ rf: measuresOf([trial], "rf", firsts), learned: trial.learned })),
        fromOther: byClassifier((each) => measuresOf([crossed], each, firsts)),
        variants: tried,
      };
    }
    const asked = await askNested(trainer, ranges, seed, (fold) => progress(fold, 10, "precision asked for"));
    return { name, title, ...describeBlocks({ pagesPerSite, samples: found, asked, people: await people() }) };
  },
};

/** The shipped model on every page. */
async function measureShipped(options: ResolvedOptions): Promise<Omit<ShippedBlocks, "people">> {
  const trainer = new BlockTrainer({ pagesPerSite: Number.MAX_SAFE_INTEGER, seed: options.seed });
  const ranges = {} as Record<Sample, SiteRange>;
  const pages = {} as Record<Sample, number>;
  for (const sample of samples) {
    const added = await addSites(sample, [trainer], options);
    ranges[sample] = added.ranges[0];
    pages[sample] = added.pages;
  }
  const { model } = (await openModel("blocks-rf")) as BlockDetector;
  const scored = trainer.score(model);
  const firsts = new Set(trainer.distinctTexts());
  const bySample = <Value>(make: (trials: readonly [typeof scored]) => Value) => {
    const list = samples.map((sample) => [
      sample,
      make([takeBlocks(scored, (block) => isIn(ranges[sample])(trainer.siteOf(block)))]),
    ]);
    return Object.fromEntries(list) as Record<Sample, Value>;
  };
  return {
    pages,
    classifiers: bySample((trials) => byClassifier((each) => measuresOf(trials, each, firsts))),
    curves: bySample((trials) => ({
      all: byClassifier((each) => plottedCurve(trials, each, undefined)),
      texts: byClassifier((each) => plottedCurve(trials, each, firsts)),
    })),
    asked: askShipped(trainer, ranges, model),
  };
}

type Scored = ReturnType<BlockTrainer["score"]>;

/** Some of the blocks, with their labels and scores. */
function takeBlocks({ blocks, labels, scores }: Scored, isTaken: (block: number) => boolean): Scored {
  const places = [...blocks.keys()].filter((i) => isTaken(blocks[i]));
  return {
    blocks: Uint32Array.from(places, (i) => blocks[i]),
    labels: Uint8Array.from(places, (i) => labels[i]),
    scores: byClassifier((each) => Float32Array.from(places, (i) => scores[each][i])),
  };
}

interface Added {
  /** Pages that the first trainer took blocks from. */
  readonly pages: number;
  /** Where the sites are in each trainer. */
  readonly ranges: readonly SiteRange[];
}

/** Adds the sites of a kind to trainers, each of which samples the pages it needs. */
async function addSites(
  sample: Sample,
  trainers: readonly BlockTrainer[],
  { data, limit, progress }: ResolvedOptions,
): Promise<Added> {
  const from = trainers.map(({ sites }) => sites);
  const pages = trainers[0].pages;
  const sites = await listSites(data, sample);
  for (const [done, site] of sites.entries()) {
    progress(done, sites.length, site.site);
    const started = trainers.map((trainer) => trainer.startSite());
    for (const record of await readSite(data, site, limit)) {
      const page = parseSitePage(record);
      for (const each of started) each.add(page);
    }
    for (const [k, each] of started.entries()) trainers[k].endSite(each);
  }
  return {
    pages: trainers[0].pages - pages,
    ranges: trainers.map(({ sites: to }, k) => ({ from: from[k], to })),
  };
}

function isIn({ from, to }: SiteRange): (site: number) => boolean {
  return (site) => site >= from && site < to;
}

function byClassifier<Value>(make: (classifier: BlockClassifier) => Value): Record<BlockClassifier, Value> {
  return Object.fromEntries(blockClassifiers.map((each) => [each, make(each)])) as Record<BlockClassifier, Value>;
}
