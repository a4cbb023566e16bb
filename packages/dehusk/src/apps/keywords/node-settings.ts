import { type Page, tagNumber } from "../../page/index.ts";

/** Context of a text, as bits. */
export const Setting = {
  Heading: 1,
  /** In an `<h1>`. */
  Headline: 2,
  Link: 4,
  /** Bold, italic or marked. */
  Strong: 8,
} as const;

const A = tagNumber("a");
const own = new Map<number, number>([
  [A, Setting.Link],
  [tagNumber("h1"), Setting.Heading | Setting.Headline],
  ...["h2", "h3", "h4", "h5", "h6"].map((name): [number, number] => [tagNumber(name), Setting.Heading]),
  ...["b", "strong", "em", "i", "mark"].map((name): [number, number] => [tagNumber(name), Setting.Strong]),
]);

/** For each node its context bits and its link, or -1: one pass from the top. */
export function readSettings(page: Page): { readonly settings: Uint8Array; readonly links: Int32Array } {
  const settings = new Uint8Array(page.size);
  const links = new Int32Array(page.size).fill(-1);
  for (let i = 1; i < page.size; i++) {
    const up = page.parent[i];
    const tag = page.tag[i];
    settings[i] = settings[up] | (own.get(tag) ?? 0);
    links[i] = tag === A ? i : links[up];
  }
  return { settings, links };
}
