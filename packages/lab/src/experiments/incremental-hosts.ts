import { isRecord } from "dehusk/internal/basics";
import { findSets, type SetFile } from "dehusk/internal/corpus";
import { type Page, parse } from "dehusk/internal/page";
import { readJsonLines } from "dehusk/internal/train";

/** Pages of one host whose whole content people wrote down, in the order of the sets. */
export interface LabelledHost {
  readonly host: string;
  readonly pages: readonly LabelledPage[];
}

interface LabelledPage {
  readonly page: Page;
  /** Its true content. */
  readonly text: string;
}

/** Minimum pages of a host to count as a site. */
const minPages = 6;

/** Hosts that stand for many sites: an archive of others, and the address of pages without one. */
const notSites = /(?:^|\.)archive\.org$|^example\.(?:com|org)$/;

interface TextRecord {
  readonly host: string;
  readonly url: string;
  readonly html: string;
  readonly text: string;
}

/**
 * The hosts with enough labelled pages in the sets of a folder, by name; at most `limit` pages of each. Sets are read
 * twice, so that only pages of such hosts are held.
 */
export async function labelledHosts(
  folder: string,
  limit: number,
  onSet: (done: number, total: number, set: string) => void,
): Promise<LabelledHost[]> {
  const sets = await findSets([folder]);
  const counts = new Map<string, number>();
  for (const [done, set] of sets.entries()) {
    onSet(done, 2 * sets.length, set.name);
    for await (const { host } of textRecords(set)) counts.set(host, (counts.get(host) ?? 0) + 1);
  }
  const hosts = new Map<string, { readonly pages: LabelledPage[]; readonly seen: Set<string> }>();
  for (const [done, set] of sets.entries()) {
    onSet(sets.length + done, 2 * sets.length, set.name);
    for await (const { host, url, html, text } of textRecords(set)) {
      if ((counts.get(host) as number) < minPages) continue;
      const own = hosts.get(host) ?? { pages: [], seen: new Set() };
      hosts.set(host, own);
      // Some pages are in several sets.
      if (own.pages.length >= limit || own.seen.has(html)) continue;
      own.seen.add(html);
      own.pages.push({ page: parse(html, { url, sourceRanges: false }), text });
    }
  }
  return [...hosts]
    .map(([host, { pages }]) => ({ host, pages }))
    .filter(({ pages }) => pages.length >= Math.min(minPages, limit))
    .sort((a, b) => (a.host < b.host ? -1 : 1));
}

/** The labelled pages of a set with an address on a real site. */
async function* textRecords({ path }: SetFile): AsyncGenerator<TextRecord> {
  for await (const record of readJsonLines<unknown>(path)) {
    if (!isRecord(record)) continue;
    const { url, html, text } = record;
    if (typeof url !== "string" || !/^https?:/.test(url) || !URL.canParse(url)) continue;
    if (typeof html !== "string" || html === "" || typeof text !== "string") continue;
    const host = new URL(url).hostname.replace(/^www\./, "");
    if (!notSites.test(host)) yield { host, url, html, text };
  }
}
