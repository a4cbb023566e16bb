import { visible } from "./write-output.ts";

/** Characters two columns wide: East Asian ones and emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
/** Characters without width: combining marks and joiners. */
const narrow = /[\p{Mn}\p{Me}\p{Cf}]/u;

/** Only characters of one column. */
const plain = /^[\u0020-\u02ff\u2010-\u2027]*$/;

/** How many columns of a terminal a text takes. */
export function columnsOf(text: string): number {
  if (plain.test(text)) return text.length;
  let columns = 0;
  for (const sign of text) columns += narrow.test(sign) ? 0 : wide.test(sign) ? 2 : 1;
  return columns;
}

/** A text in exactly `columns` columns: truncated, or padded with spaces. */
export function fitted(text: string, columns: number): string {
  const taken = columnsOf(text);
  if (taken <= columns) return text + " ".repeat(columns - taken);
  if (plain.test(text)) return `${text.slice(0, columns - 1)}…`;
  let kept = "";
  let left = columns - 1;
  for (const sign of text) {
    left -= columnsOf(sign);
    if (left < 0) break;
    kept += sign;
  }
  return fitted(`${kept}…`, columns);
}

/** A page's text on one line, without control characters and changes of direction. */
export function plainLine(text: string): string {
  return visible(text.replace(/\s+/g, " ").replace(/[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, "")).trim();
}
