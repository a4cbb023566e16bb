import { join } from "node:path";
import { findSets } from "dehusk/internal/corpus";
import type { BlockDetector } from "dehusk/internal/detect";
import { viewPage } from "dehusk/internal/features";
import { estimateBoxes } from "dehusk/internal/layout";
import { type Page, parse } from "dehusk/internal/page";
import { BlockCounter, BlockLabel, labelBlocks } from "dehusk/internal/site";
import { labelTextRuns, readSet, type SetPage, surveySet } from "dehusk/internal/train";

/** Words by what people call them, and by labels and detectors. */
export interface PeopleFigures {
  readonly set: string;
  readonly hosts: number;
  readonly pages: number;
  /** Of blocks that repetition labels as templates, and as others. */
  readonly templates: WordTally;
  readonly others: WordTally;
  /** Of blocks that each detector takes for templates. */
  readonly detected: Readonly<Record<string, DetectedWords>>;
  /** Of all shown text. */
  readonly all: WordTally;
}

/** Template words if the innermost block around them decides, and if any block does. */
interface DetectedWords {
  readonly smallest: WordTally;
  readonly any: WordTally;
}

/** Words, and how many of them people call content. */
export interface WordTally {
  words: number;
  content: number;
}

/** Sets with several pages per host whose whole content people wrote down. */
const peopleSets = ["cleanportaleval", "crawl-to-the-future", "daniel", "utomo-big9-chaos"];

/** Enough pages of a host to see what repeats. */
const minPages = 10;

/**
 * Compares labels by repetition, and detectors, with people on the available sets. The unit is a run of text between
 * block boundaries: it is content if most of its three-word runs are in the truth.
 */
export async function comparePeople(
  data: string,
  detectors: Readonly<Record<string, BlockDetector>>,
  limit: number,
  onSet: (set: string) => void,
): Promise<PeopleFigures[]> {
  const found: PeopleFigures[] = [];
  for (const name of peopleSets) {
    const path = join(data, "extraction", `${name}.jsonl.br`);
    const [file] = await findSets([path]).catch(() => []);
    if (file === undefined) continue;
    onSet(name);
    const hosts = new Map<string, SetPage[]>();
    for await (const page of readSet(await surveySet(file, limit))) {
      if (page.text !== undefined) hosts.set(page.host, [...(hosts.get(page.host) ?? []), page]);
    }
    const large = [...hosts.values()].filter((pages) => pages.length >= minPages);
    if (large.length > 0) found.push(compareSet(name, large, detectors));
  }
  return found;
}

function compareSet(
  set: string,
  hosts: readonly (readonly SetPage[])[],
  detectors: Readonly<Record<string, BlockDetector>>,
): PeopleFigures {
  const detected = Object.fromEntries(
    Object.keys(detectors).map((name): [string, DetectedWords] => [name, { smallest: none(), any: none() }]),
  );
  const figures = { templates: none(), others: none(), all: none() };
  for (const pages of hosts) {
    const parsed = pages.map(({ html, url, text }) => ({ page: parse(html, { url, sourceRanges: false }), text }));
    const counter = new BlockCounter();
    for (const { page } of parsed) counter.add(page);
    const frequencies = counter.finish();
    for (const { page, text } of parsed) {
      const shares = labelTextRuns(page, { text });
      addRuns(page, shares, figures.all, () => true);
      const { nodes, labels } = labelBlocks(page, frequencies);
      const labelled = innermostBlocks(page, nodes, (b) => labels[b] !== BlockLabel.Ignored);
      const isLabelled = (label: number) => (node: number) => labels[labelled[node]] === label;
      addRuns(page, shares, figures.templates, isLabelled(BlockLabel.Template));
      addRuns(page, shares, figures.others, isLabelled(BlockLabel.NonTemplate));
      const view = viewPage(page, estimateBoxes(page));
      for (const [name, { smallest, any }] of Object.entries(detected)) {
        const judged = detectors[name].judge(view, detectors[name]);
        const isTemplate = (b: number): boolean => judged.isTemplate[b] === 1;
        const around = innermostBlocks(page, judged.nodes, () => true);
        addRuns(page, shares, smallest, (node) => isTemplate(around[node]));
        const template = innermostBlocks(page, judged.nodes, isTemplate);
        addRuns(page, shares, any, (node) => template[node] !== -1);
      }
    }
  }
  return { set, hosts: hosts.length, pages: hosts.reduce((sum, pages) => sum + pages.length, 0), ...figures, detected };
}

function none(): WordTally {
  return { words: 0, content: 0 };
}

/** Adds the runs of text whose first node is chosen. */
function addRuns(page: Page, shares: Float32Array, tally: WordTally, isChosen: (node: number) => boolean): void {
  for (let run = 0; run < page.blocks.count; run++) {
    const first = page.blocks.first[run];
    if (!isChosen(first)) continue;
    const last = page.blocks.last[run];
    const words = page.sums.words[last + 1] - page.sums.words[first];
    tally.words += words;
    if (shares[run] >= 0.5) tally.content += words;
  }
}

/** For each node the innermost chosen block that it is or lies in, as an index in the list; -1 for none. */
function innermostBlocks(page: Page, nodes: Int32Array, isChosen: (block: number) => boolean): Int32Array {
  const found = new Int32Array(page.size).fill(-1);
  let next = 0;
  for (let i = 0; i < page.size; i++) {
    if (i > 0) found[i] = found[page.parent[i]];
    if (nodes[next] !== i) continue;
    if (isChosen(next)) found[i] = next;
    next++;
  }
  return found;
}
