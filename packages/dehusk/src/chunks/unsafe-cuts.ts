/**
 * Cuts that would let a page's text out of its Markdown. Where code, an address or a tag is longer than a chunk, it is cut,
 * and what was quoted in it, such as a tag in code, would stand free at the start of the next chunk.
 */

import type { Leaf } from "./markdown-leaves.ts";

/** Escapes, then what means something only as a whole: code, the end of a link, a tag, the start of a footnote. */
const whole =
  /\\.|(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)|\]\(\S*(?: "(?:[^"\\]|\\.)*"\))?|<[a-z/](?:"[^"]*"|[^">])*>|\[\^[^\]]*\]: \S+\s*/gi;

/** Tells whether a place in the Markdown is one where no chunk may begin or end. */
export function unsafeCuts(leaves: readonly Leaf[], markdown: string): (place: number) => boolean {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { kind, from, to } of leaves) {
    // Formulas are safe as text.
    if (kind === "formula") continue;
    const text = markdown.slice(from, to);
    // Code has fences around each part of it. In a quotation, the rest of a line that is cut would lack its sign and end them.
    if (kind === "code" && !/^[ \t]*>/m.test(text)) continue;
    // Within a table that is kept as HTML, nothing is read as Markdown until it is cut.
    const unit = kind === "code" ? /.+/g : /<table[ >]/.test(text) ? /[\s\S]+/g : whole;
    for (const { 0: signs, index } of text.matchAll(unit)) {
      starts.push(from + index);
      // A footnote of one word would be the address of a link where footnotes are not known: what follows stays with it.
      ends.push(from + index + signs.length + (signs.startsWith("[^") ? 1 : 0));
    }
  }
  return (place) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) < place) low = middle + 1;
      else high = middle;
    }
    return low > 0 && place < (ends[low - 1] as number);
  };
}
