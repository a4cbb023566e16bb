import { readMetadata } from "dehusk/internal/extract";
import { type Boxes, estimateBoxes } from "dehusk/internal/layout";
import {
  attribute,
  COMMENT,
  isElement,
  isShown,
  isText,
  Mark,
  type Page,
  parse,
  sumOf,
  tagName,
} from "dehusk/internal/page";
import { framePage } from "../frame/frame-page.ts";
import type { OpenedPage, PageSource } from "./messages.ts";

/** The state of an open page. */
export interface PageState {
  readonly page: Page;
  readonly boxes: Boxes;
}

/** Parse timeout in milliseconds: longer than users wait. */
const parseLimit = 20_000;

/**
 * Parses a page and gathers the facts that do not depend on settings. Linear in the nodes.
 *
 * @throws DehuskError a `limit-…` code if the page is over a limit.
 */
export function openPage({ content, url, name }: PageSource): PageState & { readonly opened: OpenedPage } {
  const page = parse(content, { url, limits: { milliseconds: parseLimit } });
  const boxes = estimateBoxes(page);
  const { html, missing } = framePage(page);
  const opened: OpenedPage = {
    name,
    url: page.url ?? null,
    frame: html,
    missing,
    size: page.size,
    parent: page.parent.slice(),
    end: page.end.slice(),
    ...describeNodes(page),
    boxes: boxesOf(page, boxes),
    metadata: readMetadata(page),
    encoding: page.encoding ?? null,
  };
  return { page, boxes, opened };
}

function describeNodes(page: Page) {
  const listed = new Uint8Array(page.size);
  const shown = new Uint8Array(page.size);
  const texts = new Uint8Array(page.size);
  const words = new Int32Array(page.size);
  const links = new Int32Array(page.size);
  const labels = new Array<string>(page.size).fill("");
  for (let node = 0; node < page.size; node++) {
    if (isShown(page, node)) shown[node] = 1;
    if (isText(page, node)) texts[node] = 1;
    words[node] = sumOf(page, page.sums.words, node);
    links[node] = sumOf(page, page.sums.links, node);
    if (!isListed(page, node)) continue;
    listed[node] = 1;
    labels[node] = labelOf(page, node);
  }
  return { listed, shown, isText: texts, words, links, labels };
}

/** Whether the tree lists a node: all but comments, white space and what browsers never show, such as scripts. */
function isListed(page: Page, node: number): boolean {
  if (node === 0) return true;
  if ((page.marks[node] & Mark.Unseen) !== 0 || page.tag[node] === COMMENT) return false;
  return isElement(page, node) || /\S/.test(page.strings[node]);
}

/** Longest label in the tree, in characters. */
const maxLabel = 60;

/** The label of a node in the tree. */
function labelOf(page: Page, node: number): string {
  if (node === 0) return "page";
  if (!isElement(page, node)) {
    const text = page.strings[node]
      .slice(0, 4 * maxLabel)
      .replace(/\s+/g, " ")
      .trim();
    return text.length > maxLabel ? `${text.slice(0, maxLabel)}…` : text;
  }
  const id = attribute(page, node, "id")?.trim();
  const classes = attribute(page, node, "class")?.trim().split(/\s+/, 2) ?? [];
  const marks = [...(id ? [`#${id}`] : []), ...classes.filter((name) => name !== "").map((name) => `.${name}`)];
  return `${tagName(page, node)}${marks.join("")}`.slice(0, maxLabel);
}

function boxesOf(page: Page, { x, y, w, h }: Boxes): Float32Array {
  const all = new Float32Array(4 * page.size);
  for (let node = 0; node < page.size; node++) {
    all[4 * node] = x[node];
    all[4 * node + 1] = y[node];
    all[4 * node + 2] = w[node];
    all[4 * node + 3] = h[node];
  }
  return all;
}
