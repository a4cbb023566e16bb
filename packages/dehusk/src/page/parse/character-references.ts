import { legacyReferences, longestLegacy, longestName, namedReferences } from "./named-references.ts";

const SEMICOLON = 0x3b;

/** The characters of numeric references from 0x80 to 0x9f: those of windows-1252. */
const windows1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/** Where the reference that {@link readReference} decoded ends. */
export let referenceEnd = 0;

/**
 * The characters that the reference at an ampersand stands for; "" if it is none. Sets {@link referenceEnd}.
 *
 * @param end Where the text or attribute value ends.
 */
export function readReference(source: string, ampersand: number, end: number, inAttribute: boolean): string {
  const at = ampersand + 1;
  if (at < end && source.charCodeAt(at) === 0x23) return readNumeric(source, at + 1, end);
  const most = Math.min(end, at + longestName);
  let to = at;
  while (to < most && isAlphanumeric(source.charCodeAt(to))) to++;
  if (to === at) return "";
  if (to < end && source.charCodeAt(to) === SEMICOLON) {
    const value = namedReferences().get(source.slice(at, to));
    if (value !== undefined) {
      referenceEnd = to + 1;
      return value;
    }
  }
  for (let length = Math.min(longestLegacy, to - at); length >= 2; length--) {
    const name = source.slice(at, at + length);
    if (!legacyReferences.has(name)) continue;
    const next = at + length < end ? source.charCodeAt(at + length) : 0;
    // In "?a=1&copy=2", it is a parameter.
    if (inAttribute && (next === 0x3d || isAlphanumeric(next))) return "";
    referenceEnd = at + length;
    return namedReferences().get(name) as string;
  }
  return "";
}

function readNumeric(source: string, from: number, end: number): string {
  const isHex = from < end && (source.charCodeAt(from) | 0x20) === 0x78;
  let at = isHex ? from + 1 : from;
  const start = at;
  let value = 0;
  for (; at < end; at++) {
    const digit = digitOf(source.charCodeAt(at));
    if (digit < 0 || (digit > 9 && !isHex)) break;
    value = Math.min(value * (isHex ? 16 : 10) + digit, 0x110000);
  }
  if (at === start) return "";
  referenceEnd = at < end && source.charCodeAt(at) === SEMICOLON ? at + 1 : at;
  if (value === 0 || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) return "\ufffd";
  if (value >= 0x80 && value <= 0x9f) return windows1252[value - 0x80] as string;
  return String.fromCodePoint(value);
}

function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

function isAlphanumeric(code: number): boolean {
  const letter = code | 0x20;
  return (letter >= 0x61 && letter <= 0x7a) || (code >= 0x30 && code <= 0x39);
}

/** [from, to) of the source with its references decoded. Linear. */
export function decodeReferences(source: string, from: number, to: number, inAttribute: boolean): string {
  let decoded = "";
  let copied = from;
  for (let at = source.indexOf("&", from); at >= 0 && at < to; at = source.indexOf("&", at)) {
    const value = readReference(source, at, to, inAttribute);
    if (value === "") {
      at++;
      continue;
    }
    decoded += source.slice(copied, at) + value;
    at = referenceEnd;
    copied = at;
  }
  return copied === from ? source.slice(from, to) : decoded + source.slice(copied, to);
}
