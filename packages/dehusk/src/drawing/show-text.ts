import { escaped } from "./escape-text.ts";

/** The first characters of a text, never half of one. */
export function beginning(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
}

/** Text of the page, and how many characters of it are left out. */
export function showText(text: string, cut: number): string {
  const rest = cut === 0 ? "" : `… <small>(${cut} characters more)</small>`;
  return `<span dir="auto">${escaped(text)}${rest}</span>`;
}

/** "25 segments", or how many of them are shown. */
export function countShown(shown: number, all: number, [one, many]: readonly [string, string]): string {
  const what = all === 1 ? one : many;
  return shown < all ? `the first ${shown} of ${all} ${what}` : `${all} ${what}`;
}
