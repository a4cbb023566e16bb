import { join } from "node:path";
import { isRecord } from "../../basics/index.ts";
import { nodeAt, type Page, resolveUrl } from "../../page/index.ts";
import { blankImage, type Resource } from "../../render/index.ts";
import { readJsonLines } from "./read-json-lines.ts";

/**
 * Pages whose blocks people annotated (Kreuzer's sets): home pages of popular sites and random pages, 2013. Annotated
 * are blocks of the page, such as header, content, footer, and blocks inside them, such as menu, article, list of
 * links; the latter are sometimes nested further.
 */
export interface SegmentedPage {
  readonly id: string;
  /** Name of its set. */
  readonly set: string;
  readonly url: string;
  readonly html: string;
  readonly blocks: readonly AnnotatedBlock[];
  /** The page's style sheets by absolute address, and a blank image for each image whose size is known. */
  readonly resources: ReadonlyMap<string, Resource>;
}

export interface AnnotatedBlock {
  readonly id: string;
  /** The annotators' label: "Header", "LinkList", … */
  readonly label: string;
  /** 1 for a block of the page, 2 for a block inside another. */
  readonly level: number;
  /** XPaths of its elements in the parsed page. */
  readonly paths: readonly string[];
}

export const segmentationSets = ["kreuzer-popular", "kreuzer-random"] as const;
export type SegmentationSet = (typeof segmentationSets)[number];

/** The files of the data folder that hold the pages. */
export const segmentationFiles: readonly string[] = segmentationSets.map((set) => `segmentation/${set}.jsonl.br`);

/**
 * Reads the annotated pages of a data folder, one at a time. Pages without annotations are skipped.
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
 * Reads the annotated pages of one file.
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

function readBlock({ id, label, level, paths }: Record<string, unknown>): AnnotatedBlock {
  const list = (Array.isArray(paths) ? paths : []).filter((path) => typeof path === "string");
  return { id: String(id), label: String(label), level: Number(level), paths: list };
}

/** Addresses as a browser requests them: as written, with character references decoded, resolved against the page's. */
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

/** The value of an attribute as written in a start tag. */
function attributeIn(tag: string, name: string): string | undefined {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, "i").exec(tag);
  return match?.[1] ?? match?.[2] ?? match?.[3];
}

function readReferences(written: string): string {
  return written.replace(/&(?:amp|#0*38|#x0*26);?/gi, "&");
}

/**
 * A page with its style sheets inlined, for layouts that load none: each `<link>` to a known one becomes a `<style>`.
 * Blocks keep their paths, as none leads through either.
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

/** Which of the blocks around a leaf is its segment: the innermost or the outermost. */
export type SegmentLevel = "inner" | "outer";

/** An annotated element: the subtree of `node` belongs to block number `block`. */
export interface AnnotatedNode {
  readonly block: number;
  readonly node: number;
}

/** The annotated elements of a page; paths that lead nowhere are skipped. */
export function annotatedNodes(page: Page, blocks: readonly AnnotatedBlock[]): AnnotatedNode[] {
  const found: AnnotatedNode[] = [];
  for (const [block, { paths }] of blocks.entries()) {
    for (const path of paths) {
      const node = nodeAt(page, path);
      if (node >= 0) found.push({ block, node });
    }
  }
  return found;
}

/**
 * The true segment of each leaf, as a block number: the innermost or outermost of the blocks around it. What a block
 * has outside its inner blocks is a segment too. -1 for leaves in no block: nobody said what they belong to, and they
 * are scattered over the page, so scores should skip them and not treat them as a segment.
 *
 * Linear in nodes and leaves.
 */
export function trueSegments(
  page: Page,
  blocks: readonly AnnotatedBlock[],
  leaves: Int32Array,
  level: SegmentLevel,
): Int32Array {
  const own = new Int32Array(page.size).fill(-1);
  for (const { block, node } of annotatedNodes(page, blocks)) if (own[node] === -1) own[node] = block;
  const segment = new Int32Array(page.size).fill(-1);
  for (let i = 0; i < page.size; i++) {
    const above = i === 0 ? -1 : segment[page.parent[i]];
    const here = own[i];
    segment[i] = level === "outer" ? (above >= 0 ? above : here) : here >= 0 ? here : above;
  }
  return leaves.map((leaf) => segment[leaf]);
}
