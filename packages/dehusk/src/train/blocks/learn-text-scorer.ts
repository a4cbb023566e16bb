import type { BlockModel } from "../../detect/index.ts";
import { packLexicon } from "../../detect/index.ts";
import { templateBlockWordsRead } from "../../features/index.ts";
import { trainNaiveBayes } from "../../learn/index.ts";
import type { LabelledBlockRows } from "./labelled-blocks.ts";

/** Every word of a block counts once each time it is there. */
const once = new Uint8Array(templateBlockWordsRead).fill(1);

/** Words on fewer sites say more about the sites than about templates. */
const minSites = 3;

/**
 * Trains naive Bayes on the words of labelled blocks, as weights: log P(word | template) − log P(word | other).
 *
 * @param chosen The rows to train on, site by site; of both labels.
 */
export function learnTextScorer(blocks: LabelledBlockRows, chosen: ArrayLike<number>): BlockModel["text"] {
  const ids = vocabulary(blocks, chosen);
  const documents = Array.from(chosen, (row) => {
    const hashes = blocks.words.subarray(blocks.wordsFrom[row], blocks.wordsFrom[row + 1]);
    return { ids: hashes.map((hash) => ids.get(hash) ?? -1).filter((id) => id >= 0), counts: once };
  });
  const labels = Uint8Array.from(chosen, (row) => blocks.labels[row]);
  const {
    smoothing,
    documents: seen,
    totals,
    counts,
  } = trainNaiveBayes(documents, labels, { words: ids.size, classes: 2 });
  const [none, template] = seen as [number, number];
  const [noneTotal, templateTotal] = totals.map((total) => Math.log(total + smoothing * ids.size)) as [number, number];
  const [noneCounts, templateCounts] = counts as [readonly number[], readonly number[]];
  const weights = new Map<number, number>();
  for (const [hash, id] of ids) {
    const inTemplates = Math.log(templateCounts[id] + smoothing) - templateTotal;
    weights.set(hash, inTemplates - (Math.log(noneCounts[id] + smoothing) - noneTotal));
  }
  return { prior: Math.log(template / none), words: packLexicon(weights) };
}

/** Numbers the words that are on enough sites, in order of appearance. */
function vocabulary(blocks: LabelledBlockRows, chosen: ArrayLike<number>): Map<number, number> {
  const sites = new Map<number, { last: number; count: number }>();
  for (let k = 0; k < chosen.length; k++) {
    const row = chosen[k];
    const site = blocks.sites[row];
    for (let i = blocks.wordsFrom[row]; i < blocks.wordsFrom[row + 1]; i++) {
      const hash = blocks.words[i];
      const known = sites.get(hash);
      if (known === undefined) sites.set(hash, { last: site, count: 1 });
      else if (known.last !== site) {
        known.last = site;
        known.count++;
      }
    }
  }
  const ids = new Map<number, number>();
  for (const [hash, { count }] of sites) if (count >= minSites) ids.set(hash, ids.size);
  return ids;
}
