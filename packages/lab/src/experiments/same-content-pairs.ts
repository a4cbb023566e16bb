import { join } from "node:path";
import { type Page, parse } from "dehusk/internal/page";
import { comparedWords, readJsonLines } from "dehusk/internal/train";
import {
  type Cleaner,
  type DefaultMethod,
  type PagePair,
  type Sketches,
  siteKnowledge,
  sketchesOf,
} from "./duplicate-pairs.ts";
import type { ResolvedOptions } from "./experiment.ts";

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

/** A pair with the Jaccard similarity of its contents: the share of their 5-word windows that both have. */
export interface MeasuredPair<Method extends string> extends PagePair<Method> {
  readonly overlap: number;
}

/** Pages of a group whose contents share less are different versions of a text. */
export const minOverlap = 0.6;

/** Note on these pairs for reports. */
export const sameContentNote =
  "Real pages: duplicates are pages of one group of same-content pages on different sites whose contents share at " +
  `least ${minOverlap} of their 5-word windows: groups also contain different versions of a text. The content of a page ` +
  "is its windows that are on less than a tenth of its site's pages; frames, however large, do not count. " +
  "Non-duplicates are all pairs of pages of different groups on the same site.";

/**
 * Pairs of real pages. Duplicates: pages of one group on different sites, with the overlap of their contents, so that
 * the caller can drop other versions. Non-duplicates: pages of different groups on the same site, as in the paper.
 * Methods that know a page's site learn from the pages of the same site in the file.
 */
export async function sameContentPairs<Method extends string>(
  { data, limit, progress }: Pick<ResolvedOptions, "data" | "limit" | "progress">,
  clean: Cleaner<Method>,
): Promise<{ duplicates: MeasuredPair<Method | DefaultMethod>[]; nonDuplicates: PagePair<Method | DefaultMethod>[] }> {
  const members = await readMembers(data, limit);
  const sites = groupBy(members, ({ site }) => site);
  const sketches = new Map<Member, Sketches<Method | DefaultMethod>>();
  const contents = new Map<Member, ReadonlySet<string>>();
  for (const list of sites.values()) {
    const knowledge = siteKnowledge(list.map(({ page }) => page));
    for (const [k, content] of contentWindows(list).entries()) contents.set(list[k], content);
    for (const member of list) {
      progress(sketches.size, members.length, "real pages");
      sketches.set(member, sketchesOf(member.page, knowledge, clean));
    }
  }
  const known = <Value>(map: ReadonlyMap<Member, Value>, member: Member): Value => map.get(member) as Value;
  const pairOf = (a: Member, b: Member, same: boolean): PagePair<Method | DefaultMethod> => {
    return { first: known(sketches, a), second: known(sketches, b), same };
  };
  const duplicates: MeasuredPair<Method | DefaultMethod>[] = [];
  const nonDuplicates: PagePair<Method | DefaultMethod>[] = [];
  for (const group of groupBy(members, (member) => member.group).values()) {
    for (const [a, b] of pairsOf(group)) {
      if (a.site === b.site) continue;
      duplicates.push({ ...pairOf(a, b, true), overlap: jaccard(known(contents, a), known(contents, b)) });
    }
  }
  for (const list of sites.values()) {
    for (const [a, b] of pairsOf(list)) if (a.group !== b.group) nonDuplicates.push(pairOf(a, b, false));
  }
  return { duplicates, nonDuplicates };
}

/** The 5-word windows of each page of a site that are on less than a tenth of its pages, or on one or two. */
function contentWindows(pages: readonly Member[]): Set<string>[] {
  const windows = pages.map(({ page }) => windowsOf(page.text));
  const times = new Map<string, number>();
  for (const list of windows) for (const window of list) times.set(window, (times.get(window) ?? 0) + 1);
  const most = Math.max(3, pages.length / 10);
  return windows.map((list) => new Set([...list].filter((window) => (times.get(window) as number) < most)));
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

function jaccard(first: ReadonlySet<string>, second: ReadonlySet<string>): number {
  let common = 0;
  for (const window of first) if (second.has(window)) common++;
  return common / Math.max(1, first.size + second.size - common);
}

function windowsOf(text: string): Set<string> {
  const words = comparedWords(text);
  const windows = new Set<string>();
  for (let i = 0; i + 5 <= words.length; i++) windows.add(words.slice(i, i + 5).join(" "));
  return windows;
}
