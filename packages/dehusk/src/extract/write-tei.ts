import {
  type ContentNode,
  type ContentTree,
  contentAttribute,
  headingLevel,
  isContainer,
  isHeaderCell,
  isInTableHead,
  Kind,
} from "./content/content-tree.ts";
import { contentPartsOf, type Extraction } from "./extract.ts";

/** Elements of TEI P5, by kind of content; "" for kinds without one. */
const elements = new Map<number, string>([
  [Kind.Quote, "quote"],
  [Kind.BulletList, 'list rend="bulleted"'],
  [Kind.OrderedList, 'list rend="numbered"'],
  [Kind.Item, "item"],
  [Kind.DefinitionList, 'list type="gloss"'],
  [Kind.Term, "label"],
  [Kind.Description, "item"],
  [Kind.Table, "table"],
  [Kind.Caption, "head"],
  [Kind.Row, "row"],
  [Kind.Cell, "cell"],
  [Kind.Figure, "figure"],
  [Kind.FigureCaption, "figDesc"],
  [Kind.Details, ""],
  [Kind.Summary, ""],
  [Kind.Paragraph, "p"],
  [Kind.Emphasis, 'hi rend="italic"'],
  [Kind.Strong, 'hi rend="bold"'],
  [Kind.Underline, 'hi rend="underline"'],
  [Kind.Strike, 'hi rend="strikethrough"'],
  [Kind.Deleted, "del"],
  [Kind.Inserted, "add"],
  [Kind.Marked, 'hi rend="marked"'],
  [Kind.Small, 'hi rend="small"'],
  [Kind.Subscript, 'hi rend="subscript"'],
  [Kind.Superscript, 'hi rend="superscript"'],
  [Kind.Keyboard, "code"],
  [Kind.Sample, "code"],
  [Kind.Variable, 'hi rend="variable"'],
  [Kind.Abbreviation, "abbr"],
  [Kind.Quotation, "q"],
  [Kind.Citation, "title"],
  [Kind.Defined, "term"],
  [Kind.Time, "date"],
  [Kind.Ruby, "ruby"],
  [Kind.RubyText, "rt"],
  [Kind.Code, "code"],
]);

/** Containers of lines, in which TEI allows no paragraph. */
const inline = new Set<number>([Kind.Term, Kind.Caption, Kind.FigureCaption]);

/**
 * The content of a page as a TEI P5 document, with its metadata in the header. Headings open divisions, nested
 * by their levels.
 *
 * @example
 * const xml = writeTei(extract(html, { url: "https://example.org/story" }));
 */
export function writeTei(result: Extraction): string {
  const { tree } = contentPartsOf(result);
  return `<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0"${result.language === null ? "" : ` xml:lang="${escapeXml(result.language)}"`}>
${header(result)}
<text>
<body>
${new TeiWriter(tree).write()}
</body>
</text>
</TEI>
`;
}

function header(result: Extraction): string {
  const { title, author, date, modified, siteName, description, url, canonical, words, confidence } = result;
  const element = (name: string, value: string | null) =>
    value === null ? "" : `<${name}>${escapeXml(value)}</${name.split(" ", 1)[0]}>\n`;
  const address = url ?? canonical;
  const certainty = confidence === null ? "" : `<note type="confidence">${confidence}</note>\n`;
  return `<teiHeader>
<fileDesc>
<titleStmt>
<title type="main">${escapeXml(title ?? "")}</title>
${element("author", author)}</titleStmt>
<extent><measure unit="words" quantity="${words}">${words} words</measure></extent>
<publicationStmt>
<publisher>${escapeXml(siteName ?? "")}</publisher>
${element(`date${date === null ? "" : ` when="${escapeXml(date)}"`}`, date)}</publicationStmt>
<notesStmt>
${certainty}${element('note type="description"', description)}<note type="extraction">Extracted by dehusk</note>
</notesStmt>
<sourceDesc>
<bibl>${escapeXml([title, siteName, date].filter((part) => part !== null).join(". "))}${
    address === null ? "" : `<ptr target="${escapeXml(address)}"/>`
  }</bibl>
</sourceDesc>
</fileDesc>
${modified === null ? "" : `<revisionDesc><change when="${escapeXml(modified)}"/></revisionDesc>\n`}</teiHeader>`;
}

class TeiWriter {
  readonly #tree: ContentTree;
  readonly #pieces: string[] = [];
  readonly #open: number[] = [];
  readonly #closing: string[] = [];
  /** Levels of the open divisions. */
  readonly #divisions: number[] = [];

  constructor(tree: ContentTree) {
    this.#tree = tree;
  }

  write(): string {
    const tree = this.#tree;
    this.#pieces.push("<div>\n");
    for (let i = 0; i < tree.length; ) {
      this.#closeBefore(i);
      i = this.#node(tree[i], i);
    }
    this.#closeBefore(tree.length);
    this.#closeDivisions(0);
    this.#pieces.push("</div>");
    return this.#pieces.join("");
  }

