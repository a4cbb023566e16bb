import { type Attribute, findTag, type Page, TEXT, tagNumber, tidyCharacters } from "../../page/index.ts";
import type { ContentBuilder } from "./content-builder.ts";
import { Kind } from "./content-tree.ts";
import type { Formula } from "./find-math.ts";
import type { FormatStack } from "./format-stack.ts";
import { withoutDelimiters } from "./looks-like-tex.ts";
import { noteId } from "./read-link.ts";
import type { Survey } from "./survey-page.ts";

const RT = tagNumber("rt");

/** Adds leaves for whole elements: marks of notes, ruby annotations, frames, pictures, formulas. */
export class LeafGathering {
  readonly #page: Page;
  readonly #survey: Survey;
  readonly #builder: ContentBuilder;
  readonly #formats: FormatStack;

  constructor(page: Page, survey: Survey, builder: ContentBuilder, formats: FormatStack) {
    this.#page = page;
    this.#survey = survey;
    this.#builder = builder;
    this.#formats = formats;
  }

  /** Writes the mark of a note within the text. */
  mark(node: number, label: string): void {
    this.#formats.add(Kind.Superscript, node, [], "", "");
    this.#formats.add(Kind.Link, node, [{ name: "href", value: `#${noteId(label)}` }], "", label);
    this.#builder.formats = this.#formats.current;
    this.#builder.text(label);
    this.#formats.remove(Kind.Link);
    this.#formats.remove(Kind.Superscript);
  }

  /**
   * Writes a word's ruby annotations once, after all of it: between its characters they would break the word. A word within
   * a word is read with it, and no format of the word's is one of its reading.
   */
  reading(node: number): void {
    const { tag, end, strings } = this.#page;
    const ruby = this.#formats.nodeOf(Kind.Ruby);
    if (!this.endsReadings(node)) return;
    let reading = "";
    for (let i = findTag(this.#page, RT, ruby, end[ruby]); i >= 0; i = findTag(this.#page, RT, end[i], end[ruby]))
      for (let text = i + 1; text < end[i]; text++)
        if (tag[text] === TEXT) reading += tidyCharacters(strings[text], false, false).trim();
    this.#formats.add(Kind.RubyText, node, [], "", "");
    const formats = this.#formats.current;
    const word = formats.findIndex(({ kind }) => kind === Kind.Ruby);
    this.#builder.formats = formats.filter(({ kind }, i) => i <= word || kind === Kind.RubyText);
    this.#builder.text(reading);
    this.#formats.remove(Kind.RubyText);
  }

  /** Whether an annotation is the last of a word that is written: the place of all of them. */
  endsReadings(node: number): boolean {
    const { end } = this.#page;
    const ruby = this.#formats.nodeOf(Kind.Ruby);
    const { content } = this.#survey;
    return ruby >= 0 && content[ruby] !== content[end[ruby]] && findTag(this.#page, RT, end[node], end[ruby]) < 0;
  }

  /** Writes a frame as a link to what it shows; returns where to continue. */
  frame(node: number): number {
    const attributes = this.#survey.leaves.get(node);
    if (attributes === undefined) return node + 1;
    const [href, title] = attributes as [Attribute, Attribute];
    this.#formats.add(Kind.Link, node, [href], href.value, "");
    this.#builder.formats = this.#formats.current;
    this.#builder.edge();
    this.#builder.text(title.value);
    this.#formats.remove(Kind.Link);
    this.#builder.edge();
    return this.#page.end[node];
  }

  /** Adds a picture, video or sound: part of the line, separated from its neighbours; returns where to continue. */
  media(node: number, kind: Kind): number {
    const attributes = this.#survey.leaves.get(node);
    if (attributes === undefined) return node + 1;
    this.#builder.space();
    this.#leaf(kind, attributes);
    this.#builder.apart();
    return this.#page.end[node];
  }

  formula(formula: Formula): void {
    const builder = this.#builder;
    const { plain, display, element } = formula;
    const tex = withoutDelimiters(tidyCharacters(formula.tex, false, true));
    // Some sites separate definitions by groups that show nothing.
    if ((tex.trim() === "" && plain === "") || /^\\\w+group$/.test(tex)) return;
    if (display && builder.holding < 2 && builder.container?.kind !== Kind.Cell) {
      builder.block(Kind.MathBlock, tex, plain, [], element);
    } else this.#leaf(Kind.Math, [], tex, plain, element);
  }

  #leaf(kind: Kind, attributes: readonly Attribute[], text = "", label = "", element = -1): void {
    this.#builder.formats = this.#formats.current;
    this.#builder.leaf(kind, attributes, text, label, element);
  }
}
