import {
  type Attribute,
  attribute,
  COMMENT,
  findTag,
  Gap,
  isShown,
  Mark,
  type Page,
  TEXT,
  tagNumber,
} from "../../page/index.ts";
import { codeLanguage, codeText, isCodeCell, isGutter } from "./code-block.ts";
import { ContentBuilder } from "./content-builder.ts";
import { type ContentTree, Kind, Task } from "./content-tree.ts";
import { dropRepeatedAlt } from "./drop-repeated-alt.ts";
import { dataAttributes } from "./element-attributes.ts";
import { fragmentOf, isHeadingMark } from "./find-footnotes.ts";
import type { Formula } from "./find-math.ts";
import { FormatStack } from "./format-stack.ts";
import { isSectionBreak } from "./lone-signs.ts";
import { depthFor } from "./nesting-depth.ts";
import { OpenElements } from "./open-elements.ts";
import { ownId, readLink } from "./read-link.ts";
import { kindOf, Role, roleOf } from "./roles.ts";
import { splitText, type TextPiece } from "./split-text.ts";
import { type Survey, surveyPage } from "./survey-page.ts";
import { isTask } from "./task-box.ts";

const A = tagNumber("a");
const BR = tagNumber("br");
const H1 = tagNumber("h1");
const TH = tagNumber("th");
const THEAD = tagNumber("thead");

/**
 * The kept part of a page as a content tree, in which every block lies where it may lie; see `ContentBuilder`. One pass
 * over the page with a stack, after passes that find tables, formulas and footnotes: linear in time and memory.
 *
 * @param headline What stands at the top, as the only heading of the first level.
 */
export function gatherContent(page: Page, kept: Uint8Array, headline = ""): ContentTree {
  return new Gathering(page, kept, headline).run();
}

class Gathering {
  readonly #page: Page;
  readonly #kept: Uint8Array;
  readonly #survey: Survey;
  readonly #builder: ContentBuilder;
  readonly #formats = new FormatStack();
  readonly #open: OpenElements;
  readonly #headline: string;

  constructor(page: Page, kept: Uint8Array, headline: string) {
    this.#headline = headline;
    this.#page = page;
    this.#kept = kept;
    this.#survey = surveyPage(page, kept);
    this.#builder = new ContentBuilder(depthFor(page));
    this.#open = new OpenElements(page, this.#builder, this.#formats);
  }

  run(): ContentTree {
    const { size, tag } = this.#page;
    if (this.#headline !== "") this.#builder.heading(this.#headline);
    for (let i = 1; i < size; ) {
      this.#open.leaveBefore(i);
      const kind = tag[i];
      if (kind === TEXT) this.#text(i);
      i = kind > COMMENT ? this.#element(i, kind) : i + 1;
    }
    this.#open.leaveBefore(size);
    const content = this.#builder.finish();
    dropRepeatedAlt(content);
    return content;
  }

  #text(node: number): void {
    const page = this.#page;
    const builder = this.#builder;
    const text = page.strings[node];
    if (this.#kept[node] !== 1) {
      if (isShown(page, node) && text !== "") builder.space();
      return;
    }
    if (builder.atRule && page.tag[node + 1] === BR && isSectionBreak(text)) {
      builder.rule();
      return;
    }
    builder.formats = this.#formats.current;
    const preserved = (page.marks[node] & Mark.Preserved) !== 0;
    const withTex = this.#survey.texInText && !this.#formats.has(Kind.Code);
    if (!preserved && !withTex) builder.text(text);
    else for (const piece of splitText(text, preserved, withTex)) this.#piece(piece);
  }

