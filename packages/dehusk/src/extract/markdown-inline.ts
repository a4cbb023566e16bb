import { type ContentNode, type ContentTree, contentAttribute, Kind } from "./content/content-tree.ts";
import { type Delimited, delimiterPlace, placeDelimiters } from "./markdown-emphasis.ts";
import { codeSpan, escapeDestination, escapeMarkdown, safeTex } from "./markdown-escape.ts";

/** Where a line of Markdown is to stand. */
export interface LinePlace {
  /** What a line break is written as. */
  readonly lineBreak: string;
  readonly inHeading: boolean;
  readonly withMath: boolean;
}

/** Tags that Markdown has no sign for but whose loss would change the meaning: x² is not x2. */
const keptTags = new Map<number, string>([
  [Kind.Superscript, "sup"],
  [Kind.Subscript, "sub"],
  [Kind.Keyboard, "kbd"],
]);

/** Formats that become signs around the text. */
const quotes = new Map<number, readonly [string, string]>([
  [Kind.Quotation, ['"', '"']],
  [Kind.RubyText, ["(", ")"]],
]);

/** The inline content of the nodes from `from` to `to` as Markdown. */
export function inlineMarkdown(tree: ContentTree, from: number, to: number, place: LinePlace): string {
  return new LineWriter(tree, place).write(from, to);
}

interface OpenFormat {
  readonly node: ContentNode;
  /** Where its opening piece is, -1 when it has none. */
  readonly at: number;
  readonly delimited: Delimited | undefined;
}

class LineWriter {
  readonly #tree: ContentTree;
  readonly #place: LinePlace;
  readonly #pieces: string[] = [];
  readonly #delimited: Delimited[] = [];
  readonly #open: OpenFormat[] = [];
  /** Text not yet escaped, since that takes its neighbours. */
  #run = "";
  #inLink = false;
  #struck = false;

  constructor(tree: ContentTree, place: LinePlace) {
    this.#tree = tree;
    this.#place = place;
  }

  write(from: number, to: number): string {
    for (let i = from; i < to; ) {
      this.#closeBefore(i);
      const node = this.#tree[i];
      i = this.#node(node, i);
    }
    this.#closeBefore(to);
    this.#flush("");
    placeDelimiters(this.#pieces, this.#delimited);
    return this.#pieces.join("");
  }

  /** Writes a node; where to go on. */
  #node(node: ContentNode, at: number): number {
    switch (node.kind) {
      case Kind.Text:
        this.#run += node.text;
        return at + 1;
      case Kind.Break:
        this.#add(this.#place.lineBreak);
        return at + 1;
      case Kind.Image:
        this.#image(node);
        return at + 1;
      case Kind.Video:
      case Kind.Audio:
        this.#media(node);
        return at + 1;
      case Kind.Math:
        if (node.text === "") this.#run += node.label;
        else this.#add(inlineMath(node.text));
        return at + 1;
      case Kind.Code:
        this.#code(at + 1, node.end);
        return node.end;
      case Kind.Link:
        return this.#link(node, at);
      case Kind.Strong:
        return this.#place.inHeading ? at + 1 : this.#delimit(node, Kind.Strong, at);
      case Kind.Emphasis:
        return this.#delimit(node, Kind.Emphasis, at);
      case Kind.Strike:
      case Kind.Deleted:
        return this.#struck ? at + 1 : this.#delimit(node, Kind.Deleted, at);
      default:
        return this.#otherFormat(node, at);
    }
  }

