/** An element of an XML document: its name without prefix, its attributes as written, its own text. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: string;
  text: string;
  readonly children: XmlElement[];
}

/** Elements of a document that are read; sitemaps may have 50,000 addresses with several elements each. */
const mostElements = 600_000;
/** Deeper elements are left out. */
const deepest = 50;

/** What is not closed goes on to the end, and a name ends where it can: nothing is looked through twice. */
const tokens =
  /<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)|<[!?][^>]*(?:>|$)|<(\/?)([\w.:-]+)(?![\w.:-])([^<>]*?)(\/?)>|([^<]+)/g;

/**
 * The root element of XML as sitemaps and feeds have it: namespaces, entities of documents and mistakes in nesting are not
 * looked at. One pass; never throws. Undefined when there is no element.
 */
export function readXml(xml: string): XmlElement | undefined {
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let count = 0;
  for (const [, cdata, close, tag, attributes = "", empty, text] of xml.matchAll(tokens)) {
    const top = open.at(-1);
    if (cdata !== undefined) {
      if (top !== undefined) top.text += cdata;
    } else if (text !== undefined) {
      if (top !== undefined) top.text += decodeEntities(text);
    } else if (tag !== undefined) {
      const name = localName(tag);
      if (close === "/") {
        const at = open.findLastIndex((element) => element.name === name);
        if (at >= 0) open.length = at;
        continue;
      }
      if (++count > mostElements) break;
      const element: XmlElement = { name, attributes, text: "", children: [] };
      if (open.length < deepest) top?.children.push(element);
      root ??= element;
      if (empty !== "/" && open.length < deepest) open.push(element);
    }
  }
  return root;
}

/** All elements below one with a name, in order. */
export function* elementsNamed(root: XmlElement, name: string): Generator<XmlElement> {
  const stack = [root];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    if (element.name === name) yield element;
    for (let i = element.children.length - 1; i >= 0; i--) stack.push(element.children[i] as XmlElement);
  }
}

/** The text of the first child with one of some names, "" for none. */
export function childText({ children }: XmlElement, ...names: readonly string[]): string {
  return children.find(({ name, text }) => names.includes(name) && text.trim() !== "")?.text.trim() ?? "";
}

/** The value of an attribute, "" for none. */
export function xmlAttribute({ attributes }: XmlElement, name: string): string {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return decodeEntities(found?.[1] ?? found?.[2] ?? "");
}

function localName(tag: string): string {
  return tag.slice(tag.indexOf(":") + 1).toLowerCase();
}

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}
