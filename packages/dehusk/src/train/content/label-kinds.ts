import { type TextKind, textKinds } from "../../detect/index.ts";
import { type Attribute, findTag, type Page, sumOf, tagNumber } from "../../page/index.ts";

/**
 * Names that authors give to comments and reviews, in the languages used for class names. Only for training labels: in
 * use, names are weighted as trained, and structure counts too.
 */
const commentName =
  /^(?:comment|comments|commentlist|commentary|disqus|livefyre|kommentar|kommentare|commentaires?|comentarios?|commenti)$/;
const reviewName = /^(?:review|reviews|testimonials?|bewertung|bewertungen|avis|recension[ei]s?|opiniones|otzyvy)$/;

/**
 * The kind of each block as far as markup and page type tell: comments and reviews by the names around it; in a forum,
 * comments are posts, and so is all content.
 *
 * @param element The element of each block.
 * @param isForum Whether the page is known to be a forum thread.
 */
export function labelKinds(page: Page, element: Int32Array, isForum: boolean): Uint8Array {
  const kinds = new Uint8Array(page.size);
  const { words } = page.sums;
  const most = maxPageShare * words[page.size];
  for (let i = 1; i < page.size; i++) {
    let own = kindByNames(page.attributes[i]);
    // Names of the whole page, or of what contains its headline, mean that it has comments, not that it is one.
    if (own !== 0 && (sumOf(page, words, i) > most || findTag(page, H1, i, page.end[i]) >= 0)) own = 0;
    kinds[i] = own === 0 ? kinds[page.parent[i]] : own;
  }
  return Uint8Array.from(element, (node) => {
    if (isForum) return kindNumber("post");
    return kinds[node];
  });
}

const H1 = tagNumber("h1");

/** An element with a larger share of the page's words counts as the page itself. */
const maxPageShare = 0.9;

export function kindNumber(kind: TextKind): number {
  return textKinds.indexOf(kind);
}

function kindByNames(attributes: readonly Attribute[]): number {
  for (const { name, value } of attributes) {
    if (name !== "class" && name !== "id" && name !== "itemtype" && name !== "itemprop") continue;
    for (const part of value
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .split(/[^\p{L}]+/u)) {
      if (commentName.test(part)) return kindNumber("comment");
      if (reviewName.test(part)) return kindNumber("review");
    }
  }
  return 0;
}
