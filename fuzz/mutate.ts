import type { Random } from "./random.ts";

/** Mutations that break careless readers: ends, signs of formats, numbers at the edge of their range. */
const tokens = [
  "<",
  ">",
  "</",
  "<!--",
  "]]>",
  '"',
  "'",
  "&",
  "\0",
  "\r\n",
  "\r\n\r\n",
  "\ufeff",
  "\ud800",
  "😀",
  "\u202e",
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  "-1",
  "0",
  "1e999",
  "NaN",
  "null",
  "9007199254740993",
  "4294967296",
  "__proto__",
  "constructor",
  "../..",
  "%00",
  "\\u0000",
  "<table>",
  "<svg><p>",
  "<template>",
  "<plaintext>",
];

/** A text with pieces cut out, doubled, moved or replaced. */
export function mutateText(text: string, random: Random): string {
  let mutant = text;
  for (let edits = 1 + random.below(6); edits > 0; edits--) {
    const at = random.below(mutant.length + 1);
    const to = Math.min(mutant.length, at + random.below(random.pick([2, 10, 80])));
    const piece = mutant.slice(at, to);
    const put = random.pick([
      "",
      piece + piece,
      random.pick(tokens),
      String.fromCharCode(random.below(0x10000)),
      mutant.slice(to, to + 20) + piece,
    ]);
    mutant = mutant.slice(0, at) + put + mutant.slice(to);
  }
  return mutant;
}

/** Bytes with bits flipped, runs cut out, doubled or overwritten. */
export function mutateBytes(bytes: Uint8Array, random: Random): Uint8Array {
  let mutant = Buffer.from(bytes);
  for (let edits = 1 + random.below(6); edits > 0 && mutant.length > 0; edits--) {
    const at = random.below(mutant.length);
    const to = Math.min(mutant.length, at + random.below(random.pick([2, 16, 200])));
    switch (random.below(5)) {
      case 0:
        mutant[at] = (mutant[at] ?? 0) ^ (1 << random.below(8));
        break;
      case 1:
        mutant = Buffer.concat([mutant.subarray(0, at), mutant.subarray(to)]);
        break;
      case 2:
        mutant = Buffer.concat([mutant.subarray(0, to), mutant.subarray(at)]);
        break;
      case 3:
        mutant.fill(random.pick([0, 0xff, 0x20, random.below(256)]), at, to);
        break;
      default:
        mutant = mutant.subarray(0, at);
    }
  }
  return mutant;
}
