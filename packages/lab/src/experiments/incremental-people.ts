/**
 * Template blocks against what people call content, on hosts with several labelled pages. A block is content if most of
 * its words are: those of its runs of text, as far as the runs' words are in the true text.
 */

import type { PageSegments } from "dehusk/internal/incremental";
import type { Page } from "dehusk/internal/page";
import { labelTextRuns } from "dehusk/internal/train";
import type { LabelledHost } from "./incremental-hosts.ts";
import {
  batchVerdicts,
  defaultLifetime,
  revisedVerdicts,
  shingle,
  streamPages,
  styleTree,
  verdictsOf,
} from "./incremental-methods.ts";
import { cutParsed } from "./incremental-sites.ts";
import { siteTruths } from "./incremental-truth.ts";

export const peopleMethods = ["table", "revised", "shingle", "styleTree", "repetition"] as const;
export type PeopleMethod = (typeof peopleMethods)[number];

/**
 * Words, those in template blocks by a method, and those that people do not call content; on all pages or later ones.
 */
interface PeopleTally {
  words: number;
  said: number;
  noContent: number;
  both: number;
}

export interface PeopleFigures {
  readonly hosts: number;
  readonly pages: number;
  readonly all: Readonly<Record<PeopleMethod, PeopleTally>>;
  /** From the fifth page of each host on: the first on which the paper's table can find anything. */
  readonly later: Readonly<Record<PeopleMethod, PeopleTally>>;
}

/** Pages of a batch: the paper's mean. */
export const peopleBatch = 24;

/** The first page on which a table that requires five pages, as in the paper, can answer. */
export const firstAnswered = 4;

/** Streams the pages of each host, and compares all methods with people. */
export function comparePeople(hosts: readonly LabelledHost[]): PeopleFigures {
  const all = emptyTallies();
  const later = emptyTallies();
  for (const { pages } of hosts) {
    const cut = pages.map(({ page }) => cutParsed(page));
    const table: Uint8Array[] = [];
    streamPages(cut, defaultLifetime, (p, frequency) => table.push(verdictsOf(cut[p].segments, frequency, p)));
    const verdicts: Record<PeopleMethod, readonly Uint8Array[]> = {
      table,
      revised: revisedVerdicts(cut, defaultLifetime, peopleBatch),
      shingle: batchVerdicts(cut, shingle, peopleBatch),
      styleTree: batchVerdicts(cut, styleTree(), peopleBatch),
      repetition: siteTruths(cut).repetition.blocks,
    };
    for (const [p, { page, segments }] of cut.entries()) {
      const blocks = contentBlocks(page, segments, pages[p]?.text ?? "");
      for (const method of peopleMethods) {
        const said = verdicts[method][p];
        addBlocks(all[method], blocks, said);
        if (p >= firstAnswered) addBlocks(later[method], blocks, said);
      }
    }
  }
  return { hosts: hosts.length, pages: hosts.reduce((sum, { pages }) => sum + pages.length, 0), all, later };
}

function emptyTallies(): Record<PeopleMethod, PeopleTally> {
  const empty = peopleMethods.map((method) => [method, { words: 0, said: 0, noContent: 0, both: 0 }]);
  return Object.fromEntries(empty) as Record<PeopleMethod, PeopleTally>;
}

interface ContentBlock {
  readonly words: number;
  readonly isContent: boolean;
}

/** The words of each block, and whether people call it content. */
function contentBlocks(page: Page, { node, blockFrom }: PageSegments, text: string): ContentBlock[] {
  const shares = labelTextRuns(page, { text });
  const { first, count } = page.blocks;
  let run = 0;
  return Array.from({ length: blockFrom.length - 1 }, (_, b) => {
    let words = 0;
    let content = 0;
    for (let s = blockFrom[b]; s < blockFrom[b + 1]; s++) {
      const own = node[s];
      while (run + 1 < count && first[run + 1] <= own) run++;
      const ownWords = page.sums.words[own + 1] - page.sums.words[own];
      words += ownWords;
      content += ownWords * shares[run];
    }
    return { words, isContent: content >= words / 2 };
  });
}

function addBlocks(tally: PeopleTally, blocks: readonly ContentBlock[], said: Uint8Array): void {
  for (const [b, { words, isContent }] of blocks.entries()) {
    tally.words += words;
    if (said[b] === 1) tally.said += words;
    if (!isContent) tally.noContent += words;
    if (said[b] === 1 && !isContent) tally.both += words;
  }
}
