import { isSameSite, linkHost, plainHost, resolveUrl } from "./links.ts";
import { Mark } from "./page.ts";
import type { PageSource } from "./page-source.ts";
import { TagTrait, tagNumber, traitsOf } from "./tags.ts";
import { Gap } from "./text-flow.ts";
import type { Attribute } from "./tree-builder.ts";

const A = tagNumber("a");
const BASE = tagNumber("base");
const BODY = tagNumber("body");
const DIALOG = tagNumber("dialog");
const HTML = tagNumber("html");
const INPUT = tagNumber("input");
const LINK = tagNumber("link");
const META = tagNumber("meta");
const NOSCRIPT = tagNumber("noscript");
const SVG_A = tagNumber("svg a");
const TEMPLATE = tagNumber("template");

/** Properties of inline styles that are read. */
const readProperties = /display|visibility|white-space/i;

/** What one element adds to a page. The object is reused. */
export interface ElementReading {
  marks: number;
  gap: number;
  htmlLength: number;
  link: 0 | 1;
  intraLink: 0 | 1;
  image: 0 | 1;
  control: 0 | 1;
}

/** Reads elements in document order: visibility, links, effect on the text flow. */
export class ElementReader {
  /** Base URL of links: the `<base>`, otherwise the page's address. */
  base: string | undefined;
  /** The address the page declares for itself. */
  ownAddress: string | undefined;

