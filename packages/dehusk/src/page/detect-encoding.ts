import * as ascii from "chardet/lib/encoding/ascii.js";
import type { Recogniser } from "chardet/lib/encoding/index.js";
import * as iso2022 from "chardet/lib/encoding/iso2022.js";
import * as mbcs from "chardet/lib/encoding/mbcs.js";
import * as sbcs from "chardet/lib/encoding/sbcs.js";
import * as unicode from "chardet/lib/encoding/unicode.js";
import * as utf8 from "chardet/lib/encoding/utf8.js";

type RecogniserClass = new () => Recogniser;

/** In chardet's order, which decides between equal confidences. */
const recogniserClasses: readonly RecogniserClass[] = [
  defaultExport(utf8),
  unicode.UTF_16BE,
  unicode.UTF_16LE,
  unicode.UTF_32BE,
  unicode.UTF_32LE,
  mbcs.sjis,
  mbcs.big5,
  mbcs.euc_jp,
  mbcs.euc_kr,
  mbcs.gb_18030,
  iso2022.ISO_2022_JP,
  iso2022.ISO_2022_KR,
  iso2022.ISO_2022_CN,
  sbcs.ISO_8859_1,
  sbcs.ISO_8859_2,
  sbcs.ISO_8859_5,
  sbcs.ISO_8859_6,
  sbcs.ISO_8859_7,
  sbcs.ISO_8859_8,
  sbcs.ISO_8859_9,
  sbcs.windows_1251,
  sbcs.windows_1256,
  sbcs.windows_1257,
  sbcs.windows_1258,
  sbcs.windows_874,
  sbcs.KOI8_R,
  defaultExport(ascii),
];

let recognisers: readonly Recogniser[] | undefined;

/** The most likely encoding, like chardet's `detect`. Its main module needs Node; its recognisers run anywhere. */
export function detectEncoding(bytes: Uint8Array): string | undefined {
  const byteStats = new Array<number>(256).fill(0);
  for (const byte of bytes) byteStats[byte]++;
  const { length } = bytes;
  const c1Bytes = byteStats.slice(0x80, 0xa0).some((count) => count > 0);
  const context = { byteStats, c1Bytes, rawInput: bytes, rawLen: length, inputBytes: bytes, inputLen: length };
  recognisers ??= recogniserClasses.map((Class) => new Class());
  let best: string | undefined;
  let confidence = Number.NEGATIVE_INFINITY;
  for (const recogniser of recognisers) {
    const match = recogniser.match(context);
    if (match === null || match.confidence <= confidence) continue;
    best = match.name;
    confidence = match.confidence;
  }
  return best;
}

/** Bundlers unwrap the default export of a CommonJS module, Node does not. */
function defaultExport(module: { readonly default: RecogniserClass | { readonly default: RecogniserClass } }) {
  return typeof module.default === "function" ? module.default : module.default.default;
}
