import { isShown } from "dehusk/internal/page";
import { shorten } from "./describe-node.ts";
import type { JudgedPage } from "./judge-page.ts";
import type { DroppedPart, DroppedParts } from "./messages.ts";
import { whySentence } from "./why-sentence.ts";

/** Most parts to report. */
const maxParts = 400;

/** What was dropped and why: neighbouring dropped blocks of one section, told by the reason of the longest of them. */
export function droppedParts({ detection, decision, explain }: JudgedPage): DroppedParts {
  const { page, section } = detection;
  const { first, last, count } = page.blocks;
  const runs: number[][] = [];
  let isOpen = false;
  for (let block = 0; block < count; block++) {
    const node = first[block];
    if (decision.kept[node] === 1 || !isShown(page, node)) {
      isOpen = false;
      continue;
    }
    const run = runs.at(-1);
    if (isOpen && run !== undefined && section[first[run[0]]] === section[node]) run.push(block);
    else runs.push([block]);
    isOpen = true;
  }
  const wordsOf = (block: number): number => page.sums.words[last[block] + 1] - page.sums.words[first[block]];
  const parts = runs.slice(0, maxParts).map((run): DroppedPart => {
    const longest = run.reduce((best, block) => (wordsOf(block) > wordsOf(best) ? block : best));
    const { reasons } = explain(longest, first[longest]);
    const texts = run
      .slice(0, 12)
      .map((block) => page.text.slice(page.textFrom[first[block]], page.textTo[last[block] + 1]));
    return {
      nodes: run.map((block) => first[block]),
      words: run.reduce((sum, block) => sum + wordsOf(block), 0),
      text: shorten(texts.map((text) => text.trim()).join(" · ")),
      why: whySentence(false, reasons),
    };
  });
  return { parts, all: runs.length };
}