  readonly #url: string | undefined;
  readonly #scripting: boolean;
  /** Which of the author's hiding marks to apply. */
  readonly #obeyed: number;
  #hasBase = false;
  #host: string;
  #baseHost: string;
  readonly #nameLengths: number[] = [];
  readonly #tagNames: readonly string[];
  readonly #reading: ElementReading = {
    marks: 0,
    gap: 0,
    htmlLength: 0,
    link: 0,
    intraLink: 0,
    image: 0,
    control: 0,
  };

  constructor(source: PageSource, tagNames: readonly string[], obeyed: number) {
    this.#url = source.url;
    this.#scripting = source.scripting;
    this.#obeyed = obeyed;
    this.#tagNames = tagNames;
    this.base = source.url;
    this.#host = hostOf(source.url);
    this.#baseHost = this.#host;
  }

  read(tag: number, attributes: readonly Attribute[], inherited: number): ElementReading {
    const reading = this.#reading;
    const traits = traitsOf(tag);
    reading.marks = inherited;
    reading.gap = gapOf(traits);
    reading.link = 0;
    reading.intraLink = 0;
    reading.image = (traits & TagTrait.Image) !== 0 ? 1 : 0;
    reading.control = (traits & TagTrait.Control) !== 0 ? 1 : 0;
    reading.htmlLength = this.#tagLength(tag, traits);
    if ((traits & TagTrait.Unseen) !== 0) reading.marks |= tag === TEMPLATE ? Mark.Template : Mark.Unseen;
    if ((traits & TagTrait.Preserved) !== 0) reading.marks |= Mark.Preserved;
    if (tag === NOSCRIPT && this.#scripting) reading.marks |= Mark.NoScript;
    if (tag === DIALOG && !has(attributes, "open")) this.#hide(reading, Mark.HiddenAttribute);
    for (let i = 0; i < attributes.length; i++) {
      const { name, value } = attributes[i];
      reading.htmlLength += name.length + value.length + 4;
      switch (name) {
        case "href":
          if (tag === A || tag === SVG_A) this.#readLink(value, reading);
          break;
        case "xlink:href":
          if (tag === SVG_A) this.#readLink(value, reading);
          break;
        case "style":
          this.#readStyle(tag, value, reading);
          break;
        case "hidden":
          // "until-found" is content that find-in-page opens.
          if (!isRoot(tag) && value !== "until-found") this.#hide(reading, Mark.HiddenAttribute);
          break;
        case "popover":
          this.#hide(reading, Mark.HiddenAttribute);
          break;
        case "aria-hidden":
          if (!isRoot(tag) && value === "true") this.#hide(reading, Mark.AriaHidden);
          break;
        case "type":
          if (tag === INPUT && value.toLowerCase() === "hidden") reading.marks |= Mark.HiddenAttribute;
          break;
      }
    }
    if (tag === BASE || tag === LINK || tag === META) this.#readAddress(tag, attributes);
    return reading;
  }

  #hide(reading: ElementReading, mark: number): void {
    reading.marks |= mark & this.#obeyed;
  }

  /** Length of `<name>` and `</name>`. */
  #tagLength(tag: number, traits: number): number {
    let length = this.#nameLengths[tag];
    if (length === undefined) {
      const name = this.#tagNames[tag];
      const local = name.length - (name.indexOf(" ") + 1);
      length = local + 2 + ((traits & TagTrait.Void) !== 0 ? 0 : local + 3);
      this.#nameLengths[tag] = length;
    }
    return length;
  }

  #readLink(href: string, reading: ElementReading): void {
    reading.marks |= Mark.InLink;
    reading.link = 1;
    const host = linkHost(href);
    if (host === undefined) return;
    const target = host === "" ? this.#baseHost : host;
    reading.intraLink = isSameSite(target, this.#host) ? 1 : 0;
  }

  #readStyle(tag: number, style: string, reading: ElementReading): void {
    if (!readProperties.test(style)) return;
    for (const declaration of style.toLowerCase().split(";")) {
      const colon = declaration.indexOf(":");
      const value = declaration
        .slice(colon + 1)
        .replace("!important", "")
        .trim();
      switch (declaration.slice(0, colon).trim()) {
        case "display":
          // A script reveals a hidden body.
          if (value === "none" && !isRoot(tag)) this.#hide(reading, Mark.HiddenStyle);
          else if (value === "inline" || value === "contents") reading.gap = Gap.None;
          else if (/^(?:block|flex|grid|table|list-item|flow-root)$/.test(value)) {
            reading.gap = Math.max(reading.gap, Gap.Line);
          }
          break;
        case "visibility":
          if (value === "hidden" && !isRoot(tag)) this.#hide(reading, Mark.HiddenStyle);
          break;
        case "white-space":
          if (/^(?:pre|break-spaces)/.test(value)) reading.marks |= Mark.Preserved;
          else reading.marks &= ~Mark.Preserved;
          break;
      }
    }
  }

  #readAddress(tag: number, attributes: readonly Attribute[]): void {
    if (tag === BASE) {
      const href = findValue(attributes, "href");
      if (this.#hasBase || href === undefined) return;
      this.#hasBase = true;
      this.base = resolveUrl(href, this.base) ?? this.base;
      this.#baseHost = hostOf(this.base);
      if (this.#host === "") this.#host = this.#baseHost;
      return;
    }
    if (this.#url !== undefined || this.ownAddress !== undefined) return;
    const named =
      tag === LINK
        ? findValue(attributes, "rel")?.toLowerCase() === "canonical" && findValue(attributes, "href")
        : findValue(attributes, "property")?.toLowerCase() === "og:url" && findValue(attributes, "content");
    const address = named ? resolveUrl(named, undefined) : undefined;
    if (address === undefined || !/^https?:/.test(address)) return;
    this.ownAddress = address;
    this.#host = hostOf(address);
    if (!this.#hasBase) {
      this.base = address;
      this.#baseHost = this.#host;
    }
  }
}

function gapOf(traits: number): number {
  if ((traits & TagTrait.Spaced) !== 0) return Gap.Blank;
  if ((traits & TagTrait.Block) !== 0) return Gap.Line;
  if ((traits & TagTrait.Cell) !== 0) return Gap.Tab;
  return (traits & TagTrait.Apart) !== 0 ? Gap.Space : Gap.None;
}

function isRoot(tag: number): boolean {
  return tag === HTML || tag === BODY;
}

function hostOf(url: string | undefined): string {
  return url === undefined ? "" : plainHost(URL.canParse(url) ? new URL(url).host : "");
}

function findValue(attributes: readonly Attribute[], name: string): string | undefined {
  return attributes.find((attribute) => attribute.name === name)?.value;
}

function has(attributes: readonly Attribute[], name: string): boolean {
  return findValue(attributes, name) !== undefined;
}
