import { type ContentNode, type ContentTree, contentAttribute, Kind } from "./content/content-tree.ts";
import { type Delimited, delimiterPlace, Piece, placeDelimiters } from "./markdown-emphasis.ts";
import { codeSpan, escapeDestination, escapeMarkdown, escapeTitle, isSpecialCode, safeTex } from "./markdown-escape.ts";

/** The place of a line of Markdown. */
export interface LinePlace {
  /** The Markdown of a line break. */
  readonly lineBreak: string;
  readonly inHeading: boolean;
  readonly inCell: boolean;
  readonly withMath: boolean;
}

/** Tags without a Markdown sign whose loss would change the meaning: x² is not x2. */
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
  /** The index of its opening piece, -1 for none. */
  readonly at: number;
  readonly delimited: Delimited | undefined;
}

class LineWriter {
  readonly #tree: ContentTree;
  readonly #place: LinePlace;
  readonly #pieces: string[] = [];
  /** A `Piece` for each. Text and code are written once their neighbours are known. */
  readonly #kinds: number[] = [];
  readonly #isLinked: boolean[] = [];
  readonly #delimited: Delimited[] = [];
  readonly #open: OpenFormat[] = [];
  /** Text and code that may still continue. */
  #run = "";
  #code = "";
  #inLink = false;
  #struck = false;
  /** The last struck text. */
  #strike: Delimited | undefined;

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
    this.#flush();
    placeDelimiters(this.#pieces, this.#kinds, this.#delimited);
    return this.#join();
  }

  /** All pieces of a line. Adjacent texts or code spans are joined. */
  #join(): string {
    const pieces = this.#pieces;
    const isPlain = !pieces.some((piece, i) => this.#kinds[i] === Piece.Code && isSpecialCode(piece));
    const written: string[] = [];
    for (let i = 0; i < pieces.length; ) {
      const kind = this.#kinds[i];
      if (pieces[i] === "") i++;
      else if (kind === Piece.Signs) written.push(pieces[i++]);
      else {
        const inLink = this.#isLinked[i];
        let text = "";
        while (i < pieces.length && (pieces[i] === "" || this.#kinds[i] === kind)) text += pieces[i++];
        if (kind === Piece.Code) written.push(codeSpan(text, this.#place.inCell, isPlain));
        else {
          const before = written.at(-1)?.slice(-1) ?? "";
          written.push(escapeMarkdown(text, { before, after: this.#signAt(i), inLink, ...this.#place }));
        }
      }
    }
    return written.join("");
  }

  /** The first sign of a piece as written, "" after the last. */
  #signAt(index: number): string {
    if (this.#kinds[index] === Piece.Code) return "`";
    return this.#pieces[index]?.charAt(0) ?? "";
  }

  /** Writes a node; returns where to continue. */
  #node(node: ContentNode, at: number): number {
    switch (node.kind) {
      case Kind.Text:
        this.#text(node.text);
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
        if (node.text === "") this.#text(node.label);
        else this.#add(inlineMath(node.text));
        return at + 1;
      case Kind.Code:
        this.#codeIn(at + 1, node.end);
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
    this.#flush();
    const strike = this.#strike;
    if (kind === Kind.Deleted && strike?.close === this.#pieces.length - 2) {
      // Adjacent struck texts are joined: four tildes in a row strike nothing.
      this.#pieces[strike.close] = "";
      this.#open.push({ node, at: strike.open, delimited: strike });
      this.#struck = true;
      return at + 1;
    }
    this.#push("", Piece.Text);
    this.#push(delimiterPlace, Piece.Signs);
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
    else if (signs !== undefined) this.#text(signs[0]);
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
      this.#text(signs[1]);
      return;
    }
    const closing = node.kind === Kind.Link ? `](${escapeDestination(node.text)})` : `</${keptTags.get(node.kind)}>`;
    this.#flush();
    if (node.kind === Kind.Link) this.#inLink = false;
    if (delimited?.kind === Kind.Deleted) this.#struck = false;
    if (this.#isEmptyAfter(at)) {
      this.#pieces[at] = "";
      if (delimited !== undefined) this.#delimited.pop();
    } else if (delimited === undefined) this.#push(closing, Piece.Signs);
    else {
      delimited.close = this.#pieces.length;
      if (delimited.kind === Kind.Deleted) this.#strike = delimited;
      this.#push(delimiterPlace, Piece.Signs);
      this.#push("", Piece.Text);
    }
  }

  #isEmptyAfter(at: number): boolean {
    for (let i = at + 1; i < this.#pieces.length; i++) if (this.#pieces[i] !== "") return false;
    return true;
  }

  /** Code, which can contain only text; anything else in it is written between two spans. */
  #codeIn(from: number, to: number): void {
    for (let i = from; i < to; i++) {
      const node = this.#tree[i];
      if (node.kind === Kind.Text) {
        this.#flushText();
        this.#code += node.text;
      } else if (node.kind >= Kind.Text) this.#node(node, i);
    }
  }

  #image(node: ContentNode): void {
    const src = contentAttribute(node, "src") ?? "";
    // A data: picture would bury the text.
    if (src.startsWith("data:")) return;
    const title = contentAttribute(node, "title");
    const hint = title === undefined ? "" : ` "${escapeTitle(title)}"`;
    this.#add(`![${this.#label(contentAttribute(node, "alt") ?? "")}](${escapeDestination(src)}${hint})`);
  }

  #media(node: ContentNode): void {
    const src = contentAttribute(node, "src") ?? "";
    const name = contentAttribute(node, "title") ?? (node.kind === Kind.Video ? "Video" : "Audio");
    if (this.#inLink) this.#text(name);
    else this.#add(`[${this.#label(name)}](${escapeDestination(src)})`);
  }

  /** Text between the brackets of a picture or link. */
  #label(text: string): string {
    return escapeMarkdown(text, { before: "[", after: "]", inLink: true, ...this.#place });
  }

  #text(text: string): void {
    this.#flushCode();
    this.#run += text;
  }

  #add(piece: string): void {
    this.#flush();
    this.#push(piece, Piece.Signs);
  }

  #push(piece: string, kind: number): void {
    this.#pieces.push(piece);
    this.#kinds.push(kind);
    this.#isLinked.push(this.#inLink);
  }

  #flush(): void {
    this.#flushText();
    this.#flushCode();
  }

  #flushText(): void {
    if (this.#run !== "") this.#push(this.#run, Piece.Text);
    this.#run = "";
  }

  #flushCode(): void {
    if (this.#code.trim() !== "") this.#push(this.#code, Piece.Code);
    this.#code = "";
  }
}

/** A formula that begins like a price, from which only its signs distinguish it. */
const priceLike = /^[\d.,]+ [\d.,()a-z<>*/ -]*$/i;

/** A formula within a line. Readers that guard against prices accept no formula that begins with a number and a space. */
export function inlineMath(tex: string): string {
  const isPriceLike = priceLike.test(tex) && !/[a-z]{2}/i.test(tex);
  return `$${safeTex(isPriceLike ? tex.replace(/ ?([-*/<>()]) ?/g, "$1") : tex)}$`;
}
