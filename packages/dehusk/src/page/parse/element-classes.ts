import { knownTagNames, type TagNames, tagNumber } from "../tags.ts";
import type { NameTable } from "./name-table.ts";

/** The standard's classes of elements, as bits. */
export const ElementClass = {
  /** "Special" elements. */
  Special: 1,
  /** Special elements that end the search for an open list item: all but address, div and p. */
  ItemBoundary: 2,
  /** Ends "has an element in scope". */
  Scope: 4,
  Svg: 8,
  MathMl: 16,
  /** HTML integration points, except `annotation-xml`, which is one by its attributes. */
  HtmlPoint: 32,
  /** MathML text integration points. */
  TextPoint: 64,
  /** Closed by "generate implied end tags". */
  Implied: 128,
  /** Closed by "generate all implied end tags thoroughly". */
  ImpliedThoroughly: 256,
  /** Content inside them that tables cannot hold is foster parented. */
  Fosters: 512,
} as const;

export const foreign = ElementClass.Svg | ElementClass.MathMl;

const known = new Uint16Array(knownTagNames.length);

function mark(bits: number, names: string): void {
  for (const name of names.split(" ")) known[tagNumber(name)] |= bits;
}

const special =
  "address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd " +
  "details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header " +
  "hgroup hr html iframe img input li link listing main marquee menu meta nav noembed noframes noscript object ol p " +
  "param plaintext pre script section select source style summary table tbody td template textarea tfoot th thead " +
  "title tr track ul wbr xmp";
mark(ElementClass.Special | ElementClass.ItemBoundary, special);
for (const name of ["address", "div", "p"]) known[tagNumber(name)] &= ~ElementClass.ItemBoundary;
mark(ElementClass.Scope, "applet caption html marquee object table td template th");
mark(ElementClass.Implied | ElementClass.ImpliedThoroughly, "dd dt li optgroup option p rb rp rt rtc");
mark(ElementClass.ImpliedThoroughly, "caption colgroup tbody td tfoot th thead tr");
mark(ElementClass.Fosters, "table tbody tfoot thead tr");
for (const [number, name] of knownTagNames.entries()) if (name.includes(" ")) known[number] |= foreignClasses(name);

/** The classes of an SVG or MathML element. */
function foreignClasses(name: string): number {
  const boundary = ElementClass.Special | ElementClass.ItemBoundary | ElementClass.Scope;
  if (/^svg (?:title|desc|foreignObject)$/.test(name)) return ElementClass.Svg | ElementClass.HtmlPoint | boundary;
  if (name.startsWith("svg ")) return ElementClass.Svg;
  if (/^math m(?:[inos]|text)$/.test(name)) return ElementClass.MathMl | ElementClass.TextPoint | boundary;
  return name === "math annotation-xml" ? ElementClass.MathMl | boundary : ElementClass.MathMl;
}

/** The elements of one page: the tag number of a token's element in each namespace, and the classes of tag numbers. */
export class ElementTags {
  classes: Uint16Array = known;
  readonly #tokens: NameTable;
  readonly #names: TagNames;
  readonly #html: number[] = [];
  readonly #svg: number[] = [];
  readonly #math: number[] = [];

  constructor(tokens: NameTable, names: TagNames) {
    this.#tokens = tokens;
    this.#names = names;
  }

  /** The tag of the HTML element that a token opens. */
  html(token: number): number {
    if (token < known.length) return token;
    this.#html[token] ??= this.#names.intern(this.#tokens.names[token]);
    return this.#html[token];
  }

  /** The same, without adding one: -1 if no such element was opened. */
  knownHtml(token: number): number {
    return token < known.length ? token : (this.#html[token] ?? -1);
  }

  /** The tag of an element in SVG or MathML, and of its name as adjusted for SVG. */
  foreign(token: number, isSvg: boolean, name: string): number {
    const tags = isSvg ? this.#svg : this.#math;
    tags[token] ??= this.#add(`${isSvg ? "svg" : "math"} ${name}`);
    return tags[token];
  }

  knownForeign(token: number, isSvg: boolean): number {
    return (isSvg ? this.#svg : this.#math)[token] ?? -1;
  }

  classesOf(tag: number): number {
    return tag < this.classes.length ? this.classes[tag] : 0;
  }

  #add(name: string): number {
    const tag = this.#names.intern(name);
    if (tag >= known.length) {
      if (tag >= this.classes.length) {
        const larger = new Uint16Array(2 * tag);
        larger.set(this.classes);
        this.classes = larger;
      }
      this.classes[tag] = foreignClasses(name);
    }
    return tag;
  }
}