  #piece({ breaks, source, tex, display }: TextPiece): void {
    if (breaks) this.#builder.lineBreak();
    if (tex === "") this.#builder.text(source);
    else this.#formula({ tex, plain: "", display, element: -1 });
  }

  /** Enters an element; where to go on: at its first child, or after it. */
  #element(node: number, tag: number): number {
    const page = this.#page;
    const end = page.end[node];
    const role = roleOf(tag);
    const empty = this.#survey.content[node] === this.#survey.content[end];
    const shown = isShown(page, node);
    if (empty && !shown) return end;
    if (role === Role.Break) {
      if (this.#kept[node] === 1) this.#builder.lineBreak();
      else this.#builder.space();
      return node + 1;
    }
    if (this.#survey.math.has(node)) {
      const formula = this.#survey.math.get(node);
      if (formula !== undefined) this.#formula(formula);
      return end;
    }
    this.#noteId(node);
    if (role === Role.Input) {
      this.#input(node);
      return end;
    }
    if (empty && !(role === Role.Cell && this.#keepsColumns(node))) {
      this.#open.enterGap(node, page.gap[node]);
      return node + 1;
    }
    return this.#enter(node, tag, role, end);
  }

  /** Whether a cell must be written though it is empty, to keep the others in their columns. */
  #keepsColumns(cell: number): boolean {
    const isInRow = this.#open.dataTable && this.#builder.container?.kind === Kind.Row;
    return isInRow && !this.#survey.spacerCells.has(cell);
  }

  #enter(node: number, tag: number, role: number, end: number): number {
    const page = this.#page;
    switch (role) {
      case Role.Format:
        return this.#enterFormat(node, kindOf(tag));
      case Role.Link:
        return this.#enterLink(node, end);
      case Role.Paragraph:
        return this.#enterParagraph(node, 1);
      case Role.Heading:
        return this.#enterParagraph(node, Math.max(tag - H1 + 2, this.#headline === "" ? 2 : 3));
      case Role.Container:
      case Role.List:
        return this.#enterContainer(node, kindOf(tag), dataAttributes(page, node));
      case Role.Item:
        return this.#enterItem(node, kindOf(tag));
      case Role.Table:
        return this.#enterTable(node);
      case Role.Row:
      case Role.Cell:
      case Role.Caption:
        return this.#enterTablePart(node, tag, role, end);
      case Role.Preformatted:
        return this.#enterPreformatted(node, end);
      case Role.Media:
        return this.#media(node, kindOf(tag), end);
      case Role.Frame:
        return this.#frame(node, end);
      case Role.Rule:
        if (this.#survey.leaves.has(node)) this.#builder.rule();
        return node + 1;
      default:
        return this.#enterOther(node);
    }
  }

  #enterOther(node: number): number {
    const label = this.#survey.links.notes.get(node);
    if (label !== undefined) return this.#enterContainer(node, Kind.Footnote, [], label);
    this.#open.enterGap(node, this.#page.gap[node]);
    return node + 1;
  }

  #enterFormat(node: number, kind: Kind): number {
    const page = this.#page;
    const gap = page.gap[node];
    this.#open.atGap(gap);
    if (kind === Kind.Superscript && this.#survey.links.references.has(node)) {
      // The brackets around the mark of a note belong to its link.
      this.#addLink(findTag(page, A, node), node);
    }
    this.#formats.add(kind, node, dataAttributes(page, node), "", "");
    this.#open.push(node, gap, { format: kind });
    return node + 1;
  }

  #enterLink(node: number, end: number): number {
    const page = this.#page;
    const gap = page.gap[node];
    const href = attribute(page, node, "href");
    const fragment = fragmentOf(page, href);
    if (fragment !== undefined && isHeadingMark(page, node)) return end;
    this.#open.atGap(gap);
    if (!this.#addLink(node, node) && gap !== Gap.None) this.#open.push(node, gap);
    return node + 1;
  }

  /** Makes a link of all in `element`; false when it leads nowhere. */
  #addLink(node: number, element: number): boolean {
    const page = this.#page;
    const link = readLink(page, this.#survey.links, node);
    if (link === undefined) return false;
    this.#formats.add(Kind.Link, node, link.attributes, link.address, link.label);
    this.#open.push(element, page.gap[element], { format: Kind.Link });
    return true;
  }

  #enterParagraph(node: number, holding: number): number {
    const builder = this.#builder;
    const gap = this.#page.gap[node];
    const label = this.#survey.links.notes.get(node);
    if (label !== undefined && holding === 1) {
      this.#enterContainer(node, Kind.Footnote, [], label);
      builder.holding = 1;
      return node + 1;
    }
    if (gap < Gap.Line && holding === 1) return this.#enterOther(node);
    const inHeading = builder.holding >= 2 && holding === 1;
    if (inHeading) builder.edge();
    else builder.endParagraph();
    this.#open.push(node, gap, { paragraph: !inHeading });
    if (!inHeading) builder.holding = holding;
    return node + 1;
  }

  #enterContainer(node: number, kind: Kind, attributes: readonly Attribute[], label = "", number = 0): number {
    const builder = this.#builder;
    const depth = builder.depth;
    const parent = builder.container?.kind;
    const fits =
      (kind !== Kind.FigureCaption || parent === Kind.Figure) && (kind !== Kind.Summary || parent === Kind.Details);
    if (!fits || !builder.open(kind, attributes, number, label)) {
      this.#open.enterGap(node, Math.max(this.#page.gap[node], Gap.Line));
      return node + 1;
    }
    this.#open.push(node, Gap.Line, { depth });
    builder.holding = 0;
    return node + 1;
  }

  #enterItem(node: number, kind: Kind): number {
    const builder = this.#builder;
    const label = this.#survey.links.notes.get(node) ?? "";
    if (!builder.open(kind, dataAttributes(this.#page, node), 0, label)) return this.#enterOther(node);
    this.#open.push(node, Gap.Line, { depth: builder.depth, release: true });
    builder.holding = 0;
    return node + 1;
  }

  #enterTable(node: number): number {
    const data = this.#survey.dataTables.has(node);
    if (data) this.#enterContainer(node, Kind.Table, []);
    else this.#open.enterGap(node, Gap.Blank);
    this.#open.dataTable = data && this.#builder.container?.kind === Kind.Table;
    return node + 1;
  }

  #enterTablePart(node: number, tag: number, role: number, end: number): number {
    const page = this.#page;
    if (this.#open.dataTable) {
      const parent = page.parent[node];
      if (role === Role.Row) return this.#enterContainer(node, Kind.Row, [], "", page.tag[parent] === THEAD ? 1 : 0);
      const attributes = role === Role.Cell ? dataAttributes(page, node) : [];
      return this.#enterContainer(node, kindOf(tag), attributes, "", tag === TH ? 1 : 0);
    }
    if (role === Role.Cell && isGutter(page, node)) return end;
    if (role === Role.Cell && isCodeCell(page, node) && this.#isOnlyCode(node, end)) return this.#code(node, end);
    this.#open.enterGap(node, Gap.Line);
    return node + 1;
  }

  #enterPreformatted(node: number, end: number): number {
    if (this.#isOnlyCode(node, end)) return this.#code(node, end);
    return this.#enterOther(node);
  }

  #isOnlyCode(node: number, end: number): boolean {
    return this.#survey.structure[end] === this.#survey.structure[node + 1];
  }

  #code(node: number, end: number): number {
    const code = codeText(this.#page, this.#kept, node);
    const language = codeLanguage(this.#page, node);
    const last = this.#builder.nodes[this.#builder.nodes.length - 1];
    this.#builder.endParagraph();
    // Tables of code have a cell for each line.
    if (roleOf(this.#page.tag[node]) === Role.Cell && last?.kind === Kind.CodeBlock && last.element === -2)
      last.text += `\n${code}`;
    else if (code !== "") {
      const element = roleOf(this.#page.tag[node]) === Role.Cell ? -2 : -1;
      this.#builder.block(Kind.CodeBlock, code, language, [], element);
    }
    return end;
  }

  /** A picture, video or sound: part of the line, apart from its neighbours. */
  #media(node: number, kind: Kind, end: number): number {
    const attributes = this.#survey.leaves.get(node);
    if (attributes === undefined) return node + 1;
    this.#builder.space();
    this.#leaf(kind, attributes);
    this.#builder.space();
    return end;
  }

  /** A frame becomes a link to what it shows. */
  #frame(node: number, end: number): number {
    const attributes = this.#survey.leaves.get(node);
    if (attributes === undefined) return node + 1;
    const [href, title] = attributes as [Attribute, Attribute];
    const builder = this.#builder;
    this.#formats.add(Kind.Link, node, [href], href.value, "");
    builder.formats = this.#formats.current;
    builder.edge();
    builder.text(title.value);
    this.#formats.remove(Kind.Link);
    builder.edge();
    return end;
  }

  /** A check box at the start of an item makes it a task, if it is there to be read and not to be clicked. */
  #input(node: number): void {
    const page = this.#page;
    const builder = this.#builder;
    const item = builder.container;
    builder.space();
    if (this.#kept[node] !== 1 || item?.kind !== Kind.Item || !builder.atStart) return;
    if (isTask(page, node)) {
      item.number = attribute(page, node, "checked") === undefined ? Task.Open : Task.Done;
    }
  }

  #formula(formula: Formula): void {
    const builder = this.#builder;
    const { tex, plain, display, element } = formula;
    if (tex === "" && plain === "") return;
    if (display && builder.holding < 2 && builder.container?.kind !== Kind.Cell) {
      builder.block(Kind.MathBlock, tex, plain, [], element);
    } else this.#leaf(Kind.Math, [], tex, plain, element);
  }

  #leaf(kind: Kind, attributes: readonly Attribute[], text = "", label = "", element = -1): void {
    this.#builder.formats = this.#formats.current;
    this.#builder.leaf(kind, attributes, text, label, element);
  }

  /** Remembers an id that a link leads to for what is written next. */
  #noteId(node: number): void {
    const { targets } = this.#survey.links;
    if (targets.size === 0) return;
    const id = attribute(this.#page, node, "id") ?? attribute(this.#page, node, "name");
    if (id !== undefined && targets.get(id) === node) this.#builder.ids.add(ownId(id));
  }
}
