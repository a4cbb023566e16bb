import { join } from "node:path";
import { isRecord } from "../../basics/index.ts";
import { nodeAt, type Page, resolveUrl } from "../../page/index.ts";
import { blankImage, type Resource } from "../../render/index.ts";
import { readJsonLines } from "./read-json-lines.ts";

/**
 * Pages whose blocks people marked (Kreuzer's sets): home pages of popular sites and pages chosen at random, 2013. Marked
 * are blocks of the page, such as header, content, footer, and blocks inside them, such as menu, article, list of links;
 * those are nested further now and then.
 */
export interface SegmentedPage {
  readonly id: string;
  /** Name of the set that it is from. */
  readonly set: string;
  readonly url: string;
  readonly html: string;
  readonly blocks: readonly MarkedBlock[];
  /** The page's style sheets by absolute address, and an empty picture for each whose size is known. */
  readonly resources: ReadonlyMap<string, Resource>;
}

export interface MarkedBlock {
  readonly id: string;
  /** What people called it: "Header", "LinkList", … */
  readonly label: string;
  /** 1 for a block of the page, 2 for one that is marked as part of another. */
  readonly level: number;
  /** XPaths of its elements in the parsed page. */
  readonly paths: readonly string[];
}

export const segmentationSets = ["kreuzer-popular", "kreuzer-random"] as const;
export type SegmentationSet = (typeof segmentationSets)[number];

/** The files of the data folder that hold the pages. */
export const segmentationFiles: readonly string[] = segmentationSets.map((set) => `segmentation/${set}.jsonl.br`);

/**
 * Reads the marked pages of a data folder, one at a time. Pages without a mark are passed over.
 *
 * @throws DehuskError `unreadable`
 */
export async function* readSegmentedPages(
  data: string,
  sets: readonly SegmentationSet[] = segmentationSets,
): AsyncGenerator<SegmentedPage> {
  for (const set of sets) {
    yield* readSegmentedFile(join(data, "segmentation", `${set}.jsonl.br`), set);
  }
}

/**
 * Reads the marked pages of one file.
 *
 * @throws DehuskError `unreadable`
 */
export async function* readSegmentedFile(path: string, set: string): AsyncGenerator<SegmentedPage> {
  for await (const record of readJsonLines<unknown>(path)) {
    const page = isRecord(record) ? readPage(record, set) : undefined;
    if (page !== undefined) yield page;
  }
}

function readPage(record: Record<string, unknown>, set: string): SegmentedPage | undefined {
  const { id, url, html, segments } = record;
  if (typeof id !== "string" || typeof url !== "string" || typeof html !== "string") return undefined;
  const blocks = (Array.isArray(segments) ? segments : []).filter(isRecord).map(readBlock);
  if (blocks.length === 0) return undefined;
  return { id, set, url, html, blocks, resources: resourcesOf(record, url, html) };
}

function readBlock({ id, label, level, paths }: Record<string, unknown>): MarkedBlock {
  const list = (Array.isArray(paths) ? paths : []).filter((path) => typeof path === "string");
  return { id: String(id), label: String(label), level: Number(level), paths: list };
}

/** Addresses are those that a browser asks for: as written, with references to characters read, against the page's. */
function resourcesOf(record: Record<string, unknown>, url: string, html: string): Map<string, Resource> {
  const base = resolveUrl(baseOf(html) ?? "", url) ?? url;
  const address = (written: string) => {
    const at = resolveUrl(readReferences(written).trim(), base)?.replace(/#.*$/s, "");
    return at !== undefined && /^https?:/.test(at) ? at : undefined;
  };
  const resources = new Map<string, Resource>();
  for (const [written, size] of Object.entries(isRecord(record["imageSizes"]) ? record["imageSizes"] : {})) {
    const at = address(written);
    if (at === undefined || !Array.isArray(size)) continue;
    const [width, height] = size.map(Number);
    if (Number.isFinite(width) && Number.isFinite(height)) {
      resources.set(at, blankImage(width as number, height as number));
    }
  }
  for (const [written, body] of Object.entries(isRecord(record["css"]) ? record["css"] : {})) {
    const at = address(written);
    if (at !== undefined && typeof body === "string") resources.set(at, { body, contentType: "text/css" });
  }
  return resources;
}

function baseOf(html: string): string | undefined {
  const tag = /<base\b[^>]*>/i.exec(html)?.[0];
  return tag === undefined ? undefined : attributeIn(tag, "href");
}

/** The value of an attribute as it is written in a start tag. */
function attributeIn(tag: string, name: string): string | undefined {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, "i").exec(tag);
  return match?.[1] ?? match?.[2] ?? match?.[3];
}

function readReferences(written: string): string {
  return written.replace(/&(?:amp|#0*38|#x0*26);?/gi, "&");
}

/**
 * A page with its style sheets written into it, for layout that does not load any: each `<link>` to one that is there
 * becomes a `<style>`. Blocks are found by the same paths, as none leads through either.
 */
export function htmlWithSheets({ html, url, resources }: SegmentedPage): string {
  const base = resolveUrl(baseOf(html) ?? "", url) ?? url;
  return html.replace(/<link\b[^>]*>/gi, (link) => {
    const href = attributeIn(link, "href");
    const media = attributeIn(link, "media");
    if (href === undefined || !/\bstylesheet\b/i.test(attributeIn(link, "rel") ?? "")) return link;
    const sheet = resources.get(resolveUrl(readReferences(href).trim(), base) ?? "");
    if (sheet?.contentType !== "text/css" || typeof sheet.body !== "string") return link;
    const opening = media === undefined ? "<style>" : `<style media="${media.replaceAll('"', "&quot;")}">`;
    return `${opening}${sheet.body.replace(/<\/style/gi, "")}</style>`;
  });
}

/** Which of the blocks around a leaf is its segment: the smallest or the largest. */
export type SegmentLevel = "inner" | "outer";

/** Elements of the page that are marked: of the block with number `block`, the subtree of `node`. */
export interface MarkedNode {
  readonly block: number;
  readonly node: number;
}

/** Where the blocks of a page are; marks whose path leads nowhere are left out. */
export function markedNodes(page: Page, blocks: readonly MarkedBlock[]): MarkedNode[] {
  const found: MarkedNode[] = [];
  for (const [block, { paths }] of blocks.entries()) {
    for (const path of paths) {
      const node = nodeAt(page, path);
      if (node >= 0) found.push({ block, node });
    }
  }
  return found;
}

/**
 * The true segment of each leaf, as the number of a block: of all blocks around it the innermost or the outermost. What
 * a block has outside its inner blocks is a segment too. -1 for leaves in no block: nobody said what they belong to, and
 * they are scattered over the page, so they should be left out of scores and not be taken for a segment.
 *
 * Linear in nodes and leaves.
 */
export function trueSegments(
  page: Page,
  blocks: readonly MarkedBlock[],
  leaves: Int32Array,
  level: SegmentLevel,
): Int32Array {
  const own = new Int32Array(page.size).fill(-1);
  for (const { block, node } of markedNodes(page, blocks)) if (own[node] === -1) own[node] = block;
  const segment = new Int32Array(page.size).fill(-1);
  for (let i = 0; i < page.size; i++) {
    const above = i === 0 ? -1 : segment[page.parent[i]];
    const here = own[i];
    segment[i] = level === "outer" ? (above >= 0 ? above : here) : here >= 0 ? here : above;
  }
  return leaves.map((leaf) => segment[leaf]);
}
