import {
  type Attribute,
  attribute,
  isElement,
  isShown,
  isText,
  type Page,
  tagName,
  tagNumber,
} from "../../page/index.ts";
import { safeDataImage, safeMedia } from "./safe-url.ts";
import { shortText } from "./short-text.ts";
import { type Candidate, parseSrcset, pickCandidate } from "./srcset.ts";

const PICTURE = tagNumber("picture");
const SOURCE = tagNumber("source");
const NOSCRIPT = tagNumber("noscript");

/** Attributes in which lazy loaders keep the URL. */
const lazyName = /^data-(?!.*(?:set|sizes)$)(?:.*(?:src|lazy)|(?:original|echo|large_image)$)/;
const lazySets = ["data-srcset", "data-lazy-srcset", "data-original-set"];

/** File names of spacers and of stand-ins for lazily loaded pictures, with any colour or size. */
const placeholderName =
  /(?:^|[/_.-])(?:[a-z]*spacer|blank|placeholder|lazy(?:load(?:er)?)?|transparent|pixel|1x1[a-z]*|loading|loader|gr[ae]y|clear|dot|shim|trans)(?:[_-]?(?:trans(?:parent)?|pixel|white|black|gr[ae]y|clear|image|img|bg|gif|\d+(?:x\d+)?))*\.(?:gif|png|svg|webp|jpe?g)(?:[?#]|$)/i;

/** URLs of tracking pixels: a name for that, or a letter, before a query. */
const counterAddress =
  /\/(?:pixel|beacon|track(?:er|ing)?|count(?:er)?|hit|impression)(?:\.(?:gif|php|aspx?))?\?|\/[a-z]\.gif\?|^(?:https?:)?\/\/pixel\.[^?]*\.gif(?:\?|$)/i;

/**
 * The attributes to write for a picture, `src` first; undefined if it has no URL, is a spacer or
 * counts visits. A page may show a stand-in until a script runs: the real URL is searched for in the attributes
 * such scripts use, in `srcset`, in the sources of a `<picture>` and in a `<noscript>` beside it.
 */
export function pickImage(page: Page, img: number): Attribute[] | undefined {
  const src = pickSource(page, img);
  if (src === undefined) return undefined;
  const alt = shortText(attribute(page, img, "alt") ?? "");
  const picture: Attribute[] = [
    { name: "src", value: src },
    { name: "alt", value: alt },
  ];
  const title = shortText(attribute(page, img, "title") ?? "");
  if (title !== "" && title !== alt) picture.push({ name: "title", value: title });
  for (const name of ["width", "height"]) {
    const size = attribute(page, img, name)?.trim();
    if (size !== undefined && /^(?:[3-9]|[1-9]\d{1,4})$/.test(size)) picture.push({ name, value: size });
  }
  const srcset = resolveSet(page, ownSet(page, img));
  if (srcset !== "" && srcset.length <= longestSet) picture.push({ name: "srcset", value: srcset });
  return picture;
}

function pickSource(page: Page, img: number): string | undefined {
  const set = pickCandidate(ownSet(page, img));
  const chosen = realAddress(page, set);
  for (const { name, value } of page.attributes[img]) {
    const address = lazyName.test(name) && looksLikeAddress(value) ? realAddress(page, value) : undefined;
    if (address !== undefined) return chosen ?? address;
  }
  if (chosen !== undefined) return chosen;
  const src = attribute(page, img, "src");
  if (isSpacer(page, img) || (src !== undefined && counterAddress.test(src.slice(0, 400)))) return undefined;
  const real =
    realAddress(page, src) ??
    realAddress(page, pictureSource(page, img)) ??
    realAddress(page, noscriptSource(page, img)) ??
    anySource(page, img);
  if (real !== undefined || src === undefined) return real;
  return src.length > smallestData ? safeDataImage(src) : undefined;
}

export const pictureEnding = /\.(?:jpe?g|png|webp|gif|avif)(?:[?#]|$)/i;

/** A URL in an unknown attribute, if it ends like that of a picture. */
function anySource(page: Page, img: number): string | undefined {
  for (const { name, value } of page.attributes[img]) {
    if (!name.startsWith("data-") || value.length > 2000 || !pictureEnding.test(value)) continue;
    const address = looksLikeAddress(value) && !/\s/.test(value) ? realAddress(page, value) : undefined;
    if (address !== undefined) return address;
  }
  return undefined;
}

const longestSet = 16_000;

/** A shorter data: picture is one colour. */
const smallestData = 256;

/** An absolute address of a picture that is no placeholder. */
function realAddress(page: Page, address: string | undefined): string | undefined {
  if (address === undefined || address.trim() === "" || /^\s*(?:data|about|blob):/i.test(address)) return undefined;
  if (placeholderName.test(address.slice(-200))) return undefined;
  return safeMedia(page, address);
}

/** Such attributes sometimes have other values: numbers, JSON, unfilled templates. */
function looksLikeAddress(address: string): boolean {
  return /[./]/.test(address) && /[a-z]/i.test(address) && !/[{}<>"]|%7B/i.test(address);
}

/** Maximum sides of a pixel, for pictures without alternative text; and of a bullet or a corner, for those with an empty one. */
const pixelSide = 8;
const bulletSide = 16;

/** Whether a picture only counts visits or fills space: a line, or too small to see. */
function isSpacer(page: Page, img: number): boolean {
  const style = attribute(page, img, "style") ?? "";
  const width = side(attribute(page, img, "width")) ?? sideIn(style, /(?:^|[;\s])width\s*:\s*(\d{1,5})px/i);
  const height = side(attribute(page, img, "height")) ?? sideIn(style, /(?:^|[;\s])height\s*:\s*(\d{1,5})px/i);
  if ((width ?? 9) <= 2 || (height ?? 9) <= 2) return true;
  if (width === undefined || height === undefined) return false;
  const alt = attribute(page, img, "alt")?.trim() ?? "";
  if (alt === "") return width <= bulletSide && height <= bulletSide;
  return width <= pixelSide && height <= pixelSide && !/[\p{L}\p{N}]/u.test(alt);
}

function side(value: string | undefined): number | undefined {
  return value !== undefined && /^\s*\d{1,5}(?:px)?\s*$/.test(value) ? Number.parseInt(value, 10) : undefined;
}

function sideIn(style: string, pattern: RegExp): number | undefined {
  return style === "" ? undefined : side(pattern.exec(style)?.[1]);
}

function ownSet(page: Page, img: number): Candidate[] {
  for (const name of [...lazySets, "srcset"]) {
    const set = attribute(page, img, name);
    if (set === undefined) continue;
    const candidates = parseSrcset(set).filter(({ url }) => realAddress(page, url) !== undefined);
    if (candidates.length > 0) return candidates;
  }
  return [];
}

function resolveSet(page: Page, candidates: readonly Candidate[]): string {
  const resolved: string[] = [];
  for (const { url, descriptor } of candidates) {
    const address = safeMedia(page, url);
    if (address === undefined || !/^(?:\d+(?:\.\d+)?[wx])?$/.test(descriptor)) continue;
    // A comma at the end of a URL would be taken for the end of the candidate.
    const written = address.replace(/^,+|(?<!,),+$/g, (commas) => commas.replaceAll(",", "%2C")).replace(/\s/g, "%20");
    resolved.push(descriptor === "" ? written : `${written} ${descriptor}`);
  }
  return resolved.length > 1 ? resolved.join(", ") : "";
}

function pictureSource(page: Page, img: number): string | undefined {
  const picture = page.parent[img];
  if (page.tag[picture] !== PICTURE) return undefined;
  let rare: string | undefined;
  for (let i = Math.max(picture + 1, img - 60); i < img; i++) {
    if (page.tag[i] !== SOURCE) continue;
    const url = pickCandidate(ownSet(page, i));
    if (url === undefined) continue;
    if (!/avif|jxl/.test(attribute(page, i, "type") ?? "")) return url;
    rare ??= url;
  }
  return rare;
}

/** Nodes searched for a `<noscript>` after a picture: white space, the end of its wrappers. */
const nearby = 4;

function noscriptSource(page: Page, img: number): string | undefined {
  let next = page.end[img];
  for (let step = 0; step < nearby && next < page.size; step++) {
    if (page.tag[next] === NOSCRIPT) return sourceIn(page, next);
    if (isElement(page, next) || (isText(page, next) && /\S/.test(page.strings[next]))) break;
    next++;
  }
  const parent = page.parent[img];
  // The other way round: the picture for readers without scripts first, the placeholder after it.
  let before = img - 1;
  while (before > parent && isText(page, before) && page.parent[before] === parent) before--;
  while (before > parent && page.parent[before] !== parent) before = page.parent[before];
  return before > parent && page.tag[before] === NOSCRIPT ? sourceIn(page, before) : undefined;
}

/** The first picture in a `<noscript>`, whose content is text if the page was parsed with scripting on. */
function sourceIn(page: Page, noscript: number): string | undefined {
  const end = Math.min(page.end[noscript], noscript + 20);
  for (let i = noscript + 1; i < end; i++) {
    if (tagName(page, i) === "img") return attribute(page, i, "src");
    const src = isText(page, i) ? markupAttribute(page.strings[i], "src") : undefined;
    if (src !== undefined) return src;
  }
  return undefined;
}

/** The picture of a hidden `<noscript>`; undefined for none, and for a possible tracking pixel. */
export function pickUnscripted(page: Page, noscript: number): Attribute[] | undefined {
  if (isShown(page, noscript)) return undefined;
  const src = realAddress(page, sourceIn(page, noscript));
  const alt = shortText(markupAttribute(page.strings[noscript + 1], "alt") ?? "");
  if (src === undefined || (alt === "" && !pictureEnding.test(src))) return undefined;
  return [
    { name: "src", value: src },
    { name: "alt", value: alt },
  ];
}

/** An attribute of the first `<img>` in markup. */
function markupAttribute(markup: string, name: string): string | undefined {
  const tag = /<img\s[^>]{0,4000}>/i.exec(markup.slice(0, 10000))?.[0];
  const found =
    tag === undefined ? null : new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, "i").exec(tag);
  return found === null ? undefined : (found[1] ?? found[2] ?? found[3] ?? "").replaceAll("&amp;", "&");
}
