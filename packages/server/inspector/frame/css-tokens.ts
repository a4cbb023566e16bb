/** Token kinds in a style sheet, as far as the filter distinguishes them. */
export const CssKind = {
  /** White space and comments. */
  Space: 0,
  Ident: 1,
  /** A name with its opening parenthesis. */
  Function: 2,
  /** `@` and a name. */
  At: 3,
  String: 4,
  /** A whole `url(…)`. */
  Url: 5,
  /** A single character, such as `{` or `;`. */
  Sign: 6,
  /** Numbers with their units, `#` with its name. */
  Other: 7,
} as const;

export interface CssToken {
  readonly kind: number;
  /** Its canonical text: complete even if the sheet is truncated. */
  readonly text: string;
  /** Names: lower-cased, without escapes. URLs: the URL. Signs: the sign. */
  readonly value: string;
}

/**
 * Tokenizes a style sheet like a browser (CSS Syntax Level 3), including escapes in names. For any input, the
 * concatenated token texts tokenize to the same tokens. Linear in the length of the sheet.
 */
export function* cssTokens(css: string): Generator<CssToken> {
  let at = 0;
  while (at < css.length) {
    const code = css.charCodeAt(at);
    const from = at;
    if (isSpace(code) || css.startsWith("/*", at)) {
      at = skipSpace(css, at);
      yield space;
    } else if (code === QUOTE || code === APOSTROPHE) {
      const string = readString(css, at);
      at = string.end;
      yield { kind: CssKind.String, text: quoted(string.value), value: string.value };
    } else if (startsName(css, at)) {
      const name = readName(css, at);
      at = name.end;
      if (css[at] !== "(") {
        yield { kind: CssKind.Ident, text: css.slice(from, at), value: name.value };
      } else if (name.value === "url") {
        const url = readUrl(css, at + 1);
        at = url.end;
        yield { kind: CssKind.Url, text: "none", value: url.value };
      } else {
        at++;
        yield { kind: CssKind.Function, text: css.slice(from, at), value: name.value };
      }
    } else if (code === AT_SIGN && startsName(css, at + 1)) {
      const name = readName(css, at + 1);
      at = name.end;
      yield { kind: CssKind.At, text: css.slice(from, at), value: name.value };
    } else if (code === HASH && (isNameCode(css.charCodeAt(at + 1)) || isEscape(css, at + 1))) {
      at = readName(css, at + 1).end;
      yield { kind: CssKind.Other, text: css.slice(from, at), value: "" };
    } else if (isDigit(code)) {
      at = endOfNumber(css, at);
      yield { kind: CssKind.Other, text: css.slice(from, at), value: "" };
    } else if (css.startsWith("<!--", at) || css.startsWith("-->", at)) {
      at += code === LESS ? 4 : 3;
      yield space;
    } else {
      at++;
      // A backslash that escapes nothing is dropped.
      if (code === BACKSLASH) yield space;
      else yield { kind: CssKind.Sign, text: css[from], value: css[from] };
    }
  }
}

/** Tokens without white space at both ends; by token, since in text a backslash may precede a space. */
export function trimmed(tokens: readonly CssToken[]): readonly CssToken[] {
  const from = tokens.findIndex(({ kind }) => kind !== CssKind.Space);
  return from < 0 ? [] : tokens.slice(from, tokens.findLastIndex(({ kind }) => kind !== CssKind.Space) + 1);
}

/** A CSS string literal; nothing in it can end the sheet or a tag. */
export function quoted(value: string): string {
  return `"${value.replace(/["\\\n\r\f\0<]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)}"`;
}

const space: CssToken = { kind: CssKind.Space, text: " ", value: " " };

const QUOTE = 0x22;
const HASH = 0x23;
const APOSTROPHE = 0x27;
const CLOSE = 0x29;
const LESS = 0x3c;
const AT_SIGN = 0x40;
const BACKSLASH = 0x5c;
const HYPHEN = 0x2d;

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0b);
}

