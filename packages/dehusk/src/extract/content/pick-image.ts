import { type Attribute, attribute, isElement, isText, type Page, tagName, tagNumber } from "../../page/index.ts";
import { safeDataImage, safeMedia } from "./safe-url.ts";
import { shortText } from "./short-text.ts";
import { type Candidate, parseSrcset, pickCandidate } from "./srcset.ts";

const PICTURE = tagNumber("picture");
const SOURCE = tagNumber("source");
const NOSCRIPT = tagNumber("noscript");

/** Where scripts that load pictures late keep the address, most telling first. */
const lazySources = [
  "data-src",
  "data-original",
  "data-lazy-src",
  "data-lazy",
  "data-original-src",
  "data-orig-src",
  "data-actualsrc",
  "data-hi-res-src",
  "data-full-src",
  "data-echo",
  "data-lazyload",
  "data-src-medium",
  "data-large_image",
  "data-runner-src",
];
const lazySets = ["data-srcset", "data-lazy-srcset", "data-original-set"];

const placeholderName =
  /(?:^|[/_.-])(?:blank|spacer|placeholder|lazy(?:load)?|transparent|pixel|1x1|loading|grey|gray|clear|dot)(?:[_-][\w-]*)?\.(?:gif|png|svg|jpe?g)(?:[?#]|$)/i;

/**
 * The attributes of a picture as it should be written, `src` first; undefined when it has no address or is a pixel that
 * counts visits. A page may show a placeholder until a script runs: the real address is looked for in the attributes
 * such scripts use, in `srcset`, in the sources of a `<picture>` and in a `<noscript>` beside it.
 */
export function pickImage(page: Page, img: number): Attribute[] | undefined {
  const src = pickSource(page, img);
  if (src === undefined) return undefined;
  const picture: Attribute[] = [
    { name: "src", value: src },
    { name: "alt", value: shortText(attribute(page, img, "alt") ?? "") },
  ];
  const title = shortText(attribute(page, img, "title") ?? "");
  if (title !== "") picture.push({ name: "title", value: title });
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
  for (const name of lazySources) {
    const address = realAddress(page, attribute(page, img, name));
    if (address !== undefined && looksLikeAddress(address)) return chosen ?? address;
  }
  if (chosen !== undefined) return chosen;
  if (isCounter(page, img)) return undefined;
  const src = attribute(page, img, "src");
  const real =
    realAddress(page, src) ??
    realAddress(page, pictureSource(page, img)) ??
    realAddress(page, noscriptSource(page, img));
  if (real !== undefined || src === undefined) return real;
  // A picture that is all we have, even if its name is that of a placeholder.
  return safeMedia(page, src) ?? (src.length > smallestData ? safeDataImage(src) : undefined);
}

const longestSet = 16_000;

/** A shorter picture in an address is one colour. */
const smallestData = 256;

/** An absolute address of a picture that is no placeholder. */
function realAddress(page: Page, address: string | undefined): string | undefined {
  if (address === undefined || address.trim() === "" || /^\s*(?:data|about|blob):/i.test(address)) return undefined;
  if (placeholderName.test(address.slice(-200))) return undefined;
  return safeMedia(page, address);
}

/** Attributes named alike sometimes hold other things: numbers, JSON, templates still to be filled. */
function looksLikeAddress(address: string): boolean {
  return /[./]/.test(address) && !/[{}<>"]|%7B/i.test(address);
}

/** One or two pixels wide or high: there to count visits or to hold space. */
function isCounter(page: Page, img: number): boolean {
  return ["width", "height"].some((name) => /^\s*[012](?:px)?\s*$/.test(attribute(page, img, name) ?? ""));
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
    // A comma at the end of an address would be taken for the end of the candidate.
    const written = address.replace(/^,+|,+$/g, (commas) => commas.replaceAll(",", "%2C")).replace(/\s/g, "%20");
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
    const set = attribute(page, i, "data-srcset") ?? attribute(page, i, "srcset") ?? "";
    const url = pickCandidate(parseSrcset(set).filter((candidate) => realAddress(page, candidate.url) !== undefined));
    if (url === undefined) continue;
    if (!/avif|jxl/.test(attribute(page, i, "type") ?? "")) return url;
    rare ??= url;
  }
  return rare;
}

/** Nodes to look through for a `<noscript>` after a picture: white space, the end of its wrappers. */
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

/** The first picture in a `<noscript>`, whose content is text when the page was parsed for a browser with scripts. */
function sourceIn(page: Page, noscript: number): string | undefined {
  const end = Math.min(page.end[noscript], noscript + 20);
  for (let i = noscript + 1; i < end; i++) {
    if (tagName(page, i) === "img") return attribute(page, i, "src");
    if (!isText(page, i)) continue;
    const tag = /<img\s[^>]{0,4000}>/i.exec(page.strings[i].slice(0, 10000))?.[0];
    const quoted = tag === undefined ? null : /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(tag);
    if (quoted !== null) return (quoted[1] ?? quoted[2] ?? quoted[3] ?? "").replaceAll("&amp;", "&");
  }
  return undefined;
}
