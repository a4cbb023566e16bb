import { isRecord } from "../../basics/index.ts";
import type { SetFile } from "../../corpus/index.ts";
import { readJsonLines } from "./read-json-lines.ts";

/** A page of a set, with its labels. */
export interface SetPage {
  readonly id: string;
  readonly set: string;
  /** Pages of one host are never split between training and validation. */
  readonly host: string;
  /** The page's web address, if it has one. */
  readonly url?: string | undefined;
  readonly html: string;
  readonly pageType?: string | undefined;
  /** Its whole content; if unknown, pieces of text that are and are not content. */
  readonly text?: string | undefined;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/** A set and the selection of its pages, which stay on disk. */
export interface LabelledSet extends SetFile {
  /** The host of each selected page. */
  readonly hosts: readonly string[];
  /** Selected pages whose whole content is known: those that can be measured. */
  readonly texts: number;
  /** Indexes of the selected pages among the set's labelled pages. */
  readonly picked: ReadonlySet<number>;
}

/**
 * Scans a set, and picks evenly spaced pages if it has more than `most`.
 *
 * @throws DehuskError `unreadable`, also if a line is not JSON.
 */
export async function surveySet(file: SetFile, most: number): Promise<LabelledSet> {
  const found: { readonly host: string; readonly hasText: boolean }[] = [];
  for await (const { host, text } of labelledPages(file)) found.push({ host, hasText: text !== undefined });
  const count = Math.min(most, found.length);
  const places = Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * found.length) / count));
  const picked = new Set(places);
  const used = found.filter((_, place) => picked.has(place));
  return { ...file, hosts: used.map(({ host }) => host), texts: used.filter(({ hasText }) => hasText).length, picked };
}

/** Reads the selected pages of a set, one at a time. */
export async function* readSet(set: LabelledSet): AsyncGenerator<SetPage> {
  let place = 0;
  for await (const page of labelledPages(set)) if (set.picked.has(place++)) yield page;
}

/** The pages of a set that have HTML, were not generated, and are labelled. */
async function* labelledPages({ path, name }: SetFile): AsyncGenerator<SetPage> {
  let number = 0;
  for await (const record of readJsonLines<unknown>(path)) {
    number++;
    const page = isRecord(record) ? readPage(record, name, `${name}:${number}`) : undefined;
    if (page !== undefined) yield page;
  }
}

function readPage(record: Record<string, unknown>, set: string, place: string): SetPage | undefined {
  const { id, url, html, text } = record;
  const meta = isRecord(record["meta"]) ? record["meta"] : {};
  const include = strings(record["include"]);
  if (typeof html !== "string" || html === "" || meta["synthetic"]) return undefined;
  if (typeof text !== "string" && include.length === 0) return undefined;
  const named = typeof id === "string" || typeof id === "number" ? String(id) : place;
  const address = typeof url === "string" && URL.canParse(url) ? new URL(url) : undefined;
  return {
    id: named,
    set,
    host: address?.hostname || asText(meta["site"]) || named,
    html,
    url: address !== undefined && /^https?:$/.test(address.protocol) ? (url as string) : undefined,
    pageType: asText(meta["pageType"]),
    ...(typeof text === "string" ? { text } : { include, exclude: strings(record["exclude"]) }),
  };
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
