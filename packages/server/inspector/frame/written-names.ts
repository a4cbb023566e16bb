import { attribute, isText, Mark, type Page } from "dehusk/internal/page";
import { type FrameTag, fitsInto, frameTag, ownPrefix, Trait } from "./frame-tags.ts";

/** Most nesting levels to write; browsers themselves stop at 512. */
const maxDepth = 400;

/** Nothing is written inside of these. */
const closed = Trait.Void | Trait.Placeholder;

export interface WrittenNames {
  /**
   * The written name of each element. "" for one that is skipped while its content is written; undefined for one that
   * is left out with its content, and for nodes other than elements.
   */
  readonly names: readonly (string | undefined)[];
  /** Tags that sometimes had to be written under our own name, `dh-` plus the tag. */
  readonly renamed: ReadonlySet<string>;
}

/**
 * The name that each element of a page is written under, such that a browser reads back exactly the page's tree. The
 * parser moves elements where they are not allowed: a paragraph in a paragraph, a link in a link, text between rows. A
 * page's tree can contain all of these (created by scripts, or because elements in between were left out), so an
 * element that would be moved is written as one of our own, which is allowed anywhere.
 *
 * Time and memory are linear in the number of nodes.
 */
export function writtenNames(page: Page): WrittenNames {
  return new Namer(page).name();
}

/** What is open around a node, up to its cell. */
interface Scope {
  links: number;
  buttons: number;
  readonly paragraphs: number[];
}

class Namer {
  readonly #page: Page;
  readonly #tags: readonly FrameTag[];
  readonly #names: (string | undefined)[];
  readonly #renamed = new Set<string>();
  readonly #open: number[] = [];
  readonly #scopes: Scope[] = [newScope()];
  readonly #unfit: Uint8Array;

  constructor(page: Page) {
    this.#page = page;
    this.#tags = page.tagNames.map(frameTag);
    this.#names = new Array<string | undefined>(page.size).fill(undefined);
    this.#unfit = this.#findUnfit();
  }

