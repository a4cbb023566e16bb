import { attribute, COMMENT, isElement, isText, Mark, type Page, tagName } from "dehusk/internal/page";
import { filterSheet } from "./filter-css.ts";
import { type Family, write, writeAttributes } from "./frame-attributes.ts";
import { isShownImage, pixels } from "./frame-images.ts";
import { frameStyle } from "./frame-style.ts";
import { type FrameTag, frameTag, ownPrefix, Trait } from "./frame-tags.ts";
import { type WrittenNames, writtenNames } from "./written-names.ts";

/** A page that is safe to show. */
export interface FramedPage {
  /**
   * A whole document without scripts. Elements have their node number in `data-dh-n`, the end of their subtree in
   * `data-dh-e`.
   */
  readonly html: string;
  readonly missing: MissingParts;
}

/** Numbers of parts left out of the frame because they would have to be loaded or run. */
export interface MissingParts {
  readonly stylesheets: number;
  readonly images: number;
  /** Frames, videos, audio and the like. */
  readonly frames: number;
  readonly scripts: number;
}

/**
 * A page as inert HTML: it looks like the original as far as possible without loading anything, and contains nothing
 * that runs, loads, navigates, takes the focus or submits. Built from an allow-list, so unknown things are not written.
 * A browser reads it back as the page's own tree, minus what is left out. Linear in the size of the page.
 *
 * @example
 * const { html, missing } = framePage(parse(bytes));
 */
export function framePage(page: Page): FramedPage {
  return { html: new FrameWriter(page).write(), missing: countMissing(page) };
}

class FrameWriter {
  readonly #page: Page;
  readonly #tags: readonly FrameTag[];
  readonly #written: WrittenNames;
  readonly #pieces: string[] = [];
  readonly #open: number[] = [];
  /** Whether the last thing written is the start tag of a `<pre>`, after which browsers drop a newline. */
  #afterPre = false;

  constructor(page: Page) {
    this.#page = page;
    this.#tags = page.tagNames.map(frameTag);
    this.#written = writtenNames(page);
  }

