import { type ScoredBlocks, textKinds } from "../detect/index.ts";
import { type Page, tagNumber } from "../page/index.ts";
import { findDataTables } from "./content/table-kinds.ts";
import { percent } from "./reasons/index.ts";

const H1 = tagNumber("h1");
const TABLE = tagNumber("table");
const unitNames: ReadonlyMap<number, string> = new Map([
  [TABLE, "table"],
  [tagNumber("figure"), "figure"],
  [tagNumber("pre"), "code"],
]);
const COMMENT_KIND = textKinds.indexOf("comment");

/** As likely content as not. */
const half = 0.5;

/** When what was kept is as unlikely as this, the page has little that is likelier. */
const unlikely = 0.35;

/**
 * For each block how likely it is to be content and, where that is not what was decided by, what was: blocks are decided
 * for together, with a bar that depends on the page and the preset; readers' comments may be left out; headlines, tables,
 * figures and code are kept or dropped as a whole.
 *
 * @param kept 1 for each node that is kept.
 */
export function verdictsOf(page: Page, blocks: ScoredBlocks, kept: Uint8Array): (block: number) => string[] {
  const { first } = page.blocks;
  const whole = wholeThings(page);
  const isKept = (b: number): boolean => kept[first[b]] === 1;
  const wholeOf = (b: number): string | undefined => whole.get(topOf(first[b]));
  const bar = findBar();

  return (b) => {
    const chance = blocks.chance[b];
    const verdict = `${percent(chance)} likely to be content`;
    const why = isKept(b) ? whyKept(b, chance) : whyDropped(b, chance);
    return why === undefined ? [verdict] : [verdict, why];
  };

  function whyKept(b: number, chance: number): string | undefined {
    if (chance >= half) return undefined;
    const thing = wholeOf(b);
    if (thing !== undefined && chance < bar) {
      return thing === headline ? "it is the headline of what follows" : `it goes with the ${thing} that it is part of`;
    }
    return bar < unlikely
      ? "kept because the page has little that is likelier"
      : "kept all the same, to lose no content";
  }

  function whyDropped(b: number, chance: number): string | undefined {
    if (chance >= bar && blocks.kind[b] === COMMENT_KIND)
      return "it is a reader's comment, which this preset leaves out";
    const thing = wholeOf(b);
    if (chance >= bar && thing !== undefined && thing !== headline) {
      return `it goes with the ${thing} that it is part of, most of which is no content`;
    }
    return chance >= half ? "dropped all the same, as what is kept is likelier" : undefined;
  }

  /** The least chance of the blocks that were decided for by themselves. */
  function findBar(): number {
    let least = Number.POSITIVE_INFINITY;
    for (let b = 0; b < blocks.chance.length; b++) {
      if (isKept(b) && wholeOf(b) === undefined) least = Math.min(least, blocks.chance[b]);
    }
    return least === Number.POSITIVE_INFINITY ? half : least;
  }

  function topOf(node: number): number {
    return whole.tops[node];
  }
}

const headline = "headline";

/** What is kept or dropped as a whole: for each node the outermost such thing that it is in, and what that is called. */
interface WholeThings {
  readonly tops: Int32Array;
  get(top: number): string | undefined;
}

function wholeThings(page: Page): WholeThings {
  const tables = findDataTables(page, page.sums.characters);
  const tops = new Int32Array(page.size);
  const names = new Map<number, string>();
  for (let i = 1; i < page.size; i++) {
    const above = tops[page.parent[i]];
    tops[i] = above;
    if (above !== 0) continue;
    const tag = page.tag[i];
    const name = tag === H1 ? headline : tag === TABLE && !tables.has(i) ? undefined : unitNames.get(tag);
    if (name === undefined) continue;
    names.set(i, name);
    tops[i] = i;
  }
  return { tops, get: (top) => names.get(top) };
}
