import { attribute, findTag, type Page, tagNumber } from "../../page/index.ts";
import { pickImage } from "./pick-image.ts";
import { findDataTables } from "./table-kinds.ts";

const IMG = tagNumber("img");
const TABLE = tagNumber("table");

/** A picture that the page has this often is an icon. */
const iconTimes = 3;

/** Drops pictures that a page repeats without a word on what they show: stars of members, badges, arrows. */
export function dropIcons(page: Page, kept: Uint8Array): void {
  const groups = new Map<string, number[]>();
  for (let i = findTag(page, IMG); i >= 0; i = findTag(page, IMG, i + 1)) {
    const src = kept[i] === 1 && !isNamed(page, i) ? attribute(page, i, "src") : undefined;
    if (src === undefined) continue;
    const group = groups.get(src);
    if (group === undefined) groups.set(src, [i]);
    else group.push(i);
  }
  let tables: ReadonlySet<number> | undefined;
  for (const icons of groups.values()) {
    if (icons.length < iconTimes) continue;
    tables ??= findDataTables(page, page.sums.characters);
    // Pictures that are loaded late have the same address until then.
    const [one, ...others] = icons.map((icon) => pickImage(page, icon)?.[0].value);
    if (others.some((other) => other !== one)) continue;
    for (const icon of icons) if (!isInData(page, icon, tables)) kept[icon] = 0;
  }
}

function isNamed(page: Page, image: number): boolean {
  return /[\p{L}\p{N}]/u.test(`${attribute(page, image, "alt") ?? ""}${attribute(page, image, "title") ?? ""}`);
}

/** In a table of data an icon says something: yes, no. */
function isInData(page: Page, node: number, tables: ReadonlySet<number>): boolean {
  let up = page.parent[node];
  for (let level = 0; up > 0 && level < 20 && page.tag[up] !== TABLE; level++) up = page.parent[up];
  return tables.has(up);
}
