import { isShown, isText, type Page } from "dehusk/internal/page";
import type { ComparedRun, Comparison } from "./messages.ts";

/** A shared text is shown whole up to this many characters; beyond that, half as many from both ends. */
const maxShared = 240;
/** Most runs to report. */
const maxRuns = 4000;

/**
 * What two selections of nodes keep of a page, in reading order. Both select among the same text nodes, so the
 * difference is exact: nothing has to be aligned. Linear in the nodes.
 *
 * @param a 1 for each node that the first selection keeps.
 * @param b The same for the second.
 */
export function compareKept(page: Page, a: Uint8Array, b: Uint8Array): Comparison {
  const { words } = page.sums;
  const counts = { both: 0, a: 0, b: 0, neither: 0 };
  const runs: OpenRun[] = [];
  let textEnd = 0;
  for (let node = 0; node < page.size; node++) {
    if (!isText(page, node) || !isShown(page, node)) continue;
    const own = words[node + 1] - words[node];
    const who = a[node] === 1 ? (b[node] === 1 ? "both" : "a") : b[node] === 1 ? "b" : "neither";
    counts[who] += own;
    const [from, to] = [page.textFrom[node], page.textTo[node + 1]];
    if (who === "neither" || to <= from) continue;
    const gap = runs.length === 0 ? "" : gapOf(page.text.slice(textEnd, from));
    const text = page.text.slice(from, to);
    textEnd = to;
    const last = runs.at(-1);
    if (last?.who === who) {
      last.texts.push(gap, text);
      last.words += own;
    } else runs.push({ who, gap, texts: [text], words: own });
  }
  const { both, a: onlyA, b: onlyB, neither } = counts;
  return { both, onlyA, onlyB, neither, runs: runs.slice(0, maxRuns).map(closeRun), cut: runs.length > maxRuns };
}

/** The separator of two texts: the white space between them, ignoring dropped text. */
function gapOf(between: string): string {
  if (between.includes("\n")) return "\n";
  return between === "" ? "" : " ";
}

interface OpenRun {
  readonly who: ComparedRun["who"];
  readonly gap: string;
  readonly texts: string[];
  words: number;
}

function closeRun({ who, gap, texts, words }: OpenRun): ComparedRun {
  const text = texts.join("");
  if (who !== "both" || text.length <= maxShared) return { who, gap, text };
  const half = maxShared / 2;
  const head = text.slice(0, half).replace(/(?<=\s)\S*$/, "");
  const tail = text.slice(-half).replace(/^\S*(?=\s)/, "");
  const shown = (head.match(/\S+/g)?.length ?? 0) + (tail.match(/\S+/g)?.length ?? 0);
  return { who, gap, text: head, rest: { skipped: Math.max(1, words - shown), text: tail } };
}
