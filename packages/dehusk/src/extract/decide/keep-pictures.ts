import { attribute, findTag, type Page, sumOf, tagNumber } from "../../page/index.ts";
import { pickImage, pictureEnding } from "../content/pick-image.ts";
import { isFrontLink } from "../metadata/front-door.ts";
import { findThumbnails } from "./find-thumbnails.ts";

const A = tagNumber("a");
const IMG = tagNumber("img");
const media = new Set(["audio", "iframe", "noscript", "video"].map(tagNumber)).add(IMG);

/** Maximum templateness of a picture: with kept text on both sides, and with kept text nearby. */
const mostTemplate = { midst: 0.97, near: 0.85 };

/** Maximum words of a caption, or of the captions of a row of pictures. */
const captionWords = 40;

/** Maximum levels searched above a picture, which bounds the time on deep pages. */
const mostLevels = 12;

/** Blocks on a side in which kept text is near: a date or a row of buttons may separate a picture from it. */
const reach = 3;

/** A picture that the page repeats this often is an icon. */
const iconTimes = 3;

/** Whether an element contains only a picture with its caption. Teasers, which are links, are not captions. */
export function isPictureBox(page: Page, node: number): boolean {
  const words = sumOf(page, page.sums.words, node);
  if (words === 0 || words > captionWords || sumOf(page, page.sums.images, node) === 0) return false;
  return 2 * sumOf(page, page.sums.anchorCharacters, node) < sumOf(page, page.sums.characters, node);
}

/**
 * Keeps pictures, videos and frames that belong to kept text, and drops the others. A picture between two kept blocks
 * is kept with them, though its caption may not be; elsewhere kept text must be near. One within a line follows the line.
 * Thumbnails of a picture on the page are dropped, and so are the site's logo and the portraits of users.
 *
 * @param blocks 1 for each block that is content.
 * @param isCandidate Whether to decide on a node.
 * @param kept Changed in place.
 */
export function keepPictures(
  page: Page,
  blocks: Uint8Array,
  templateness: Float64Array,
  isCandidate: (node: number) => boolean,
  kept: Uint8Array,
): void {
  const { last } = page.blocks;
  const { words } = page.sums;
  const between: number[] = [];
  for (let i = 1; i < page.size; i++) {
    if (!media.has(page.tag[i]) || last[blocksBefore(page, i) - 1] > i || !isCandidate(i)) continue;
    const box = boxOf(i);
    if (box < 0) continue;
    const from = blocksBefore(page, box);
    const to = blocksBefore(page, page.end[box]);
    const isBare = from === to;
    kept[i] = 0;
    if (isBare && templateness[i] < mostTemplate.near) {
      const most = isTeaser(page, i) ? smallSide : iconSide;
      if (hasKept(from - reach, to + reach) && !(sideOf(page, i) <= most)) keep(i);
    } else if (templateness[i] < mostTemplate.midst && (isBare || isPictureBox(page, box))) {
      const near = sideOf(page, i) > smallSide ? reach : 1;
      if ((blocks[from - 1] === 1 || blocks[to] === 1) && hasKept(from - near, from) && hasKept(to, to + near))
        between.push(i);
    }
  }
  for (const picture of withoutIcons(page, between)) keep(picture);
  const pictures: number[] = [];
  for (let i = findTag(page, IMG); i >= 0; i = findTag(page, IMG, i + 1)) {
    if (kept[i] === 1 && isCandidate(i) && (isLogo(page, i) || isPortrait(page, i))) kept[i] = 0;
    else if (kept[i] === 1) pictures.push(i);
  }
  for (const thumbnail of findThumbnails(page, pictures)) kept[thumbnail] = 0;

  /** The largest element around a picture, or the picture, without kept text; -1 if that is far. */
  function boxOf(node: number): number {
    let box = node;
    for (let level = 0; level < mostLevels; level++) {
      const up = page.parent[box];
      if (up <= 0) break;
      if (kept[up] === 1 && sumOf(page, words, up) > 0) return box;
      box = up;
    }
    return -1;
  }

  function hasKept(from: number, to: number): boolean {
    return blocks.subarray(Math.max(0, from), to).includes(1);
  }

  function keep(node: number): void {
    for (let up = node; kept[up] !== 1; up = page.parent[up]) kept[up] = 1;
  }
}

/** The number of blocks that begin before a node. */
function blocksBefore({ blocks: { first, count } }: Page, node: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (first[middle] < node) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Excludes small pictures, repeated ones, and those that only link to another page. */
function withoutIcons(page: Page, pictures: readonly number[]): number[] {
  const addresses = pictures.map((node) => (page.tag[node] === IMG ? pickImage(page, node)?.[0].value : undefined));
  const times = new Map<string | undefined, number>();
  for (const address of addresses) times.set(address, (times.get(address) ?? 0) + 1);
  return pictures.filter((node, i) => {
    const isOften = addresses[i] !== undefined && Number(times.get(addresses[i])) >= iconTimes;
    return !isOften && !(sideOf(page, node) <= smallSide) && !isTeaser(page, node);
  });
}

/** Whether a picture without a name is a link to another page. */
function isTeaser(page: Page, node: number): boolean {
  const link = page.parent[node];
  if (page.tag[link] !== A || /\S/.test(attribute(page, node, "alt") ?? "")) return false;
  const href = attribute(page, link, "href") ?? "#";
  return !href.startsWith("#") && !pictureEnding.test(href);
}

/** Whether a picture is a link to the front page of the site. */
function isLogo(page: Page, node: number): boolean {
  let link = page.parent[node];
  for (let level = 0; level < linkLevels && page.tag[link] !== A; level++) link = page.parent[link];
  return page.tag[link] === A && sumOf(page, page.sums.words, link) === 0 && isFrontLink(page, link);
}

/** Whether a picture shows a user beside a post, by its class or the folder that it comes from. */
function isPortrait(page: Page, node: number): boolean {
  if (/(?<![a-z])avatar(?![a-z])/i.test(attribute(page, node, "class") ?? "")) return true;
  return /^[^?]*\/avatars?\//i.test(attribute(page, node, "src") ?? "");
}

/** Maximum elements between a picture and its link. */
const linkLevels = 3;

/** Maximum sides of a certain icon, and of a possible icon or author's portrait. */
const iconSide = 64;
const smallSide = 100;

/** The longer side that a picture declares; NaN for none. */
function sideOf(page: Page, node: number): number {
  const [width, height] = ["width", "height"].map((name) => Number.parseInt(attribute(page, node, name) ?? "", 10));
  return Math.max(width, height);
}
