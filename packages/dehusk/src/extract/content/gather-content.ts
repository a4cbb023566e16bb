import {
  attribute,
  COMMENT,
  Gap,
  isShown,
  Mark,
  type Page,
  sumOf,
  TEXT,
  tagNumber,
  tidyCharacters,
} from "../../page/index.ts";
import { hasNoTerms, holdsOnlyLists } from "./bare-wrappers.ts";
import { hasLineNumber, isCodeBox, isCodeCell, isGutter, isMultiline } from "./code-block.ts";
import { ContentBuilder } from "./content-builder.ts";
import { type ContentTree, Kind } from "./content-tree.ts";
import { countParagraphs } from "./count-paragraphs.ts";
import { dropRepeatedAlt } from "./drop-repeated-alt.ts";
import { dataAttributes } from "./element-attributes.ts";
import { FormatStack } from "./format-stack.ts";
import { BlockGathering } from "./gather-blocks.ts";
import { CodeGathering } from "./gather-code.ts";
import { LeafGathering } from "./gather-leaves.ts";
import { LinkGathering } from "./gather-links.ts";
import { joinCode } from "./join-code.ts";
import { makeLists } from "./make-lists.ts";
import { depthFor } from "./nesting-depth.ts";
import { OpenElements } from "./open-elements.ts";
import { noteId } from "./read-link.ts";
import { kindOf, Role, roleOf } from "./roles.ts";
import { settleLinks } from "./settle-links.ts";
import { splitText, type TextPiece } from "./split-text.ts";
import { type Survey, surveyPage } from "./survey-page.ts";
import { markTask } from "./task-box.ts";
import { textRun } from "./text-run.ts";
import { tidyItems } from "./tidy-items.ts";
import { unwrapCode, unwrapIndents } from "./unwrap-indents.ts";

const CODE = tagNumber("code");
const H1 = tagNumber("h1");
const RT = tagNumber("rt");
const TH = tagNumber("th");
const THEAD = tagNumber("thead");

