import { attribute, findTag, type Page, sumOf, tagNumber } from "../../page/index.ts";
import { imageTex } from "./image-formula.ts";
import { pickImage, pictureEnding } from "./pick-image.ts";
import { tablesOf } from "./table-kinds.ts";

const A = tagNumber("a");
const FIGURE = tagNumber("figure");
const IMG = tagNumber("img");
const TABLE = tagNumber("table");
const tables = new Set([TABLE]);
const boxes = new Set([TABLE, FIGURE]);
const wrappers = new Set(["a", "picture", "span"].map(tagNumber));

/** A picture that the page repeats this often is an icon. */
const iconTimes = 3;

/** Maximum levels searched above a picture, which bounds the time on deep pages. */
const mostLevels = 20;

/** File names and folders of controls and of advertisements. */
const controlName = /(?:^|[/_.-])(?:v?btn|button|banner)(?:[_-]?\w{1,8})?\.gif$|\/ad-?banners?\//i;

/** File names of parts of borders. */
const frameName = /(?:^|[/_.-])(?:v?btn|button|corner|bullet|divider|bottom)(?:[_-]?\w{1,5})?\.gif$/i;

/**
 * Drops pictures that a page repeats without alternative text: stars of members, badges, arrows. And those whose
 * names mean buttons, banners or corners; with alternative text only if they link to another page. And pictures by
 * themselves that the page has shown already: cloned slides, a gallery once more for another screen.
 */
export function dropIcons(page: Page, kept: Uint8Array): void {
  const groups = new Map<string, number[]>();
  for (let i = findTag(page, IMG); i >= 0; i = findTag(page, IMG, i + 1)) {
    const src = kept[i] === 1 ? attribute(page, i, "src") : undefined;
    if (src === undefined) continue;
    const name = src.slice(-200);
    const isNameless = !isNamed(page, i);
    if ((isNameless && frameName.test(name)) || (controlName.test(name) && leadsAway(page, i))) {
      kept[i] = 0;
      continue;
    }
    if (!isNameless) continue;
    const group = groups.get(src);
    if (group === undefined) groups.set(src, [i]);
    else group.push(i);
  }
  for (const icons of groups.values()) {
    if (icons.length < iconTimes) continue;
    // Lazily loaded pictures share one URL until then.
    const [one, ...others] = icons.map((icon) => pickImage(page, icon)?.[0].value);
    if (others.some((other) => other !== one)) continue;
    for (const icon of icons) if (!isInData(page, icon)) kept[icon] = 0;
  }
  const seen = new Set<string | undefined>();
  for (let i = findTag(page, IMG); i >= 0; i = findTag(page, IMG, i + 1)) {
    const address = kept[i] === 1 && isAlone(page, i) ? pickImage(page, i)?.[0].value : undefined;
    if (address !== undefined && seen.has(address)) kept[i] = 0;
    seen.add(address);
  }
}

/** Whether a picture is neither a formula nor in a line of text, a table, or a figure with a caption. */
function isAlone(page: Page, image: number): boolean {
  let line = page.parent[image];
  for (let level = 0; level < mostLevels && wrappers.has(page.tag[line]); level++) line = page.parent[line];
  const box = boxAround(page, image, boxes);
  const hasText = (node: number) => sumOf(page, page.sums.words, node) > 0;
  if (hasText(line) || page.tag[box] === TABLE || imageTex(page, image) !== undefined) return false;
  return page.tag[box] !== FIGURE || !hasText(box);
}

/** Whether a picture is all of a link to something other than a picture. */
function leadsAway(page: Page, image: number): boolean {
  const link = page.parent[image];
  if (page.tag[link] !== A || sumOf(page, page.sums.words, link) > 0) return false;
  return !pictureEnding.test(attribute(page, link, "href") ?? "");
}

function isNamed(page: Page, image: number): boolean {
  return /[\p{L}\p{N}]/u.test(`${attribute(page, image, "alt") ?? ""}${attribute(page, image, "title") ?? ""}`);
}

/** In a data table an icon has a meaning: yes, no. */
function isInData(page: Page, node: number): boolean {
  return tablesOf(page).data.has(boxAround(page, node, tables));
}

/** The nearest element with one of these tags around a node, if it is near. */
function boxAround(page: Page, node: number, tags: ReadonlySet<number>): number {
  let up = page.parent[node];
  for (let level = 0; up > 0 && level < mostLevels && !tags.has(page.tag[up]); level++) up = page.parent[up];
  return up;
}
