import type { DoctypeToken } from "./quirks-mode.ts";

/**
 * Reads a doctype.
 *
 * @param from After `<!doctype`.
 * @returns The doctype and where it ends.
 */
export function scanDoctype(source: string, from: number): { readonly doctype: DoctypeToken; readonly end: number } {
  let at = skipBlanks(source, from);
  let publicId: string | undefined;
  let systemId: string | undefined;
  const nameStart = at;
  while (at < source.length && source[at] !== ">" && !(at > nameStart && isBlank(source, at))) at++;
  const name = at === nameStart ? undefined : withoutNul(source.slice(nameStart, at)).replace(/[A-Z]+/g, lower);
  let forceQuirks = name === undefined || at === source.length;
  at = skipBlanks(source, at);
  if (at < source.length && source[at] !== ">") {
    const keyword = source.slice(at, at + 6).toLowerCase();
    if (keyword === "public") {
      at = readIds(at + 6, true);
    } else if (keyword === "system") {
      at = readIds(at + 6, false);
    } else {
      forceQuirks = true;
      at = bogusEnd(at);
    }
  } else if (at === source.length) forceQuirks = true;
  return { doctype: { name, publicId, systemId, forceQuirks }, end: Math.min(at + 1, source.length) };

  /** Reads identifiers; returns where the doctype's `>` is. */
  function readIds(start: number, isPublic: boolean): number {
    let place = skipBlanks(source, start);
    if (!isQuote(place)) {
      forceQuirks = true;
      return bogusEnd(place);
    }
    if (isPublic) [publicId, place] = readQuoted(place);
    else [systemId, place] = readQuoted(place);
    if (forceQuirks) return place;
    place = skipBlanks(source, place);
    if (isPublic && isQuote(place)) {
      [systemId, place] = readQuoted(place);
      if (forceQuirks) return place;
      place = skipBlanks(source, place);
    } else if (isPublic && place < source.length && source[place] !== ">") forceQuirks = true;
    if (place >= source.length) forceQuirks = true;
    return bogusEnd(place);
  }

  function isQuote(place: number): boolean {
    return source[place] === '"' || source[place] === "'";
  }

  /** An identifier in quotes, and the position after it. It also ends at a `>`. */
  function readQuoted(place: number): [string, number] {
    const quote = source[place];
    let end = place + 1;
    while (end < source.length && source[end] !== quote && source[end] !== ">") end++;
    const isClosed = source[end] === quote;
    if (!isClosed) forceQuirks = true;
    return [withoutNul(source.slice(place + 1, end)), isClosed ? end + 1 : end];
  }

  function bogusEnd(place: number): number {
    const end = source.indexOf(">", place);
    return end < 0 ? source.length : end;
  }
}

function lower(capitals: string): string {
  return capitals.toLowerCase();
}

function withoutNul(text: string): string {
  return text.replaceAll("\0", "\ufffd");
}

function isBlank(source: string, at: number): boolean {
  const code = source.charCodeAt(at);
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0c;
}

function skipBlanks(source: string, from: number): number {
  let at = from;
  while (at < source.length && isBlank(source, at)) at++;
  return at;
}