  /** Writes the start of a node, or all of it; returns where to continue. */
  #node(node: ContentNode, at: number): number {
    const { kind, text, label } = node;
    switch (kind) {
      case Kind.Heading:
        this.#heading(node, at);
        return at + 1;
      case Kind.Footnote:
        this.#start(at, `note n="${escapeXml(label)}" xml:id="${noteId(label)}"`, "\n");
        return at + 1;
      case Kind.Row:
        this.#start(at, isInTableHead(node) ? 'row role="label"' : "row", "\n");
        return at + 1;
      case Kind.Cell:
        this.#start(at, `cell${isHeaderCell(node) ? ' role="label"' : ""}${span(node)}`, "\n");
        return at + 1;
      case Kind.Link:
        if (label === "back") return node.end;
        this.#start(at, linkOf(node), "");
        return at + 1;
      case Kind.CodeBlock:
        this.#pieces.push(
          `<p><code${label === "" ? "" : ` lang="${escapeXml(label)}"`} rend="block">${escapeXml(text)}</code></p>\n`,
        );
        return node.end;
      case Kind.MathBlock:
        this.#pieces.push(`<p>${formula(node)}</p>\n`);
        return node.end;
      case Kind.Rule:
        this.#pieces.push('<p><milestone unit="section" rend="rule"/></p>\n');
        return node.end;
      default:
        break;
    }
    if (kind >= Kind.Text) this.#pieces.push(leaf(node));
    else if (kind === Kind.Paragraph && this.#isInline()) this.#start(at, "", " ");
    else if (kind === Kind.Item && label !== "")
      this.#start(at, `item n="${escapeXml(label)}" xml:id="${noteId(label)}"`, "\n");
    else this.#start(at, elements.get(kind) ?? "", isContainer(kind) || kind === Kind.Paragraph ? "\n" : "");
    return at + 1;
  }

  /** A heading opens a division, unless it is in a list, a quotation or a table. */
  #heading(node: ContentNode, at: number): void {
    if (this.#open.length > 0) {
      this.#start(at, this.#isInline() ? "" : 'p rend="heading"', "\n");
      return;
    }
    const level = headingLevel(node);
    this.#closeDivisions(level);
    this.#divisions.push(level);
    this.#pieces.push(`<div n="${level}">\n`);
    this.#start(at, "head", "\n");
  }

  #closeDivisions(level: number): void {
    while ((this.#divisions.at(-1) ?? -1) >= level) {
      this.#divisions.pop();
      this.#pieces.push("</div>\n");
    }
  }

  #isInline(): boolean {
    const parent = this.#open.at(-1);
    return parent !== undefined && inline.has(this.#tree[parent].kind);
  }

  #start(at: number, element: string, after: string): void {
    this.#open.push(at);
    if (element !== "") this.#pieces.push(`<${element}>`);
    this.#closing.push(element === "" ? after : `</${element.split(" ", 1)[0]}>${after}`);
  }

  #closeBefore(index: number): void {
    for (let at = this.#open.at(-1); at !== undefined && this.#tree[at].end <= index; at = this.#open.at(-1)) {
      this.#open.pop();
      this.#pieces.push(this.#closing.pop() as string);
    }
  }
}

function leaf(node: ContentNode): string {
  const src = escapeXml(contentAttribute(node, "src") ?? "");
  switch (node.kind) {
    case Kind.Text:
      return escapeXml(node.text);
    case Kind.Break:
      return "<lb/>\n";
    case Kind.Image: {
      const alt = contentAttribute(node, "alt") ?? "";
      return src.startsWith("data:")
        ? ""
        : `<graphic url="${src}">${alt === "" ? "" : `<desc>${escapeXml(alt)}</desc>`}</graphic>`;
    }
    case Kind.Video:
    case Kind.Audio:
      return `<media mimeType="${node.kind === Kind.Video ? "video" : "audio"}" url="${src}"/>`;
    case Kind.Math:
      return formula(node);
    default:
      return "";
  }
}

function formula({ text, label }: ContentNode): string {
  return text === "" ? escapeXml(label) : `<formula notation="TeX">${escapeXml(text)}</formula>`;
}

function linkOf({ text, label }: ContentNode): string {
  if (label !== "") return `ref type="note" target="#${noteId(label)}"`;
  return text === "" ? "" : `ref target="${escapeXml(text)}"`;
}

function span(cell: ContentNode): string {
  const columns = contentAttribute(cell, "colspan");
  const rows = contentAttribute(cell, "rowspan");
  return (columns === undefined ? "" : ` cols="${columns}"`) + (rows === undefined ? "" : ` rows="${rows}"`);
}

function noteId(label: string): string {
  return `note-${label.replace(/[^\w.-]/g, "_")}`;
}

/** Text for XML 1.0, which has no control characters and no lone surrogates. */
function escapeXml(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, "")
    .replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] as string);
}