function isNewline(code: number): boolean {
  return code === 0x0a || code === 0x0c || code === 0x0d;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isNameStart(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f || code > 0x7f;
}

function isNameCode(code: number): boolean {
  return isNameStart(code) || isDigit(code) || code === HYPHEN;
}

function isEscape(css: string, at: number): boolean {
  return css.charCodeAt(at) === BACKSLASH && at + 1 < css.length && !isNewline(css.charCodeAt(at + 1));
}

function startsName(css: string, at: number): boolean {
  const code = css.charCodeAt(at);
  if (code !== HYPHEN) return isNameStart(code) || isEscape(css, at);
  const next = css.charCodeAt(at + 1);
  if (next === HYPHEN) return !css.startsWith("-->", at);
  return isNameStart(next) || isEscape(css, at + 1);
}

function skipSpace(css: string, start: number): number {
  let at = start;
  for (;;) {
    if (isSpace(css.charCodeAt(at))) at++;
    else if (css.startsWith("/*", at)) {
      const end = css.indexOf("*/", at + 2);
      at = end < 0 ? css.length : end + 2;
    } else return at;
  }
}

interface Read {
  readonly value: string;
  readonly end: number;
}

function readName(css: string, start: number): Read {
  let at = start;
  while (isNameCode(css.charCodeAt(at))) at++;
  if (!isEscape(css, at)) return { value: css.slice(start, at).toLowerCase(), end: at };
  const parts = [css.slice(start, at)];
  for (;;) {
    if (isEscape(css, at)) {
      const escaped = readEscape(css, at);
      parts.push(escaped.value);
      at = escaped.end;
    } else if (isNameCode(css.charCodeAt(at))) parts.push(css[at++]);
    else return { value: parts.join("").toLowerCase(), end: at };
  }
}

/** @param start Of the backslash. */
function readEscape(css: string, start: number): Read {
  let at = start + 1;
  while (at < start + 7 && /[0-9a-f]/i.test(css[at] ?? "")) at++;
  if (at === start + 1) {
    const sign = String.fromCodePoint(css.codePointAt(at) ?? 0xfffd);
    return { value: sign, end: at + sign.length };
  }
  const code = Number.parseInt(css.slice(start + 1, at), 16);
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  if (css.startsWith("\r\n", at)) at += 2;
  else if (isSpace(css.charCodeAt(at))) at++;
  return { value: isCharacter ? String.fromCodePoint(code) : "\ufffd", end: at };
}

/** @param start Of the opening quote. An unterminated string ends with its line. */
function readString(css: string, start: number): Read {
  const quote = css.charCodeAt(start);
  const parts: string[] = [];
  let from = start + 1;
  let at = from;
  for (;;) {
    const code = css.charCodeAt(at);
    if (at >= css.length || code === quote || isNewline(code)) {
      parts.push(css.slice(from, at));
      return { value: parts.join(""), end: code === quote ? at + 1 : at };
    }
    if (code !== BACKSLASH) at++;
    else {
      parts.push(css.slice(from, at));
      if (isEscape(css, at)) {
        const escaped = readEscape(css, at);
        parts.push(escaped.value);
        at = escaped.end;
      } else at += css.startsWith("\r\n", at + 1) ? 3 : 2;
      from = Math.min(at, css.length);
    }
  }
}

/** @param start After `url(`. */
function readUrl(css: string, start: number): Read {
  let at = start;
  while (isSpace(css.charCodeAt(at))) at++;
  const code = css.charCodeAt(at);
  if (code === QUOTE || code === APOSTROPHE) {
    const string = readString(css, at);
    at = skipSpace(css, string.end);
    if (css.charCodeAt(at) === CLOSE) return { value: string.value, end: at + 1 };
    return { value: "", end: endOfUrl(css, at) };
  }
  const end = endOfUrl(css, at);
  const value = css.slice(at, css.charCodeAt(end - 1) === CLOSE ? end - 1 : end).trim();
  return { value: /[\s"'(\\]/.test(value) ? "" : value, end };
}

/** After the next unescaped closing parenthesis. */
function endOfUrl(css: string, start: number): number {
  for (let at = start; at < css.length; at++) {
    const code = css.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === CLOSE) return at + 1;
  }
  return css.length;
}

function endOfNumber(css: string, start: number): number {
  let at = start;
  while (isDigit(css.charCodeAt(at))) at++;
  if (css[at] === "." && isDigit(css.charCodeAt(at + 1))) {
    at++;
    while (isDigit(css.charCodeAt(at))) at++;
  }
  const exponent = /^e[+-]?\d/i.exec(css.slice(at, at + 3));
  if (exponent !== null) {
    at += exponent[0].length;
    while (isDigit(css.charCodeAt(at))) at++;
  }
  if (css[at] === "%") return at + 1;
  return startsName(css, at) ? readName(css, at).end : at;
}
