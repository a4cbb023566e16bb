import type { Page } from "../page/index.ts";
import {
  type ContentNode,
  type ContentTree,
  contentAttribute,
  headingLevel,
  isContainer,
  isList,
  Kind,
  Task,
  taskOf,
} from "./content/content-tree.ts";
import { gatherContent } from "./content/gather-content.ts";
import {
  escapeLineStarts,
  escapeMarkdown,
  escapeNoteStart,
  fenceFor,
  noSpace,
  safeTexLines,
} from "./markdown-escape.ts";
import { inlineMarkdown, type LinePlace } from "./markdown-inline.ts";
import { hasSpans, type Spans, tableMarkdown } from "./markdown-table.ts";
import { tableHtml } from "./write-html.ts";

/**
 * The kept part of a page as Markdown: CommonMark with the tables, strikethrough and task items of GFM, footnotes as
 * `[^1]`, formulas as `$…$` and `$$…$$`, definitions as `: …`. Superscripts, subscripts and keys stay HTML tags.
 *
 * @param kept 1 for each text node and each stand-alone element to write; see {@link keepShown}.
 * @param headline The title at the top, as a heading of level 1; others have level 2 or below.
 * @param spans How to show table cells that span others.
 */
export function writeMarkdown(page: Page, kept: Uint8Array, headline = "", spans?: Spans): string {
  return outlineMarkdown(page, gatherContent(page, kept, headline), spans).markdown;
}

/** The position of a block of content in the Markdown. */
export interface MarkdownBlock {
  /** Its node in the content tree. */
  readonly node: number;
  /** Its lines, with the prefixes of containers: `[from, to)` in characters, without the last line break. */
  readonly from: number;
  readonly to: number;
}

/** Markdown with the position of each block of the content, in order. */
export interface MarkdownOutline {
  readonly markdown: string;
  readonly blocks: readonly MarkdownBlock[];
}

/** Content as Markdown, with the position of each block. */
export function outlineMarkdown(page: Page, tree: ContentTree, spans?: Spans): MarkdownOutline {
  return new MarkdownWriter(page, tree, spans).write();
}

/** An open container. */
interface Level {
  readonly node: ContentNode | undefined;
  /** The prefix of its first line, and of all others. */
  readonly marker: string;
  readonly prefix: string;
  /** Replaces the marker if no paragraph follows directly; its own line if it ends one. */
  readonly bare: string;
  /** Its own line before its contents, "" for none. */
  readonly head: string;
  /** Whether any of it is written. */
  started: boolean;
  /** Blocks written in it. */
  children: number;
  /** Marker of the last list in it, if nothing came after: the next list must use another. */
  lastList: string;
  /** For a list: its marker, and the number of its next item. */
  bullet: string;
  next: number;
}

class MarkdownWriter {
  readonly #page: Page;
  readonly #tree: ContentTree;
  readonly #spans: Spans;
  readonly #withMath: boolean;
  readonly #lines: string[] = [];
  /** For each written block: its node, its first line and the one past its last. */
  readonly #written: (readonly [node: number, from: number, to: number])[] = [];
  readonly #levels: Level[] = [newLevel(undefined, "", "")];

  constructor(page: Page, tree: ContentTree, spans: Spans = "empty") {
    this.#page = page;
    this.#tree = tree;
    this.#spans = spans;
    this.#withMath = tree.some(({ kind, text }) => (kind === Kind.Math || kind === Kind.MathBlock) && text !== "");
    this.#levels[0].started = true;
  }

  write(): MarkdownOutline {
    const tree = this.#tree;
    for (let i = 0; i < tree.length; ) {
      this.#closeBefore(i);
      const node = tree[i];
      if (isContainer(node.kind) && node.kind !== Kind.Table) {
        this.#levels.push(this.#level(node, i));
        i++;
      } else {
        this.#block(node, i);
        i = node.end;
      }
    }
    const starts = [0];
    for (const line of this.#lines) starts.push(starts[starts.length - 1] + line.length + 1);
    const blocks = this.#written.map(([node, from, to]) => ({ node, from: starts[from], to: starts[to] - 1 }));
    return { markdown: this.#lines.join("\n"), blocks };
  }

  get #top(): Level {
    return this.#levels[this.#levels.length - 1];
  }

  #closeBefore(index: number): void {
    while (this.#levels.length > 1 && (this.#top.node as ContentNode).end <= index) {
      const level = this.#levels.pop() as Level;
      if (level.bullet !== "" && level.started) this.#top.lastList = level.bullet;
    }
  }

