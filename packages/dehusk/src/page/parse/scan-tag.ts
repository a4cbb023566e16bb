import type { Construction } from "./construction.ts";
import { findCharacter } from "./find-character.ts";
import { hashStep } from "./name-table.ts";
import type { SourceText } from "./source-text.ts";

const GREATER_THAN = 0x3e;
const SLASH = 0x2f;
const EQUALS = 0x3d;

/** Bits of ASCII characters. */
const Sign = { Blank: 1, EndsTagName: 2, EndsAttributeName: 4, EndsUnquoted: 8 } as const;
const signs = new Uint8Array(128);
for (const character of " \t\n\f") signs[character.charCodeAt(0)] = 15;
signs[SLASH] = Sign.EndsTagName | Sign.EndsAttributeName;
signs[GREATER_THAN] = Sign.EndsTagName | Sign.EndsAttributeName | Sign.EndsUnquoted;
signs[EQUALS] = Sign.EndsAttributeName;

/**
 * Reads a tag into the construction's token, whose `start` and `isEnd` are set.
 *
 * @param at Where its name starts.
 * @returns Where it ends, -1 if the input ends first.
 */
export function scanTag(p: Construction, at: number): number {
  const { codes, length } = p.text;
  let hash = 0;
  let to = at;
  for (; to < length; to++) {
    const code = codes[to];
    if (code < 128) {
      if ((signs[code] & Sign.EndsTagName) !== 0) break;
      hash = hashStep(hash, code >= 0x41 && code <= 0x5a ? code + 32 : code);
    } else hash = hashStep(hash, code);
  }
  if (to === length) return -1;
  p.token.nameEnd = to;
  p.token.name = p.text.hasNul(at, to)
    ? p.tokens.internString(withoutNul(p.text.source.slice(at, to)))
    : p.tokens.intern(codes, at, to, hash);
  return codes[to] === GREATER_THAN ? to + 1 : scanAttributes(p, to);
}

/** Reads attributes up to the end of a tag. Each round starts "before attribute name". */
export function scanAttributes(p: Construction, from: number): number {
  const { codes, length } = p.text;
  const { token } = p;
  let at = from;
  for (;;) {
    at = skipBlanks(codes, at, length);
    if (at === length) return -1;
    const first = codes[at];
    if (first === GREATER_THAN) return at + 1;
    if (first === SLASH) {
      at++;
      if (at < length && codes[at] === GREATER_THAN) {
        token.selfClosing = true;
        return at + 1;
      }
      continue;
    }
    const start = at;
    // An equals sign may start a name.
    let hash = hashStep(0, first >= 0x41 && first <= 0x5a ? first + 32 : first);
    for (at++; at < length; at++) {
      const code = codes[at];
      if (code < 128) {
        if ((signs[code] & Sign.EndsAttributeName) !== 0) break;
        hash = hashStep(hash, code >= 0x41 && code <= 0x5a ? code + 32 : code);
      } else hash = hashStep(hash, code);
    }
    if (at === length) return -1;
    const name = p.text.hasNul(start, at)
      ? token.attributeNames.internString(withoutNul(p.text.source.slice(start, at)))
      : token.attributeNames.intern(codes, start, at, hash);
    if (codes[at] !== EQUALS) {
      at = skipBlanks(codes, at, length);
      if (at === length) return -1;
    }
    if (codes[at] !== EQUALS) {
      token.add(name, at, at);
      continue;
    }
    at = skipBlanks(codes, at + 1, length);
    if (at === length) return -1;
    const quote = codes[at];
    if (quote === 0x22 || quote === 0x27) {
      const close = findCharacter(p.text, quote, at + 1);
      if (close < 0) return -1;
      token.add(name, at + 1, close);
      at = close + 1;
      continue;
    }
    const value = at;
    for (; at < length; at++) {
      const code = codes[at];
      if (code < 128 && (signs[code] & Sign.EndsUnquoted) !== 0) break;
    }
    if (at === length) return -1;
    token.add(name, value, at);
  }
}

function skipBlanks(codes: Uint16Array | Uint8Array, from: number, length: number): number {
  let at = from;
  while (at < length) {
    const code = codes[at];
    if (code !== 0x20 && code !== 0x0a && code !== 0x09 && code !== 0x0c) break;
    at++;
  }
  return at;
}

function withoutNul(name: string): string {
  return name.replaceAll("\0", "\ufffd").replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}

/** Whether a name ends at a position, so that `</script` is not the start of `</scripts`. */
export function endsName({ codes, length }: SourceText, at: number): boolean {
  if (at >= length) return false;
  const code = codes[at];
  return code < 128 && (signs[code] & Sign.EndsTagName) !== 0;
}
