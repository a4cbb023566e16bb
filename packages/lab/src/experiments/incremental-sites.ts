import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { type PageSegments, pageSegments, resolveSegmentOptions } from "dehusk/internal/incremental";
import type { Page } from "dehusk/internal/page";
import { readJsonLines } from "dehusk/internal/train";
import { parseSitePage, type SitePage } from "./site-data.ts";

/** A page of a stream, split once: all methods decide on the same blocks. */
export interface StreamPage {
  readonly page: Page;
  readonly segments: PageSegments;
  /** What keeping the page costs: bytes of its HTML in UTF-8, plain and compressed. */
  readonly bytes: number;
  readonly packedBytes: number;
}

export const longSitesFolder = "long-sites";

const ending = ".jsonl.br";

/** The files of the long sites, sorted by name. */
export async function listLongSites(data: string): Promise<{ readonly name: string; readonly path: string }[]> {
  const files = (await readdir(join(data, longSitesFolder))).filter((file) => file.endsWith(ending)).sort();
  return files.map((file) => ({
    name: basename(file, ending).replace(/^swde-/, ""),
    path: join(data, longSitesFolder, file),
  }));
}

/** The pages of a long site, at most `limit` of them. */
export async function readLongSite(path: string, limit: number): Promise<StreamPage[]> {
  const pages: StreamPage[] = [];
  for await (const record of readJsonLines<SitePage>(path)) {
    if (pages.length >= limit) break;
    pages.push(cutPage(record));
  }
  return pages;
}

export function cutPage(record: SitePage): StreamPage {
  const html = Buffer.from(record.html);
  return { ...cutParsed(parseSitePage(record)), bytes: html.length, packedBytes: gzipSync(html).length };
}

const cutOptions = resolveSegmentOptions({});

/** A page in blocks and segments, with the default tags and paths. */
export function cutParsed(page: Page): Pick<StreamPage, "page" | "segments"> {
  return { page, segments: pageSegments(page, cutOptions) };
}