  #link(node: ContentNode, at: number): number {
    if (node.label === "back") return node.end;
    if (node.label !== "") {
      this.#add(`[^${node.label}]`);
      return node.end;
    }
    if (node.text === "") return at + 1;
    this.#add("[");
    this.#open.push({ node, at: this.#pieces.length - 1, delimited: undefined });
    this.#inLink = true;
    return at + 1;
  }

  #delimit(node: ContentNode, kind: Kind, at: number): number {
    this.#add(delimiterPlace);
    const open = this.#pieces.length - 1;
    const nested = this.#open.some((format) => format.delimited !== undefined);
    const delimited: Delimited = { kind, open, close: open, nested };
    this.#delimited.push(delimited);
    this.#open.push({ node, at: open, delimited });
    if (kind === Kind.Deleted) this.#struck = true;
    return at + 1;
  }

  #otherFormat(node: ContentNode, at: number): number {
    const tag = keptTags.get(node.kind);
    const signs = quotes.get(node.kind);
    if (tag !== undefined) this.#add(`<${tag}>`);
    else if (signs !== undefined) this.#run += signs[0];
    else return at + 1;
    this.#open.push({ node, at: tag === undefined ? -1 : this.#pieces.length - 1, delimited: undefined });
    return at + 1;
  }

  #closeBefore(index: number): void {
    for (let open = this.#open.at(-1); open !== undefined && open.node.end <= index; open = this.#open.at(-1)) {
      this.#open.pop();
      this.#close(open);
    }
  }

  #close({ node, at, delimited }: OpenFormat): void {
    const signs = quotes.get(node.kind);
    if (signs !== undefined) {
      this.#run += signs[1];
      return;
    }
    const closing = node.kind === Kind.Link ? `](${escapeDestination(node.text)})` : `</${keptTags.get(node.kind)}>`;
    this.#flush(node.kind === Kind.Link ? "]" : "*");
    if (node.kind === Kind.Link) this.#inLink = false;
    if (delimited?.kind === Kind.Deleted) this.#struck = false;
    if (this.#isEmptyAfter(at)) {
      this.#pieces[at] = "";
      if (delimited !== undefined) this.#delimited.pop();
    } else if (delimited === undefined) this.#pieces.push(closing);
    else {
      delimited.close = this.#pieces.length;
      this.#pieces.push(delimiterPlace);
    }
  }

  #isEmptyAfter(at: number): boolean {
    for (let i = at + 1; i < this.#pieces.length; i++) if (this.#pieces[i] !== "") return false;
    return true;
  }

  /** Code, in which only text can lie; whatever else does is written between two spans. */
  #code(from: number, to: number): void {
    let text = "";
    for (let i = from; i < to; i++) {
      const node = this.#tree[i];
      if (node.kind === Kind.Text) text += node.text;
      else if (node.kind >= Kind.Text) {
        if (text.trim() !== "") this.#add(codeSpan(text));
        text = "";
        this.#node(node, i);
      }
    }
    if (text.trim() !== "") this.#add(codeSpan(text));
  }

  #image(node: ContentNode): void {
    const src = contentAttribute(node, "src") ?? "";
    // A picture within its own address would bury the text.
    if (src.startsWith("data:")) return;
    const around = { before: "", after: "]", inLink: true, withMath: this.#place.withMath };
    const alt = escapeMarkdown(contentAttribute(node, "alt") ?? "", around);
    const title = contentAttribute(node, "title");
    const hint = title === undefined ? "" : ` "${escapeMarkdown(title, around).replaceAll('"', '\\"')}"`;
    this.#add(`![${alt}](${escapeDestination(src)}${hint})`);
  }

  #media(node: ContentNode): void {
    const src = contentAttribute(node, "src") ?? "";
    const name = contentAttribute(node, "title") ?? (node.kind === Kind.Video ? "Video" : "Audio");
    const around = { before: "", after: "]", inLink: true, withMath: this.#place.withMath };
    if (this.#inLink) this.#run += name;
    else this.#add(`[${escapeMarkdown(name, around)}](${escapeDestination(src)})`);
  }

  #add(piece: string): void {
    this.#flush(piece.charAt(0));
    this.#pieces.push(piece);
  }

  #flush(after: string): void {
    if (this.#run === "") return;
    const last = this.#pieces.at(-1) ?? "";
    this.#pieces.push(
      escapeMarkdown(this.#run, {
        before: last.slice(-1),
        after,
        inLink: this.#inLink,
        withMath: this.#place.withMath,
      }),
    );
    this.#run = "";
  }
}

/** A formula within a line. */
export function inlineMath(tex: string): string {
  return `$${safeTex(tex)}$`;
}
