import { type BlockClassifier, blockClassifiers, openModel } from "dehusk/internal/detect";
import { type TemplateBlockFamily, templateBlockFamilies } from "dehusk/internal/features";
import { quantileCuts } from "dehusk/internal/learn";
import { BlockTrainer, type FitWithout } from "dehusk/internal/train";
import {
  type BothMeasures,
  crossValidate,
  measuresOf,
  plottedCurve,
  type Sample,
  type SampleFigures,
  type SiteRange,
  samples,
} from "./blocks-accuracy-figures.ts";
import { comparePeople } from "./blocks-accuracy-people.ts";
import { describeBlocks } from "./blocks-accuracy-report.ts";
import type { Experiment, ResolvedOptions } from "./experiment.ts";
import { listSites, parseSitePage, readSite, siteIndexFile } from "./site-data.ts";

/** Pages of each site to train on: few, since 142 models are trained on them or on half of them. */
const defaultPages = 8;

/** Share of the pages that variants of the forest are trained on: there are many variants. */
const variantShare = 1 / 2;

/** Quantile bins per feature: about as many as description lengths give. */
const quantileParts = 16;

const ofFamilies = (...chosen: readonly TemplateBlockFamily[]): FitWithout => ({
  uses: (name) => chosen.some((family) => templateBlockFamilies()[family].has(name)),
});

const variants: Readonly<Record<string, FitWithout>> = {
  "the block alone": ofFamilies("block"),
  "+ against the page": ofFamilies("block", "contrast"),
  "+ its place": ofFamilies("block", "contrast", "place"),
  "+ naive Bayes on its words: all": {},
  "all, duplicate rows kept": { dedupe: false },
  "all, cut at quantiles": { cut: cutAtQuantiles },
};

/** Figure 1 of "Site-Independent Template-Block Detection", and what stands behind it. */
export const blocksAccuracy: Experiment = {
  name: "blocks-accuracy",
  title: "Template blocks: precision and recall on sites not trained on",
  needs: [siteIndexFile],
  async run(options) {
    const { data, limit, seed, progress } = options;
    const pagesPerSite = Math.min(defaultPages, limit);
    const trainer = new BlockTrainer({ pagesPerSite, seed });
    const small = new BlockTrainer({ pagesPerSite: Math.max(2, Math.ceil(pagesPerSite * variantShare)), seed });
    const ranges = {} as Record<Sample, Ranges>;
    for (const sample of samples) ranges[sample] = await addSites(sample, [trainer, small], options);
    const firsts = new Set(trainer.distinctTexts());
    const smallFirsts = new Set(small.distinctTexts());
    const found = {} as Record<Sample, SampleFigures>;
    for (const sample of samples) {
      const { pages, range, smallRange } = ranges[sample];
      const other = ranges[sample === "swde" ? "static-site" : "swde"].range;
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
    const detectors = {
      "precision 0.9": await openModel("blocks-rf", { precision: 0.9 }),
      "recall 0.5": await openModel("blocks-rf", { recall: 0.5 }),
    };
    const people = await comparePeople(data, detectors, limit, (set) => progress(0, 1, set));
    const { name, title } = blocksAccuracy;
    return { name, title, ...describeBlocks({ pagesPerSite, samples: found, people }) };
  },
};

interface Ranges {
  readonly pages: number;
  readonly range: SiteRange;
  readonly smallRange: SiteRange;
}

/** Adds the sites of a kind to both trainers, each of which samples the pages it needs. */
async function addSites(
  sample: Sample,
  [trainer, small]: readonly [BlockTrainer, BlockTrainer],
  { data, limit, progress }: ResolvedOptions,
): Promise<Ranges> {
  const [from, smallFrom, pages] = [trainer.sites, small.sites, trainer.pages];
  const sites = await listSites(data, sample);
  for (const [done, site] of sites.entries()) {
    progress(done, sites.length, site.site);
    const [large, fewer] = [trainer.startSite(), small.startSite()];
    for (const record of await readSite(data, site, limit)) {
      const page = parseSitePage(record);
      large.add(page);
      fewer.add(page);
    }
    trainer.endSite(large);
    small.endSite(fewer);
  }
  return {
    pages: trainer.pages - pages,
    range: { from, to: trainer.sites },
    smallRange: { from: smallFrom, to: small.sites },
  };
}

function isIn({ from, to }: SiteRange): (site: number) => boolean {
  return (site) => site >= from && site < to;
}

function byClassifier<Value>(make: (classifier: BlockClassifier) => Value): Record<BlockClassifier, Value> {
  return Object.fromEntries(blockClassifiers.map((each) => [each, make(each)])) as Record<BlockClassifier, Value>;
}

/** Cuts each feature into bins of equal size, ignoring the labels. */
function cutAtQuantiles(rows: Float32Array, width: number): { cuts: number[][] } {
  const count = rows.length / width;
  const cuts = Array.from({ length: width }, (_, f) => {
    const column = Float32Array.from({ length: count }, (_, r) => rows[r * width + f]);
    return [...quantileCuts(column, quantileParts)];
  });
  return { cuts };
}