  name(): WrittenNames {
    const { end, size } = this.#page;
    for (let i = 1; i < size; ) {
      while (this.#open.length > 0 && end[this.#open[this.#open.length - 1]] <= i) this.#close();
      if (!this.#isElement(i)) {
        i++;
        continue;
      }
      const name = this.#nameOf(i);
      this.#names[i] = name;
      if (name !== undefined && name !== "") this.#endParagraphs(i);
      if (name === undefined || (name !== "" && (this.#traits(i) & closed) !== 0)) i = end[i];
      else {
        if (name !== "") this.#enter(i, name);
        i++;
      }
    }
    return { names: this.#names, renamed: this.#renamed };
  }

  #isElement(node: number): boolean {
    return this.#page.tag[node] > 2;
  }

  #tag(node: number): FrameTag {
    return this.#tags[this.#page.tag[node]];
  }

  #traits(node: number): number {
    return this.#tag(node).traits;
  }

  /** Tables, rows and the like with content that the parser would move out of them. */
  #findUnfit(): Uint8Array {
    const { parent, size } = this.#page;
    const unfit = new Uint8Array(size);
    for (let i = size - 1; i > 0; i--) {
      const above = parent[i];
      if (!this.#isElement(above) || (this.#traits(above) & Trait.Structure) === 0) continue;
      if (isText(this.#page, i)) {
        if (/[^ \t\n\f\r]/.test(this.#page.strings[i])) unfit[above] = 1;
      } else if (this.#isElement(i) && !this.#isLeftOut(i)) {
        const { tag } = this.#tag(i);
        if (unfit[i] === 1 || !fitsInto(tag, this.#tag(above).tag)) unfit[above] = 1;
      }
    }
    return unfit;
  }

  #isLeftOut(node: number): boolean {
    const { tag, traits } = this.#tag(node);
    if ((traits & Trait.Dropped) !== 0) return true;
    if (tag === "noscript") return (this.#page.marks[node] & Mark.NoScript) !== 0;
    if (tag === "input") return attribute(this.#page, node, "type")?.trim().toLowerCase() === "hidden";
    // A form that the parser closed at once because it was between rows.
    return tag === "form" && this.#page.end[node] === node + 1;
  }

  #nameOf(node: number): string | undefined {
    const { tag, traits } = this.#tag(node);
    if (this.#isRoot(node)) return "";
    if (this.#isLeftOut(node)) return undefined;
    const above = this.#open.at(-1);
    const aboveTraits = above === undefined ? 0 : this.#traits(above);
    if (((aboveTraits | traits) & (Trait.Svg | Trait.Math)) !== 0) return this.#foreignName(node, aboveTraits);
    const inStructure = above !== undefined && this.#isStructure(above);
    if (this.#open.length >= maxDepth) return inStructure ? undefined : "";
    if ((traits & Trait.Neutral) !== 0) return ownPrefix + tag;
    return this.#stays(node, above) ? tag : this.#rename(tag);
  }

  /** `<html>` and `<body>` in their proper place: they are written around everything. */
  #isRoot(node: number): boolean {
    const { parent, tag, tagNames } = this.#page;
    const above = parent[node];
    const name = tagNames[tag[node]];
    if (this.#open.length > 0) return false;
    return name === "html" ? above === 0 : name === "body" && parent[above] === 0 && tagNames[tag[above]] === "html";
  }

  #foreignName(node: number, aboveTraits: number): string | undefined {
    const { tag, traits } = this.#tag(node);
    const family = traits & (Trait.Svg | Trait.Math);
    if (family === 0 || this.#open.length >= maxDepth || (aboveTraits & Trait.MathText) !== 0) return undefined;
    const isRoot = tag === "svg" || tag === "math";
    const aboveFamily = aboveTraits & (Trait.Svg | Trait.Math);
    if (aboveFamily === 0) return isRoot ? tag : undefined;
    return aboveFamily === family && tag !== "math" ? tag : undefined;
  }

  #isStructure(node: number): boolean {
    const { tag, traits } = this.#tag(node);
    return (traits & Trait.Structure) !== 0 && this.#names[node] === tag;
  }

  /** Whether the parser would leave an element in place, under its own name. */
  #stays(node: number, above: number | undefined): boolean {
    const { tag, traits } = this.#tag(node);
    const aboveName = above === undefined ? "" : (this.#names[above] as string);
    const scope = this.#scopes.at(-1) as Scope;
    if ((traits & Trait.Part) !== 0 && !fitsInto(tag, aboveName)) return false;
    if (this.#unfit[node] === 1) return false;
    if (tag === "a" && scope.links > 0) return false;
    if (tag === "button" && scope.buttons > 0) return false;
    if (tag === "rt" || tag === "rp") return aboveName === "ruby";
    if ((traits & Trait.Heading) !== 0 && /^h[1-6]$/.test(aboveName)) return false;
    if (tag === "li") return !this.#isInItem(["li"]);
    if (tag === "dd" || tag === "dt") return !this.#isInItem(["dd", "dt"]);
    return true;
  }

  /** Whether a list item that starts here would end an open one. */
  #isInItem(items: readonly string[]): boolean {
    for (let level = this.#open.length - 1; level >= 0; level--) {
      const node = this.#open[level];
      const name = this.#names[node] as string;
      if (items.includes(name)) return true;
      const { tag, traits } = this.#tag(node);
      const special = (traits & Trait.Special) !== 0 && name === tag;
      if (special && name !== "address" && name !== "div" && name !== "p") return false;
    }
    return false;
  }

  #rename(tag: string): string {
    this.#renamed.add(tag);
    return ownPrefix + tag;
  }

  #enter(node: number, name: string): void {
    this.#open.push(node);
    const scope = this.#scopes.at(-1) as Scope;
    if (name === "a") scope.links++;
    else if (name === "button") scope.buttons++;
    else if (name === "p") scope.paragraphs.push(node);
    else if ((this.#traits(node) & Trait.Scope) !== 0 && name === this.#tag(node).tag) this.#scopes.push(newScope());
  }

  /** Open paragraphs that the parser would end before an element are renamed. */
  #endParagraphs(node: number): void {
    if ((this.#traits(node) & Trait.EndsParagraph) === 0) return;
    const { paragraphs } = this.#scopes.at(-1) as Scope;
    for (const paragraph of paragraphs.splice(0)) this.#names[paragraph] = this.#rename("p");
  }

  #close(): void {
    const node = this.#open.pop() as number;
    const name = this.#names[node];
    if ((this.#traits(node) & Trait.Scope) !== 0 && name === this.#tag(node).tag) this.#scopes.pop();
    const scope = this.#scopes.at(-1) as Scope;
    if (name === "a") scope.links--;
    else if (name === "button") scope.buttons--;
    else if (name === "p") scope.paragraphs.pop();
  }
}

function newScope(): Scope {
  return { links: 0, buttons: 0, paragraphs: [] };
}
