import { endsName } from "./scan-tag.ts";
import type { SourceText } from "./source-text.ts";

/** Where the end tag of an element with only text starts; -1 for none. */
export function findEndTag(text: SourceText, name: string, from: number): number {
  const { source } = text;
  for (let at = source.indexOf("</", from); at >= 0; at = source.indexOf("</", at + 2)) {
    if (isTagAt(text, name, at + 2)) return at;
  }
  return -1;
}

/** Whether a lower-case name occurs at a position, in any case, and ends there. */
function isTagAt(text: SourceText, name: string, at: number): boolean {
  for (let i = 0; i < name.length; i++) if ((text.codes[at + i] | 0x20) !== name.charCodeAt(i)) return false;
  return endsName(text, at + name.length);
}

/**
 * The same for a script, in which `<!--` up to `-->` is "escaped": there a `<script>` and its end tag are text.
 */
export function findScriptEnd(text: SourceText, from: number): number {
  const { source, codes } = text;
  let isEscaped = false;
  let isNested = false;
  let dashes = -1;
  for (let at = source.indexOf("<", from); at >= 0; at = source.indexOf("<", at + 1)) {
    if (isEscaped && dashes < at) {
      isEscaped = false;
      isNested = false;
    }
    const next = codes[at + 1];
    if (next === 0x2f) {
      if (!isTagAt(text, "script", at + 2)) continue;
      if (!isNested) return at;
      isNested = false;
    } else if (!isEscaped) {
      if (next !== 0x21 || !source.startsWith("--", at + 2)) continue;
      isEscaped = true;
      // Its dashes may be those of "-->".
      if (dashes < at + 2) dashes = indexOrEnd(source, "-->", at + 2);
    } else if (!isNested) isNested = isTagAt(text, "script", at + 1);
  }
  return -1;
}

function indexOrEnd(source: string, sign: string, from: number): number {
  const at = source.indexOf(sign, from);
  return at < 0 ? source.length : at;
}