/**
 * The kept part of a page as a content tree with valid nesting; see `ContentBuilder`. One pass
 * over the page with a stack, after passes that find tables, formulas and footnotes: linear in time and memory.
 *
 * @param headline The title at the top, as the only heading of level 1.
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
  readonly #code: CodeGathering;
  readonly #leaves: LeafGathering;
  readonly #links: LinkGathering;
  readonly #blocks: BlockGathering;
  readonly #headline: string;
  /** The end of the row of boxes entered last: its boxes share a line. */
  #rowEnd = 0;
  /** Definition lists without terms, which only indent their content. */
  readonly #indents = new Set<number>();

  constructor(page: Page, kept: Uint8Array, headline: string) {
    this.#headline = headline;
    this.#page = page;
    this.#survey = surveyPage(page, kept);
    this.#kept = this.#survey.kept;
    this.#builder = new ContentBuilder(depthFor(page));
    this.#open = new OpenElements(page, this.#builder, this.#formats);
    this.#code = new CodeGathering(page, this.#survey, this.#builder);
    this.#leaves = new LeafGathering(page, this.#survey, this.#builder, this.#formats);
    this.#links = new LinkGathering(page, this.#survey, this.#builder, this.#formats, this.#open);
    this.#blocks = new BlockGathering(page, this.#builder, this.#open, headline !== "");
  }

  run(): ContentTree {
    if (this.#headline !== "") this.#title();
    this.#nodes(1, this.#page.size);
    for (const { label, from, to } of this.#survey.inlineNotes.notes.values()) {
      this.#builder.ids.add(noteId(label));
      this.#builder.open(Kind.Footnote, [], 0, label);
      this.#nodes(from, to);
      this.#builder.closeTo(0);
    }
    const gathered = joinCode(makeLists(unwrapIndents(this.#builder.finish())));
    dropRepeatedAlt(gathered);
    tidyItems(gathered);
    settleLinks(gathered);
    const content = unwrapCode(gathered);
    countParagraphs(content);
    return content;
  }

  #nodes(from: number, to: number): void {
    const { tag } = this.#page;
    for (let i = from; i < to; ) {
      this.#open.leaveBefore(i);
      this.#builder.source = i;
      const kind = tag[i];
      if (kind === TEXT) i = this.#text(i);
      else i = kind > COMMENT ? this.#element(i, kind) : i + 1;
    }
    this.#open.leaveBefore(this.#page.size);
  }

  #title(): void {
    const builder = this.#builder;
    builder.holding = 2;
    for (const piece of splitText(this.#headline, false, this.#survey.tex)) this.#piece(piece);
    builder.endParagraph();
    builder.holding = 0;
  }

  /** Whether an element is the whole content of an indented line. */
  #isSetIn(node: number): boolean {
    const parent = this.#page.parent[node];
    if (!this.#indents.has(this.#page.parent[parent])) return false;
    return sumOf(this.#page, this.#survey.content, parent) === sumOf(this.#page, this.#survey.content, node);
  }

  /** Adds a text, and those after it that belong to it; returns where to continue. */
  #text(node: number): number {
    const page = this.#page;
    const builder = this.#builder;
    const text = page.strings[node];
    if (this.#kept[node] !== 1) {
      if (isShown(page, node) && text !== "") builder.space();
      return node + 1;
    }
    builder.formats = this.#formats.current;
    const preserved = (page.marks[node] & Mark.Preserved) !== 0;
    const mayOpenTex = this.#survey.tex !== undefined && /[$\\`]|##/.test(text) && !this.#formats.has(Kind.Code);
    const tex = mayOpenTex ? this.#survey.tex : undefined;
    if (!preserved && tex === undefined) {
      builder.text(text);
      return node + 1;
    }
    const run = tex === undefined ? { text, end: node + 1 } : textRun(page, this.#kept, node, this.#afterTraceless);
    for (const piece of splitText(run.text, preserved, tex)) this.#piece(piece);
    return run.end;
  }

  /** Where to go on after the start of an element that leaves no trace in the line around it; -1 for all others. */
  readonly #afterTraceless = (node: number): number => {
    const page = this.#page;
    const { content, math, inlineNotes, codeLines, tabLabels, links } = this.#survey;
    if (page.tag[node] === RT) return this.#leaves.endsReadings(node) ? -1 : page.end[node];
    const isEmpty = content[node] === content[page.end[node]];
    if (isEmpty && !isShown(page, node)) return page.end[node];
    if (node === 0 || page.gap[node] !== Gap.None) return -1;
    const role = roleOf(page.tag[node]);
    const isNeutral = role === Role.None || (role === Role.Format && this.#isNested(node));
    if (!isNeutral && (!isEmpty || role === Role.Break || role === Role.Input)) return -1;
    const isPlain = [
      math,
      codeLines,
      tabLabels,
      links.backlinks,
      links.references,
      ...Object.values(inlineNotes),
    ].every((special) => !special.has(node));
    return isPlain && !this.#links.isTarget(node) ? node + 1 : -1;
  };

  /** Whether a format lies in another of its kind. */
  #isNested(node: number): boolean {
    const outer = this.#formats.nodeOf(kindOf(this.#page.tag[node]));
    return outer >= 0 && outer !== node;
  }

  #piece({ breaks, source, tex, display }: TextPiece): void {
    if (breaks) this.#builder.lineBreak();
    // In <pre>, the page keeps characters that are useless outside code.
    if (tex === "") this.#builder.text(this.#formats.has(Kind.Code) ? source : tidyCharacters(source, false, false));
    else this.#leaves.formula({ tex, plain: "", display, element: -1 });
  }

  /** Enters an element; returns where to continue: at its first child, or after it. */
  #element(node: number, tag: number): number {
    const page = this.#page;
    const end = page.end[node];
    const role = roleOf(tag);
    const empty = this.#survey.content[node] === this.#survey.content[end];
    const shown = isShown(page, node);
    if (tag === RT) {
      this.#leaves.reading(node);
      return end;
    }
    if ((empty && !shown) || node === this.#blocks.calloutTitle) return end;
    if (role === Role.Break) {
      if (this.#kept[node] === 1) this.#builder.lineBreak();
      else this.#builder.space();
      return node + 1;
    }
    if (this.#survey.math.has(node)) {
      const formula = this.#survey.math.get(node);
      if (formula !== undefined) this.#leaves.formula(this.#isSetIn(node) ? { ...formula, display: true } : formula);
      return end;
    }
    const { notes, repeats } = this.#survey.inlineNotes;
    if (repeats.has(node)) return end;
    const inline = notes.get(node);
    if (inline !== undefined) {
      this.#leaves.mark(node, inline.label);
      return end;
    }
    this.#links.id(node);
    if (role === Role.Input) {
      this.#builder.space();
      if (this.#kept[node] === 1) markTask(page, node, this.#builder);
      return end;
    }
    if (empty && !(role === Role.Cell && this.#keepsColumns(node))) {
      if (this.#survey.codeLines.has(node)) return this.#code.addLine(node);
      if (isCodeCell(page, node)) this.#code.addEmptyCell();
      this.#open.enterGap(node, page.gap[node]);
      return node + 1;
    }
    const note = this.#survey.links.notes.get(node);
    if (note?.isLoose) this.#builder.ids.add(noteId(note.label));
    if (note !== undefined && role !== Role.Item) this.#blocks.note(node, note);
    return this.#enter(node, tag, role, end);
  }

  /** Whether an empty cell must be written, to keep the others in their columns. */
  #keepsColumns(cell: number): boolean {
    const isInRow = this.#open.dataTable && this.#builder.container?.kind === Kind.Row;
    return isInRow && !this.#survey.spacerCells.has(cell);
  }

  #enter(node: number, tag: number, role: number, end: number): number {
    const page = this.#page;
    if (this.#survey.codeLines.has(node) && !this.#open.dataTable && this.#builder.holding < 2)
      return this.#code.addLine(node);
    switch (role) {
      case Role.Format:
        if (tag === CODE && !this.#formats.has(Kind.Code) && !this.#open.dataTable && this.#code.isAlone(node))
          return this.#code.add(node, isMultiline(page, node));
        return this.#links.format(node, kindOf(tag));
      case Role.Link:
        return this.#links.link(node);
      case Role.Paragraph:
        if (page.gap[node] < Gap.Line) return this.#enterOther(node);
        this.#blocks.paragraph(node);
        return node + 1;
      case Role.Heading:
        this.#blocks.heading(node, tag - H1 + 1);
        return node + 1;
      case Role.Container:
        if (this.#blocks.callout(node, kindOf(tag))) return node + 1;
        if (kindOf(tag) === Kind.DefinitionList && hasNoTerms(page, node)) {
          this.#indents.add(node);
          return this.#enterOther(node);
        }
        this.#blocks.container(node, kindOf(tag), dataAttributes(page, node));
        return node + 1;
      case Role.List:
        if (isCodeBox(page, node)) return this.#code.add(node, true);
        if (holdsOnlyLists(page, node)) return this.#enterOther(node);
        this.#blocks.container(node, kindOf(tag), dataAttributes(page, node));
        return node + 1;
      case Role.Item:
        if (this.#indents.has(page.parent[node])) return this.#enterOther(node);
        if (this.#blocks.item(node, kindOf(tag), this.#survey.links.notes.get(node)?.label ?? "")) return node + 1;
        return this.#enterOther(node);
      case Role.Table:
        this.#blocks.table(node, this.#survey.dataTables.has(node));
        return node + 1;
      case Role.Row:
      case Role.Cell:
      case Role.Caption:
        return this.#enterTablePart(node, tag, role, end);
      case Role.Preformatted:
        return this.#code.isAll(node) ? this.#code.add(node) : this.#enterOther(node);
      case Role.Media:
        return this.#leaves.media(node, kindOf(tag));
      case Role.Frame:
        return this.#leaves.frame(node);
      case Role.Rule:
        if (this.#survey.leaves.has(node)) this.#builder.rule();
        return node + 1;
      default:
        return this.#enterOther(node);
    }
  }

  #enterOther(node: number): number {
    const page = this.#page;
    if (this.#blocks.callout(node, Kind.Quote)) return node + 1;
    const tab = this.#survey.tabLabels.get(node);
    if (tab !== undefined) {
      this.#builder.endParagraph();
      this.#builder.text(tab);
      this.#builder.endParagraph();
    }
    if (page.gap[node] >= Gap.Line) {
      if (isCodeBox(page, node)) return this.#code.add(node, true);
      if (attribute(page, node, "role") === "heading") {
        this.#blocks.heading(node, attribute(page, node, "aria-level"));
        return node + 1;
      }
    }
    if (this.#links.backlink(node)) return node + 1;
    if (this.#isRow(node) && this.#blocks.item(node, Kind.Item, "")) {
      this.#rowEnd = page.end[node];
      return node + 1;
    }
    this.#open.enterGap(node, node < this.#rowEnd ? Math.min(page.gap[node], Gap.Space) : page.gap[node]);
    return node + 1;
  }

  /** Whether an element is a row of boxes with room for an item. */
  #isRow(node: number): boolean {
    if (node < this.#rowEnd || !this.#survey.rows.has(node) || this.#open.dataTable) return false;
    return this.#builder.holding === 0 && !this.#builder.inHolder;
  }

  #enterTablePart(node: number, tag: number, role: number, end: number): number {
    const page = this.#page;
    if (this.#open.dataTable) {
      const parent = page.parent[node];
      if (role === Role.Row) this.#blocks.container(node, Kind.Row, [], page.tag[parent] === THEAD ? 1 : 0);
      else {
        const attributes = role === Role.Cell ? dataAttributes(page, node) : [];
        this.#blocks.container(node, kindOf(tag), attributes, tag === TH ? 1 : 0);
      }
      return node + 1;
    }
    if (role === Role.Cell && isCodeCell(page, node)) {
      if (this.#code.isOnly(node)) return this.#code.addCell(node);
    } else if (role === Role.Cell && (isGutter(page, node) || hasLineNumber(page, node))) return end;
    this.#open.enterGap(node, Gap.Line);
    return node + 1;
  }
}
