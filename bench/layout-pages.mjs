/**
 * Pages with their CSS inside, as both Chromium and the estimate get them.
 *
 * @typedef {object} StyledPage
 * @property {string} id
 * @property {string} html
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { readSet, sampleEvenly } from "./data-sets.mjs";

/** Groups of pages: those with their style sheets, and those with only their own `<style>` elements. */
const GROUPS = [
  { name: "segmentation", folder: "segmentation", sets: ["kreuzer-popular", "kreuzer-random"] },
  { name: "topics", folder: "topics", sets: ["bom-genre"] },
  {
    name: "extraction",
    folder: "extraction",
    sets: ["wcxb", "cleaneval", "trafilatura-eval", "daniel", "scrapinghub-article", "l3s-gn1", "google-trends-2017"],
    perSet: 12,
  },
];

/**
 * Reads the groups that a data folder has: the folder above the sets' folders, or a folder with the files themselves.
 *
 * @param {string} data
 * @param {number} limit at most this many pages per set
 * @returns {Promise<{ name: string, pages: StyledPage[] }[]>}
 */
export async function readLayoutGroups(data, limit = Infinity) {
  const groups = [];
  for (const group of GROUPS) {
    const pages = [];
    for (const set of group.sets) {
      const folder = [join(data, group.folder), data].find((place) => existsSync(join(place, `${set}.jsonl.br`)));
      if (folder === undefined) continue;
      const chosen = sampleEvenly(await readSet(folder, set), Math.min(limit, group.perSet ?? Infinity));
      for (const page of chosen) pages.push({ id: `${set}/${page.id}`, html: inlineStyles(page) });
    }
    if (pages.length > 0) groups.push({ name: group.name, pages });
  }
  return groups;
}

/**
 * The HTML of a page with its stylesheets in place of the links to them and the sizes of its images as attributes.
 *
 * @param {{ html: string, css?: Record<string, string> | null, imageSizes?: Record<string, number[]> | null }} page
 */
export function inlineStyles({ html, css, imageSizes }) {
  const sheets = new Map(Object.entries(css ?? {}));
  const sizes = new Map(Object.entries(imageSizes ?? {}));
  return html
    .replace(/<link\b[^>]*>/gi, (tag) => {
      if (!/\brel\s*=\s*["']?\s*stylesheet/i.test(tag)) return tag;
      const sheet = lookUp(sheets, attributeOf(tag, "href"));
      if (sheet === undefined) return tag;
      const media = attributeOf(tag, "media");
      return `<style${media ? ` media="${media}"` : ""}>${sheet.replace(/<\/style/gi, "")}</style>`;
    })
    .replace(/<img\b[^>]*>/gi, (tag) => {
      if (/\s(?:width|height)\s*=/i.test(tag)) return tag;
      const size = lookUp(sizes, attributeOf(tag, "src"));
      return size ? tag.replace(/^<img/i, `$& width="${size[0]}" height="${size[1]}"`) : tag;
    });
}

function lookUp(map, key) {
  return key === undefined ? undefined : (map.get(key) ?? map.get(key.replaceAll("&amp;", "&")));
}

function attributeOf(tag, name) {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, "i").exec(tag);
  return match?.[1] ?? match?.[2] ?? match?.[3];
}
