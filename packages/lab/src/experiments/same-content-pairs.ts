import { join } from "node:path";
import { type Page, parse } from "dehusk/internal/page";
import { comparedWords, readJsonLines } from "dehusk/internal/train";
import { type Cleaner, type PagePair, type Sketches, sketchesOf } from "./duplicate-pairs.ts";
import type { ResolvedOptions } from "./experiment.ts";
import { templatesOf } from "./site-data.ts";

export const sameContentFile = "duplicates/same-content-groups.jsonl.br";

interface Group {
  readonly id: string;
  readonly members: readonly { readonly site: string; readonly url?: string; readonly html: string }[];
}

interface Member {
  readonly group: number;
  readonly site: string;
  readonly page: Page;
}

/** A pair with the share of 5-word windows its pages have in common: of all, and of the shorter page's. */
export interface MeasuredPair<Method extends string> extends PagePair<Method>, Overlap {}

/** What pairs of a group must share to count as duplicates: groups also contain different versions of a text. */
export interface Overlap {
  readonly jaccard: number;
  readonly containment: number;
}

/** Pages of a group that share less count as different versions of their text. */
export const defaultOverlap: Overlap = { containment: 0.9, jaccard: 0.6 };

/** Note on these pairs for reports. */
export const sameContentNote =
  "Real pages: duplicates are pages of one group of same-content pages on different sites, if the shorter page " +
  `shares at least ${defaultOverlap.containment} of its 5-word windows with the other, and the two at least ` +
  `${defaultOverlap.jaccard} of all their windows (whole pages): groups also contain different versions of a text. ` +
  "Non-duplicates are all pairs of pages of different groups on the same site.";

/** The pairs with at least this overlap. */
export function withOverlap<Method extends string>(
  pairs: readonly MeasuredPair<Method>[],
  { containment, jaccard }: Overlap,
): MeasuredPair<Method>[] {
  return pairs.filter((pair) => pair.containment >= containment && pair.jaccard >= jaccard);
}

/**
 * Pairs of real pages. Duplicates: pages of one group on different sites, with their overlap, so that the caller can
 * drop other versions. Non-duplicates: pages of different groups on the same site, as in the paper. SiteLevel learns
 * from the pages of the same site in the file.
 */
export async function sameContentPairs<Method extends string>(
  { data, limit, progress }: Pick<ResolvedOptions, "data" | "limit" | "progress">,
  clean: Cleaner<Method>,
): Promise<{ duplicates: MeasuredPair<Method>[]; nonDuplicates: PagePair<Method>[] }> {
  const members = await readMembers(data, limit);
  const sites = groupBy(members, ({ site }) => site);
  const templates = new Map([...sites].map(([site, list]) => [site, templatesOf(list.map(({ page }) => page))]));
  const sketches = new Map<Member, Sketches<Method>>();
  for (const member of members) {
    progress(sketches.size, members.length, "real pages");
    const ofSite = templates.get(member.site);
    if (ofSite !== undefined) sketches.set(member, sketchesOf(clean(member.page, ofSite)));
  }
  const pairOf = (a: Member, b: Member, same: boolean): PagePair<Method> => ({
    first: sketches.get(a) as Sketches<Method>,
    second: sketches.get(b) as Sketches<Method>,
    same,
  });
  const duplicates: MeasuredPair<Method>[] = [];
  const nonDuplicates: PagePair<Method>[] = [];
  for (const group of groupBy(members, (member) => member.group).values()) {
    for (const [a, b] of pairsOf(group)) {
      if (a.site !== b.site) duplicates.push({ ...pairOf(a, b, true), ...overlapOf(a.page.text, b.page.text) });
    }
  }
  for (const list of sites.values()) {
    for (const [a, b] of pairsOf(list)) if (a.group !== b.group) nonDuplicates.push(pairOf(a, b, false));
  }
  return { duplicates, nonDuplicates };
}

async function readMembers(data: string, limit: number): Promise<Member[]> {
  const members: Member[] = [];
  let group = 0;
  for await (const { members: list } of readJsonLines<Group>(join(data, sameContentFile))) {
    if (group === limit) break;
    for (const { site, url, html } of list) members.push({ group, site, page: parse(html, { url }) });
    group++;
  }
  return members;
}

function groupBy<T, K>(list: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of list) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

function* pairsOf<T>(list: readonly T[]): Generator<[T, T]> {
  for (const [i, a] of list.entries()) for (const b of list.slice(i + 1)) yield [a, b];
}

function overlapOf(a: string, b: string): Overlap {
  const first = windowsOf(a);
  const second = windowsOf(b);
  let common = 0;
  for (const window of first) if (second.has(window)) common++;
  const all = first.size + second.size - common;
  return { jaccard: common / Math.max(1, all), containment: common / Math.max(1, Math.min(first.size, second.size)) };
}

function windowsOf(text: string): Set<string> {
  const words = comparedWords(text);
  const windows = new Set<string>();
  for (let i = 0; i + 5 <= words.length; i++) windows.add(words.slice(i, i + 5).join(" "));
  return windows;
}
