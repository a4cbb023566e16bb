import { findTag, type Page, tagNumber } from "../../page/index.ts";
import { codeText, isCodeAlone, isMultiline } from "./code-block.ts";
import { codeLanguage, languageOf } from "./code-language.ts";
import type { ContentBuilder } from "./content-builder.ts";
import { Kind } from "./content-tree.ts";
import type { Survey } from "./survey-page.ts";

const OL = tagNumber("ol");

/** The key of a block of code made of table cells, a line each. Blocks of other lines have their first line as key. */
const ofCells = -2;

/** Adds blocks of code to the content tree. */
export class CodeGathering {
  readonly #page: Page;
  readonly #survey: Survey;
  readonly #builder: ContentBuilder;
  /** Empty lines since the last one with code. */
  #blank = 0;

  constructor(page: Page, survey: Survey, builder: ContentBuilder) {
    this.#page = page;
    this.#survey = survey;
    this.#builder = builder;
  }

  /** Adds an element as code; returns where to continue. */
  add(node: number, lines = false): number {
    const code = codeText(this.#page, this.#survey.kept, node, lines);
    this.#builder.endParagraph();
    if (code !== "") this.#builder.block(Kind.CodeBlock, code, codeLanguage(this.#page, node));
    return this.#page.end[node];
  }

  /** Adds a table cell with a line of code or all of it; returns where to continue. */
  addCell(cell: number): number {
    return this.#addLine(cell, ofCells, codeLanguage(this.#page, cell), true);
  }

  addEmptyCell(): void {
    this.#blank++;
  }

  /** Adds an element that is a line of code, see `findCodeLines`; returns where to continue. */
  addLine(line: number): number {
    const page = this.#page;
    const first = this.#survey.codeLines.get(line) ?? line;
    const language = codeLanguage(page, first) || languageOf(page, page.parent[first]);
    return this.#addLine(line, -3 - first, language, isMultiline(page, line));
  }

  /** Whether a `<code>` that is not in a heading is a block. */
  isAlone(node: number): boolean {
    return this.#builder.holding < 2 && this.isOnly(node) && isCodeAlone(this.#page, this.#survey.kept, node);
  }

  /** Whether an element has no inner structure. */
  isOnly(node: number): boolean {
    const { structure } = this.#survey;
    return structure[this.#page.end[node]] === structure[node + 1];
  }

  /** Whether all of a `<pre>` is code; its lines may be items of a list. */
  isAll(node: number): boolean {
    const { structure } = this.#survey;
    const end = this.#page.end[node];
    return this.isOnly(node) || (findTag(this.#page, OL, node, end) >= 0 && structure[end] === structure[node + 1] + 1);
  }

  #addLine(line: number, name: number, language: string, keepSpace: boolean): number {
    const code = codeText(this.#page, this.#survey.kept, line, keepSpace);
    this.#builder.endParagraph();
    if (code === "") this.#blank++;
    else {
      const open = this.#openLines(name);
      if (open === undefined) this.#builder.block(Kind.CodeBlock, code, language, [], name);
      else open.text += "\n".repeat(this.#blank + 1) + code;
      this.#blank = 0;
    }
    return this.#page.end[line];
  }

  /** The block with that key, if the next line continues it. */
  #openLines(name: number) {
    const { nodes } = this.#builder;
    const last = nodes[nodes.length - 1];
    return last?.kind === Kind.CodeBlock && last.element === name ? last : undefined;
  }
}
