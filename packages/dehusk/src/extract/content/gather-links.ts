import { attribute, findTag, Gap, type Page, tagNumber } from "../../page/index.ts";
import type { ContentBuilder } from "./content-builder.ts";
import { Kind } from "./content-tree.ts";
import { dataAttributes } from "./element-attributes.ts";
import { isHeadingLink, isHeadingMark } from "./find-footnotes.ts";
import type { FormatStack } from "./format-stack.ts";
import type { OpenElements } from "./open-elements.ts";
import { noteId, ownId, readLink } from "./read-link.ts";
import type { Survey } from "./survey-page.ts";

const A = tagNumber("a");

/** Enters formats, links, marks of notes, and the ids of link targets. */
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

  /** Enters a format; returns where to continue. */
  format(node: number, kind: Kind): number {
    const page = this.#page;
    const gap = page.gap[node];
    this.#open.atGap(gap);
    if (kind === Kind.Superscript && this.#survey.links.references.has(node)) {
      // The brackets around a note's mark belong to its link.
      const link = findTag(page, A, node, page.end[node]);
      if (link < 0 || !this.#add(link, node)) this.#addMark(node);
    } else if (kind === Kind.Superscript) this.backlink(node);
    this.#formats.add(kind, node, dataAttributes(page, node), "", "");
    this.#open.push(node, gap, { format: kind });
    return node + 1;
  }

  /** Enters a link; returns where to continue. */
  link(node: number): number {
    const page = this.#page;
    const gap = page.gap[node];
    if (isHeadingMark(page, node)) {
      this.#builder.space();
      return page.end[node];
    }
    this.#open.atGap(gap);
    const isLink = !isHeadingLink(page, node, this.#survey.links.targets) && this.#add(node, node);
    if (!isLink && gap !== Gap.None) this.#open.push(node, gap);
    return node + 1;
  }

  /** Enters the brackets around a back link, which belong to it; false for other elements. */
  backlink(node: number): boolean {
    const page = this.#page;
    return this.#survey.links.backlinks.has(node) && this.#add(findTag(page, A, node, page.end[node]), node);
  }

  /** Remembers the id of a link target for the next thing written. */
  id(node: number): void {
    const id = this.#targetId(node);
    if (id !== undefined) this.#builder.ids.add(ownId(id));
  }

  /** Whether a link leads to an element. */
  isTarget(node: number): boolean {
    return this.#targetId(node) !== undefined;
  }

  #targetId(node: number): string | undefined {
    const { targets, lostIds } = this.#survey.links;
    if (targets.size === 0) return undefined;
    const id = lostIds.get(node) ?? attribute(this.#page, node, "id") ?? attribute(this.#page, node, "name");
    return id !== undefined && targets.get(id) === node ? id : undefined;
  }

  /** Makes the contents of `element` a link; false if it has no target. */
  #add(node: number, element: number): boolean {
    const page = this.#page;
    const link = readLink(page, this.#survey.links, node);
    if (link === undefined) return false;
    this.#formats.add(Kind.Link, node, link.attributes, link.address, link.label);
    this.#open.push(element, page.gap[element], { format: Kind.Link });
    return true;
  }

  /** Makes a mark without a target a link to its note. */
  #addMark(node: number): void {
    const label = this.#survey.links.references.get(node) ?? "";
    const href = { name: "href", value: `#${noteId(label)}` };
    this.#formats.add(Kind.Link, node, [href], "", label);
    this.#open.push(node, this.#page.gap[node], { format: Kind.Link });
  }
}