  #level(node: ContentNode, at: number): Level {
    const outer = this.#top;
    switch (node.kind) {
      case Kind.Quote:
        return { ...newLevel(node, "> ", `${outer.prefix}> `), head: this.#calloutHead(node) };
      case Kind.BulletList:
        return { ...newLevel(node, "", outer.prefix), bullet: outer.lastList === "-" ? "*" : "-" };
      case Kind.OrderedList: {
        const bullet = outer.lastList === "." ? ")" : ".";
        return { ...newLevel(node, "", outer.prefix), bullet, next: Number(contentAttribute(node, "start") ?? 1) };
      }
      case Kind.Item:
        return itemLevel(node, outer);
      case Kind.Footnote:
        return noteLevel(node, outer);
      case Kind.Description: {
        // Only before a paragraph, and not within another: elsewhere plain CommonMark would read it as code.
        const plain = this.#tree[at + 1]?.kind !== Kind.Paragraph || this.#isIn(Kind.Description);
        return plain ? newLevel(node, "", outer.prefix) : newLevel(node, ": ", `${outer.prefix}  `, "  ");
      }
      default:
        return newLevel(node, "", outer.prefix);
    }
  }

  /** The line that makes a quotation a callout. */
  #calloutHead({ label, text }: ContentNode): string {
    if (label === "") return "";
    return text === "" ? `[!${label}]` : `[!${label}] ${this.#escape(text)}`;
  }

  #isIn(kind: Kind): boolean {
    return this.#levels.some(({ node }) => node?.kind === kind);
  }

  #block(node: ContentNode, at: number): void {
    switch (node.kind) {
      case Kind.Heading:
        this.#heading(node, at);
        break;
      case Kind.Paragraph:
        this.#paragraph(node, at);
        break;
      case Kind.Table: {
        if (this.#spans === "html" && hasSpans(this.#tree, at)) {
          this.#emit(at, tableHtml(this.#page, this.#tree, at));
          break;
        }
        const { caption, lines } = tableMarkdown(this.#tree, at, this.#withMath, this.#spans === "repeat");
        this.#emit(at, escapeLineStarts(caption));
        this.#emit(at, lines.join("\n"));
        break;
      }
      case Kind.CodeBlock: {
        const fence = fenceFor(node.text);
        this.#emit(at, `${fence}${node.label}\n${node.text}\n${fence}`);
        break;
      }
      case Kind.Rule:
        // In a list, dashes after the dash of an item would be a rule instead of the item.
        this.#emit(at, this.#levels.length > 1 ? "___" : "---");
        break;
      case Kind.MathBlock:
        if (node.text !== "") this.#emit(at, `$$\n${safeTexLines(node.text)}\n$$`);
        else this.#emit(at, escapeLineStarts(this.#escape(node.label)));
        break;
    }
  }

  #heading(node: ContentNode, at: number): void {
    const text = this.#inline(at, node, { lineBreak: " ", inHeading: true, inCell: false, withMath: this.#withMath });
    if (text === "") return;
    // Trailing signs would be taken for the end of the heading.
    this.#emit(at, `${"#".repeat(headingLevel(node))} ${text.replace(/(?<=^|\s)#+$/, "\\$&")}`);
  }

  #paragraph(node: ContentNode, at: number): void {
    const text = this.#inline(at, node, {
      lineBreak: "  \n",
      inHeading: false,
      inCell: false,
      withMath: this.#withMath,
    });
    const place = this.#top.node;
    if (place !== undefined && isNote(place) && this.#top.children === 0) {
      this.#emit(at, escapeNoteStart(escapeLineStarts(withoutMark(text, place.label))));
      return;
    }
    const bold = place?.kind === Kind.Term || place?.kind === Kind.Summary;
    this.#emit(at, bold && !/[*\n]/.test(text) && text !== "" ? `**${text}**` : escapeLineStarts(text));
  }

  #inline(at: number, node: ContentNode, place: LinePlace): string {
    return inlineMarkdown(this.#tree, at + 1, node.end, place).trim();
  }

  #escape(text: string): string {
    return escapeMarkdown(text, { before: "", after: "", inLink: false, withMath: this.#withMath });
  }

  /** Writes a block within the open containers, separated from the block before it. */
  #emit(at: number, text: string): void {
    if (text === "") return;
    const { kind } = this.#tree[at];
    let deepest = this.#levels.length - 1;
    while (!this.#levels[deepest].started) deepest--;
    const home = this.#levels[deepest];
    const child = this.#levels[deepest + 1]?.node?.kind ?? kind;
    if (home.children > 0 && this.#isApart(deepest, child)) this.#lines.push(home.prefix.trimEnd());
    const from = this.#lines.length;
    let first = home.prefix;
    for (let i = deepest + 1; i < this.#levels.length; i++) {
      const level = this.#levels[i];
      const isParagraph = kind === Kind.Paragraph && i === this.#levels.length - 1;
      first += isParagraph ? level.marker : level.bare;
      level.started = true;
      if (first.endsWith("\n")) {
        this.#lines.push(first.trimEnd(), level.prefix.trimEnd());
        first = level.prefix;
      }
      if (level.head === "") continue;
      this.#lines.push(first + level.head);
      first = level.prefix;
      // Only a paragraph is certain to be read as such below a line of text.
      if (!isParagraph) this.#lines.push(first.trimEnd());
    }
    for (let i = deepest; i < this.#levels.length; i++) this.#levels[i].children++;
    for (let i = deepest; i < this.#levels.length; i++) this.#levels[i].lastList = "";
    this.#addLines(text, first, this.#top.prefix);
    this.#written.push([at, from, this.#lines.length]);
  }

  #addLines(text: string, first: string, prefix: string): void {
    const bare = prefix.trimEnd();
    const lines = text.split("\n");
    this.#lines.push(first + lines[0]);
    for (let i = 1; i < lines.length; i++) this.#lines.push(lines[i] === "" ? bare : prefix + lines[i]);
  }

  /** Whether a blank line goes between the blocks of an open container. */
  #isApart(depth: number, child: Kind): boolean {
    const node = this.#levels[depth].node;
    if (node === undefined) return true;
    if (isList(node.kind)) return node.spaced;
    if (node.kind === Kind.DefinitionList) return child !== Kind.Description;
    if (node.kind !== Kind.Item || !isList(child)) return true;
    // A note is no item in Markdown, and would go on with the line before it.
    const item = this.#levels[depth + 2]?.node;
    return (item !== undefined && isNote(item)) || (this.#levels[depth - 1]?.node?.spaced ?? true);
  }
}

function isNote({ kind, label }: ContentNode): boolean {
  return label !== "" && (kind === Kind.Item || kind === Kind.Footnote);
}

/** A note's own number, and the sign before several back links, are in its label. */
function withoutMark(text: string, label: string): string {
  const start = /^(?:\^\s+)?(<sup>|\*\*|_|\\?\[|\()?(\S{1,3}?)(<\/sup>|\*\*|_|\\?\]|\))?[.:]?(?:\s+|$|(?=\p{L}))/u.exec(
    text,
  );
  if (start === null) return text.replace(/^\^\s+/, "");
  const isMark = start[2] === label.replace(/-\d+$/, "") || (start[2] === "\\*" && label.startsWith("n"));
  return isMark && (start[0] !== start[2] || start[1] !== undefined)
    ? text.slice(start[0].length)
    : text.replace(/^(?:\^|\d{1,3}\.)\s+/, "");
}

function newLevel(node: ContentNode | undefined, marker: string, prefix: string, bare = marker): Level {
  return { node, marker, prefix, bare, head: "", started: false, children: 0, lastList: "", bullet: "", next: 1 };
}

/** Markdown allows more digits, but they indent all lines of an item. */
const largestNumber = 999_999;

function itemLevel(node: ContentNode, list: Level): Level {
  if (node.label !== "") return noteLevel(node, list);
  let marker = `${list.bullet} `;
  if (list.node?.kind === Kind.OrderedList) {
    const value = contentAttribute(node, "value");
    if (value !== undefined) list.next = Number(value);
    marker = `${Math.min(Math.max(list.next, 0), largestNumber)}${list.bullet} `;
    list.next++;
  }
  const task = taskOf(node);
  const prefix = list.prefix + " ".repeat(marker.length);
  if (task === Task.None) return newLevel(node, marker, prefix);
  const box = `${marker}${task === Task.Done ? "[x]" : "[ ]"}`;
  return newLevel(node, `${box} `, prefix, `${box}\n`);
}

/** Without support for notes, a code block right after the mark would not be code: it goes below. */
function noteLevel(node: ContentNode, outer: Level): Level {
  const marker = `[^${node.label}]: `;
  return newLevel(node, marker, `${outer.prefix}    `, `${marker}${noSpace} ${noSpace}\n`);
}
