import type { Attribute, Page } from "../page/index.ts";
import {
  type ContentNode,
  type ContentTree,
  headingLevel,
  isContainer,
  isFormat,
  isHeaderCell,
  isInTableHead,
  isMarkedParagraph,
  Kind,
  Task,
  taskOf,
} from "./content/content-tree.ts";
import { gatherContent } from "./content/gather-content.ts";
import { escapeAttribute, escapeText } from "./escape-html.ts";
import { writeMathml } from "./write-html-math.ts";

/** Tag of each kind of content. These and those of formulas are the only tags ever written. */
const tags = new Map<number, string>([
  [Kind.Quote, "blockquote"],
  [Kind.BulletList, "ul"],
  [Kind.OrderedList, "ol"],
  [Kind.Item, "li"],
  [Kind.DefinitionList, "dl"],
  [Kind.Term, "dt"],
  [Kind.Description, "dd"],
  [Kind.Table, "table"],
  [Kind.Caption, "caption"],
  [Kind.Row, "tr"],
  [Kind.Cell, "td"],
  [Kind.Figure, "figure"],
  [Kind.FigureCaption, "figcaption"],
  [Kind.Details, "details"],
  [Kind.Summary, "summary"],
  [Kind.Footnote, ""],
  [Kind.Paragraph, "p"],
  [Kind.Link, "a"],
  [Kind.Emphasis, "em"],
  [Kind.Strong, "strong"],
  [Kind.Underline, "u"],
  [Kind.Strike, "s"],
  [Kind.Deleted, "del"],
  [Kind.Inserted, "ins"],
  [Kind.Marked, "mark"],
  [Kind.Small, "small"],
  [Kind.Subscript, "sub"],
  [Kind.Superscript, "sup"],
  [Kind.Keyboard, "kbd"],
  [Kind.Sample, "samp"],
  [Kind.Variable, "var"],
  [Kind.Abbreviation, "abbr"],
  [Kind.Quotation, "q"],
  [Kind.Citation, "cite"],
  [Kind.Defined, "dfn"],
  [Kind.Time, "time"],
  [Kind.Ruby, "ruby"],
  [Kind.RubyText, "rt"],
  [Kind.Code, "code"],
]);

/** Containers whose loose text needs no paragraph if they have no other text. */
const bareContainers = new Set<number>([
  Kind.Item,
  Kind.Term,
  Kind.Description,
  Kind.Caption,
  Kind.Cell,
  Kind.Figure,
  Kind.FigureCaption,
  Kind.Summary,
]);

/**
 * The kept part of a page as clean HTML: only meaningful tags and attributes, none that can run or load
 * anything but pictures, sounds and videos; links are absolute. The nesting follows the HTML standard, so
 * that a browser reads back exactly this tree; cleaning it once more changes nothing.
 *
 * @param kept 1 for each text node and each stand-alone element to write; see {@link keepShown}.
 * @param headline The title at the top, as a heading of level 1; others have level 2 or below.
 */
export function writeHtml(page: Page, kept: Uint8Array, headline = ""): string {
  return htmlOf(page, gatherContent(page, kept, headline));
}

/** Content as clean HTML. */
export function htmlOf(page: Page, tree: ContentTree): string {
  return new HtmlWriter(page, tree).write();
}

/** A table of a content tree as HTML for Markdown, where a blank line would end it. */
export function tableHtml(page: Page, tree: ContentTree, table: number): string {
  const nodes = tree.slice(table, tree[table].end).map((node) => ({ ...node, end: node.end - table }));
  return new HtmlWriter(page, nodes).write().replace(/\n(?=[^\S\n]*\n)/g, "&#10;");
}

class HtmlWriter {
  readonly #page: Page;
  readonly #tree: ContentTree;
  readonly #pieces: string[] = [];
  /** Open nodes and their closing tags. */
  readonly #open: number[] = [];
  readonly #closing: string[] = [];
  /** The open section of each open table: "", "thead" or "tbody". */
  readonly #sections: string[] = [];
  /** The box of a task whose first paragraph is next. */
  #box = "";

  constructor(page: Page, tree: ContentTree) {
    this.#page = page;
    this.#tree = tree;
  }

  write(): string {
    const tree = this.#tree;
    for (let i = 0; i < tree.length; i++) {
      this.#closeBefore(i);
      const node = tree[i];
      if (node.kind < Kind.CodeBlock) this.#openBlock(i, node);
      else if (isFormat(node.kind)) this.#openElement(i, tags.get(node.kind) as string, node.attributes, "");
      else this.#leaf(node);
    }
    this.#closeBefore(tree.length);
    return this.#pieces.join("").trimEnd();
  }

