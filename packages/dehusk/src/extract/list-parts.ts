import { cutText } from "../basics/index.ts";
import { type Page, xpathsOf } from "../page/index.ts";
import { type ContentTree, contentAttribute, isContainer, isHolder, Kind } from "./content/content-tree.ts";
import { headingPaths } from "./content/heading-path.ts";
import { plainText } from "./content/plain-text.ts";
import { contentPartsOf, type Extraction } from "./extract.ts";

/** A position in the content. */
interface Placed {
  /** The headings above it, outermost first. */
  readonly headings: readonly string[];
  /** The text of its paragraph, or the nearest text. */
  readonly context: string;
  /** XPath of the page's node, null if the page has none. */
  readonly path: string | null;
}

/** A link in the content. */
export interface ContentLink extends Placed {
  readonly url: string;
  /** Its text. */
  readonly text: string;
  readonly title: string | null;
}

/** A picture in the content. */
export interface ContentImage extends Placed {
  readonly url: string;
  readonly alt: string;
  readonly title: string | null;
  readonly caption: string | null;
}

/** Maximum characters of a context. */
const longestContext = 500;

/**
 * The links of the content, in order, each with the text around it, without links within the page and marks of notes.
 *
 * @example
 * for (const { url, text } of listLinks(extract(html, { url: address }))) console.log(text, url);
 */
export function listLinks(result: Extraction): ContentLink[] {
  const { page, tree } = contentPartsOf(result);
  const links: ContentLink[] = [];
  eachPlaced(
    page,
    tree,
    (node) => node === Kind.Link,
    (at, place) => {
      const { text: url, label, end } = tree[at];
      if (label !== "" || url === "" || contentAttribute(tree[at], "href")?.startsWith("#")) return;
      const title = contentAttribute(tree[at], "title") ?? null;
      links.push({ url, text: plainText(tree, at + 1, end), title, ...place });
    },
  );
  return links;
}

/**
 * The pictures of the content, in order, each with its caption and the text around it.
 *
 * @example
 * const [first] = listImages(extract(html, { url }));
 */
export function listImages(result: Extraction): ContentImage[] {
  const { page, tree } = contentPartsOf(result);
  const images: ContentImage[] = [];
  eachPlaced(
    page,
    tree,
    (node) => node === Kind.Image,
    (at, { headings, context, path }, figure) => {
      const url = contentAttribute(tree[at], "src") ?? "";
      if (url === "") return;
      const alt = contentAttribute(tree[at], "alt") ?? "";
      const title = contentAttribute(tree[at], "title") ?? null;
      const caption = figure < 0 ? null : captionOf(tree, figure);
      images.push({ url, alt, title, caption, headings, context: context === caption ? "" : context, path });
    },
  );
  return images;
}

/** Calls back for nodes of a kind, with their positions and the figure around them, -1 for none. */
function eachPlaced(
  page: Page,
  tree: ContentTree,
  isWanted: (kind: Kind) => boolean,
  found: (at: number, place: Placed, figure: number) => void,
): void {
  const headings = headingPaths(tree);
  let paths: readonly string[] | undefined;
  let holder = -1;
  let figure = -1;
  let own = "";
  let before = "";
  for (let i = 0; i < tree.length; i++) {
    const { kind, source } = tree[i];
    if (holder >= 0 && tree[holder].end <= i) {
      holder = -1;
      own = "";
    }
    if (figure >= 0 && tree[figure].end <= i) figure = -1;
    if (kind === Kind.Figure) figure = i;
    if (isHolder(kind)) {
      own = plainText(tree, i + 1, tree[i].end);
      if (own !== "") before = own;
      holder = i;
    }
    if (!isWanted(kind)) continue;
    const context = cutText(own === "" ? nearest(tree, i, before) : own, longestContext);
    if (source >= 0) paths ??= xpathsOf(page);
    found(i, { headings: headings[i].map(({ text }) => text), context, path: paths?.[source] ?? null }, figure);
  }
}

/** Nodes after a picture that are searched for text. */
const mostNodes = 50;

/** The text of the next paragraph, else of the one before. */
function nearest(tree: ContentTree, from: number, before: string): string {
  for (let i = from + 1; i < Math.min(tree.length, from + mostNodes); i++) {
    if (tree[i].kind === Kind.Heading) break;
    if (!isHolder(tree[i].kind)) continue;
    const text = plainText(tree, i + 1, tree[i].end);
    if (text !== "") return text;
  }
  return before;
}

function captionOf(tree: ContentTree, figure: number): string | null {
  for (let i = figure + 1; i < tree[figure].end; i = isContainer(tree[i].kind) ? i + 1 : tree[i].end) {
    if (tree[i].kind === Kind.FigureCaption) return plainText(tree, i + 1, tree[i].end) || null;
  }
  return null;
}
