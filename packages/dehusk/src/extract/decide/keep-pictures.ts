import { attribute, type Page, sumOf, tagNumber } from "../../page/index.ts";
import { pickImage, pictureEnding } from "../content/pick-image.ts";

const A = tagNumber("a");
const IMG = tagNumber("img");
const media = new Set(["audio", "iframe", "noscript", "video"].map(tagNumber)).add(IMG);

/** How much of a template a picture may be: with kept text on both sides, and with kept text nearby. */
const mostTemplate = { midst: 0.97, near: 0.85 };

/** A caption, or the captions of a row of pictures, have no more words. */
const captionWords = 40;

/** Levels above a picture that are looked at, so that deep pages take no longer. */
const mostLevels = 12;

/** Blocks on a side in which kept text is near: a date or a row of buttons may part a picture from it. */
const reach = 3;

/** A picture that the page has this often is an icon. */
const iconTimes = 3;

/** Whether an element holds a picture with its caption and nothing else. Teasers, which are links, are no captions. */
export function isPictureBox(page: Page, node: number): boolean {
  const words = sumOf(page, page.sums.words, node);
  if (words === 0 || words > captionWords || sumOf(page, page.sums.images, node) === 0) return false;
  return 2 * sumOf(page, page.sums.anchorCharacters, node) < sumOf(page, page.sums.characters, node);
}

/**
 * Keeps pictures, videos and frames that go with kept text, and drops the others. What stands between two kept blocks
 * goes with them, though its caption may not; elsewhere kept text must be near. Those within a line go with the line.
 *
 * @param blocks 1 for each block that is content.
 * @param isCandidate Whether this is to decide about a node.
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

  /** The greatest element around a picture, or itself, that has no kept text; -1 where that is far. */
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

/** How many blocks begin before a node. */
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

/** Without small pictures, those that the page shows again and again, and those that only lead to another page. */
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

/** Up to these sides a picture is surely an icon, and may well be one or the portrait of an author. */
const iconSide = 64;
const smallSide = 100;

/** The longer side that a picture declares; NaN for none. */
function sideOf(page: Page, node: number): number {
  const [width, height] = ["width", "height"].map((name) => Number.parseInt(attribute(page, node, name) ?? "", 10));
  return Math.max(width, height);
}