  #openBlock(index: number, node: ContentNode): void {
    if (isContainer(node.kind)) {
      if (node.kind === Kind.Row) this.#section(isInTableHead(node) ? "thead" : "tbody");
      if (node.kind === Kind.Caption) this.#section("");
      if (node.kind === Kind.Table) this.#sections.push("");
      const tag = node.kind === Kind.Cell && isHeaderCell(node) ? "th" : (tags.get(node.kind) as string);
      this.#openElement(index, tag, node.attributes, "\n");
      if (holdsBlocks(node.kind)) this.#pieces.push(tag === "" ? "" : "\n");
      if (node.kind === Kind.Quote && node.label !== "") this.#pieces.push(calloutTitle(node));
      if (node.kind === Kind.Item && taskOf(node) !== Task.None) this.#task(index, node);
    } else if (node.kind === Kind.Heading) this.#openElement(index, `h${headingLevel(node)}`, node.attributes, "\n");
    else if (this.#isBare(node)) this.#openElement(index, "", [], "");
    else this.#openElement(index, "p", node.attributes, "\n");
    if (node.kind === Kind.Paragraph) {
      this.#pieces.push(this.#box);
      this.#box = "";
    }
  }

  /** The box of a task stands in its first paragraph; if the task begins with another block, in one of its own. */
  #task(index: number, item: ContentNode): void {
    const box = taskOf(item) === Task.Done ? "☑" : "☐";
    if (this.#tree[index + 1]?.kind === Kind.Paragraph && index + 1 < item.end) this.#box = `${box} `;
    else this.#pieces.push(item.paragraphs === 0 ? box : `<p>${box}</p>\n`);
  }

  #isBare(paragraph: ContentNode): boolean {
    const index = this.#open[this.#open.length - 1] ?? -1;
    const parent = this.#tree[index];
    if (parent === undefined || isMarkedParagraph(paragraph) || paragraph.attributes.length > 0) return false;
    const hasOwnBox =
      parent.kind === Kind.Item && taskOf(parent) !== Task.None && this.#tree[index + 1].kind !== Kind.Paragraph;
    return bareContainers.has(parent.kind) && parent.paragraphs === 1 && !hasOwnBox;
  }

  #openElement(index: number, tag: string, attributes: readonly Attribute[], after: string): void {
    this.#open.push(index);
    if (tag === "") {
      this.#closing.push("");
      return;
    }
    this.#pieces.push(`<${tag}${writeAttributes(attributes)}>`);
    this.#closing.push(`</${tag}>${after}`);
  }

  #closeBefore(index: number): void {
    while (this.#open.length > 0) {
      const node = this.#tree[this.#open[this.#open.length - 1]];
      if (node.end > index) return;
      this.#open.pop();
      if (node.kind === Kind.Table) {
        this.#section("");
        this.#sections.pop();
      }
      this.#pieces.push(this.#closing.pop() as string);
    }
  }

  /** Switches to another section of the innermost table. */
  #section(name: string): void {
    const level = this.#sections.length - 1;
    const open = this.#sections[level];
    if (open === undefined || open === name) return;
    if (open !== "") this.#pieces.push(`</${open}>\n`);
    if (name !== "") this.#pieces.push(`<${name}>\n`);
    this.#sections[level] = name;
  }

  #leaf(node: ContentNode): void {
    const { kind, text, label, attributes } = node;
    switch (kind) {
      case Kind.Text:
        this.#pieces.push(escapeText(text));
        break;
      case Kind.Break:
        this.#pieces.push("<br>");
        break;
      case Kind.Rule:
        this.#pieces.push(`<hr${writeAttributes(attributes)}>\n`);
        break;
      case Kind.Image:
        this.#pieces.push(`<img${writeAttributes(attributes)}>`);
        break;
      case Kind.Video:
      case Kind.Audio: {
        const tag = kind === Kind.Video ? "video" : "audio";
        this.#pieces.push(`<${tag} controls=""${writeAttributes(attributes)}></${tag}>`);
        break;
      }
      case Kind.Anchor:
        this.#pieces.push(`<a${writeAttributes(attributes)}></a>`);
        break;
      case Kind.CodeBlock: {
        const language = label === "" ? "" : ` class="language-${escapeAttribute(label)}"`;
        this.#pieces.push(`<pre${writeAttributes(attributes)}><code${language}>${escapeText(text)}</code></pre>\n`);
        break;
      }
      case Kind.Math:
      case Kind.MathBlock:
        this.#math(node);
        break;
    }
  }

  /** The page's MathML, with its TeX; otherwise TeX between the delimiters that libraries look for. */
  #math({ kind, text, label, element, attributes }: ContentNode): void {
    const block = kind === Kind.MathBlock;
    const tex = text.replace(/\s+/g, " ");
    const source = block ? `\\[${tex}\\]` : `\\(${tex}\\)`;
    const mathml = element >= 0 ? writeMathml(this.#page, element, block, label === "" ? text : "") : "";
    const written = mathml === "" ? escapeText(text === "" ? label : source) : mathml;
    this.#pieces.push(block ? `<p${writeAttributes(attributes)}>${written}</p>\n` : written);
  }
}

/** The heading of a callout: its title, or the name of its kind. */
function calloutTitle({ label, text }: ContentNode): string {
  const title = text === "" ? label.charAt(0).toUpperCase() + label.slice(1) : text;
  return `<p class="callout-title">${escapeText(title)}</p>\n`;
}

function holdsBlocks(kind: Kind): boolean {
  return !bareContainers.has(kind);
}

function writeAttributes(attributes: readonly Attribute[]): string {
  let written = "";
  for (const { name, value } of attributes) written += ` ${name}="${escapeAttribute(value)}"`;
  return written;
}
