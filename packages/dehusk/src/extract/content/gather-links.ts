import { attribute, findTag, Gap, type Page, tagNumber } from "../../page/index.ts";
import type { ContentBuilder } from "./content-builder.ts";
import { Kind } from "./content-tree.ts";
import { dataAttributes } from "./element-attributes.ts";
import { isHeadingMark } from "./find-footnotes.ts";
import type { FormatStack } from "./format-stack.ts";
import type { OpenElements } from "./open-elements.ts";
import { noteId, ownId, readLink } from "./read-link.ts";
import type { Survey } from "./survey-page.ts";

const A = tagNumber("a");

/** Enters what changes how text is written: formats, links, marks of notes. Also the ids that links lead to. */
export class LinkGathering {
  readonly #page: Page;
  readonly #survey: Survey;
  readonly #builder: ContentBuilder;
  readonly #formats: FormatStack;
  readonly #open: OpenElements;

  constructor(page: Page, survey: Survey, builder: ContentBuilder, formats: FormatStack, open: OpenElements) {
    this.#page = page;
    this.#survey = survey;
    this.#builder = builder;
    this.#formats = formats;
    this.#open = open;
  }

  /** Enters a format; where to go on. */
  format(node: number, kind: Kind): number {
    const page = this.#page;
    const gap = page.gap[node];
    this.#open.atGap(gap);
    if (kind === Kind.Superscript && this.#survey.links.references.has(node)) {
      // The brackets around the mark of a note belong to its link.
      const link = findTag(page, A, node, page.end[node]);
      if (link < 0 || !this.#add(link, node)) this.#addMark(node);
    } else if (kind === Kind.Superscript) this.backlink(node);
    this.#formats.add(kind, node, dataAttributes(page, node), "", "");
    this.#open.push(node, gap, { format: kind });
    return node + 1;
  }

  /** Enters a link; where to go on. */
  link(node: number): number {
    const page = this.#page;
    const gap = page.gap[node];
    if (isHeadingMark(page, node)) return page.end[node];
    this.#open.atGap(gap);
    if (!this.#add(node, node) && gap !== Gap.None) this.#open.push(node, gap);
    return node + 1;
  }

  /** Enters the brackets around a link back, which belong to it; false when an element is nothing of the kind. */
  backlink(node: number): boolean {
    const page = this.#page;
    return this.#survey.links.backlinks.has(node) && this.#add(findTag(page, A, node, page.end[node]), node);
  }

  /** Remembers an id that a link leads to for what is written next. */
  id(node: number): void {
    const { targets, lostIds } = this.#survey.links;
    if (targets.size === 0) return;
    const id = lostIds.get(node) ?? attribute(this.#page, node, "id") ?? attribute(this.#page, node, "name");
    if (id !== undefined && targets.get(id) === node) this.#builder.ids.add(ownId(id));
  }

  /** Makes a link of all in `element`; false when it leads nowhere. */
  #add(node: number, element: number): boolean {
    const page = this.#page;
    const link = readLink(page, this.#survey.links, node);
    if (link === undefined) return false;
    this.#formats.add(Kind.Link, node, link.attributes, link.address, link.label);
    this.#open.push(element, page.gap[element], { format: Kind.Link });
    return true;
  }

  /** Makes a mark that leads nowhere a link to its note. */
  #addMark(node: number): void {
    const label = this.#survey.links.references.get(node) ?? "";
    const href = { name: "href", value: `#${noteId(label)}` };
    this.#formats.add(Kind.Link, node, [href], "", label);
    this.#open.push(node, this.#page.gap[node], { format: Kind.Link });
  }
}