  write(): string {
    const { end, size } = this.#page;
    const { names } = this.#written;
    this.#writeHead();
    for (let i = 1; i < size; ) {
      this.#closeUntil(i);
      if (isText(this.#page, i)) this.#writeText(i);
      const name = names[i];
      if (name === undefined) i = isElement(this.#page, i) ? end[i] : i + 1;
      else i = name === "" ? i + 1 : this.#writeElement(i, name);
    }
    this.#closeUntil(size);
    this.#pieces.push("</body></html>");
    return this.#pieces.join("");
  }

  #writeHead(): void {
    const { html, body } = findRoots(this.#page);
    this.#pieces.push(`<!doctype html><html${this.#rootAttributes(html)}><head><meta charset="utf-8">`);
    this.#pieces.push(`<style>${frameStyle()}</style>`);
    this.#writeSheets();
    this.#pieces.push(`</head><body${this.#rootAttributes(body)}>`);
  }

  #rootAttributes(node: number): string {
    if (node < 0) return "";
    return this.#numbers(node) + writeAttributes("", this.#page.attributes[node] ?? [], "html");
  }

  #numbers(node: number): string {
    return ` data-${ownPrefix}n="${node}" data-${ownPrefix}e="${this.#page.end[node]}"`;
  }

  /** All style sheets of the page go into the head: in the same order, and where the parser cannot misread them. */
  #writeSheets(): void {
    for (let i = 1; i < this.#page.size; i++) {
      if (!isSheet(this.#page, i)) continue;
      const css = sheetText(this.#page, i);
      const media = attribute(this.#page, i, "media");
      const attributes = media === undefined ? "" : write("media", media);
      this.#pieces.push(`<style${attributes}>${filterSheet(css, this.#written.renamed)}</style>`);
    }
  }

  /** Writes a start tag; returns the node to continue with. */
  #writeElement(node: number, name: string): number {
    const { tag, traits } = this.#tags[this.#page.tag[node]];
    const family: Family = (traits & Trait.Svg) !== 0 ? "svg" : (traits & Trait.Math) !== 0 ? "math" : "html";
    const attributes = writeAttributes(tag, this.#page.attributes[node] ?? [], family);
    this.#afterPre = name === "pre";
    if ((traits & Trait.Placeholder) !== 0) {
      this.#pieces.push(`<${name}${this.#numbers(node)}${this.#placeholder(node, tag)}></${name}>`);
      return this.#page.end[node];
    }
    this.#pieces.push(`<${name}${this.#numbers(node)}${attributes}>`);
    if ((traits & Trait.Void) !== 0 && name === tag) return this.#page.end[node];
    this.#open.push(node);
    return node + 1;
  }

  /** Size and label of the placeholder for a frame, a video and the like. */
  #placeholder(node: number, tag: string): string {
    const { attributes } = this.#page;
    const width = pixels(attribute(this.#page, node, "width")) ?? 300;
    const height = pixels(attribute(this.#page, node, "height")) ?? (tag === "audio" ? 54 : 150);
    const rest = (attributes[node] ?? []).filter(
      ({ name }) => name !== "style" && name !== "width" && name !== "height",
    );
    const style = attribute(this.#page, node, "style") ?? "";
    const sized = [...rest, { name: "style", value: `width:${width}px;height:${height}px;${style}` }];
    return writeAttributes(tag, sized, "html") + write(`data-${ownPrefix}label`, `<${tag}> not loaded`);
  }

  #writeText(node: number): void {
    const above = this.#open.at(-1);
    const { tag, traits } = above === undefined ? { tag: "", traits: 0 } : this.#tagOf(above);
    if ((traits & Trait.Svg) !== 0 && tag !== "text" && tag !== "tspan") return;
    const text = escapeText(this.#page.strings[node]);
    if (text === "") return;
    this.#pieces.push(this.#afterPre && text.startsWith("\n") ? `\n${text}` : text);
    this.#afterPre = false;
  }

  #tagOf(node: number): FrameTag {
    return this.#tags[this.#page.tag[node]];
  }

  #closeUntil(next: number): void {
    while (this.#open.length > 0) {
      const last = this.#open[this.#open.length - 1];
      if (this.#page.end[last] > next) return;
      this.#pieces.push(`</${this.#written.names[last]}>`);
      this.#open.pop();
      this.#afterPre = false;
    }
  }
}

function escapeText(text: string): string {
  if (!/[&<>\0\r]/.test(text)) return text;
  return text
    .replace(/[\0\r]/g, " ")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;");
}

/** The `<html>` and `<body>` elements, -1 for none. */
function findRoots(page: Page): { readonly html: number; readonly body: number } {
  let html = -1;
  for (let i = 1; i < page.size; i = page.end[i]) if (tagName(page, i) === "html") html = i;
  if (html < 0) return { html, body: -1 };
  for (let i = html + 1; i < page.end[html]; i = page.end[i]) {
    if (tagName(page, i) === "body") return { html, body: i };
  }
  return { html, body: -1 };
}

const notUsed = Mark.Template | Mark.NoScript;

function isSheet(page: Page, node: number): boolean {
  const tag = page.tag[node];
  if (tag <= COMMENT || (page.marks[node] & notUsed) !== 0) return false;
  const name = page.tagNames[tag];
  if (name !== "style" && name !== "svg style") return false;
  const type = attribute(page, node, "type")?.trim().toLowerCase() ?? "";
  return type === "" || type === "text/css";
}

function sheetText(page: Page, node: number): string {
  return page.strings.slice(node + 1, page.end[node]).join("");
}

function countMissing(page: Page): MissingParts {
  const missing = { stylesheets: 0, images: 0, frames: 0, scripts: 0 };
  for (let i = 1; i < page.size; i++) {
    if (!isElement(page, i) || (page.marks[i] & notUsed) !== 0) continue;
    const name = tagName(page, i);
    if (name === "link") {
      if (/(?:^|\s)stylesheet(?:\s|$)/i.test(attribute(page, i, "rel") ?? "")) missing.stylesheets++;
    } else if (isSheet(page, i)) missing.stylesheets += sheetText(page, i).match(/@import\b/gi)?.length ?? 0;
    else if (name === "img" || name === "image") {
      if (!isShownImage(attribute(page, i, "src")?.trim() ?? "")) missing.images++;
    } else if (name === "script" || name === "svg script") missing.scripts++;
    else if ((frameTag(name).traits & Trait.Placeholder) !== 0) missing.frames++;
  }
  return missing;
}
