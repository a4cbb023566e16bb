import { Kind } from "./content/content-tree.ts";

/** A format that is set between delimiters: where in the pieces of a line they lie. */
export interface Delimited {
  readonly kind: Kind;
  readonly open: number;
  close: number;
  /** Whether it lies in another. */
  readonly nested: boolean;
}

const html: ReadonlyMap<number, string> = new Map([
  [Kind.Emphasis, "em"],
  [Kind.Strong, "strong"],
  [Kind.Deleted, "del"],
]);

/** What stands in a delimiter's place until all its neighbours are known: punctuation, as it will be. */
export const delimiterPlace = "*";

/**
 * Puts delimiters where they work and tags where they do not. By the rules of CommonMark, `**Note:**text` is no bold
 * text, since a sign before the delimiter and a letter after it make it look like an opening one.
 */
export function placeDelimiters(pieces: string[], list: readonly Delimited[]): void {
  const spaces = moveSpaces(pieces, list);
  for (let i = 0; i < list.length; i++) {
    const { kind, open, close, nested } = list[i];
    // Single stars must not be mixed up with double ones beside or within them.
    const next = list[i + 1];
    const touching = pieces[open - 1] === delimiterPlace || pieces[close + 1] === delimiterPlace;
    const alone = !nested && !touching && (next === undefined || next.open > close);
    const edges = {
      before: spaces.get(open) ?? signBefore(pieces, open),
      first: signAfter(pieces, open),
      last: signBefore(pieces, close),
      after: spaces.get(close) ?? signAfter(pieces, close),
    };
    const delimiter = chooseDelimiter(kind, edges, alone);
    const tag = html.get(kind) as string;
    pieces[open] = (spaces.get(open) ?? "") + (delimiter ?? `<${tag}>`);
    pieces[close] = (delimiter ?? `</${tag}>`) + (spaces.get(close) ?? "");
  }
}

/** Takes hard spaces out of formats, at whose edges delimiters do not work; by the delimiter that they go outside of. */
function moveSpaces(pieces: string[], list: readonly Delimited[]): Map<number, string> {
  const spaces = new Map<number, string>();
  // What lies within another comes after it.
  for (let i = list.length - 1; i >= 0; i--) {
    const { open, close } = list[i];
    let first = open + 1;
    while (first < close && pieces[first] === "") first++;
    let last = close - 1;
    while (last > first && pieces[last] === "") last--;
    move(last, close, /[\u00a0\u2000-\u200a\u202f\u3000]+$/);
    move(first, open, /^[\u00a0\u2000-\u200a\u202f\u3000]+/);
  }
  return spaces;

  function move(from: number, to: number, pattern: RegExp): void {
    const held = spaces.get(from);
    const found = held ?? pattern.exec(pieces[from])?.[0];
    if (found === undefined || found === pieces[from]) return;
    if (held === undefined) pieces[from] = pieces[from].replace(pattern, "");
    else spaces.delete(from);
    spaces.set(to, found);
  }
}

interface Edges {
  readonly before: string;
  readonly first: string;
  readonly last: string;
  readonly after: string;
}

function chooseDelimiter(kind: Kind, edges: Edges, alone: boolean): string | undefined {
  const { before, first, last, after } = edges;
  if (isSpace(first) || isSpace(last)) return undefined;
  const works =
    (!isMark(first) || isSpace(before) || isSureMark(before)) && (!isMark(last) || isSpace(after) || isSureMark(after));
  if (kind === Kind.Strong) return works ? "**" : undefined;
  if (kind === Kind.Deleted) return works ? "~~" : undefined;
  const apart = (isSpace(before) || isSureMark(before)) && (isSpace(after) || isSureMark(after));
  if (apart) return "_";
  return works && alone ? "*" : undefined;
}

function signBefore(pieces: readonly string[], index: number): string {
  for (let i = index - 1; i >= 0; i--) {
    const piece = pieces[i];
    if (piece === "") continue;
    const last = piece.charCodeAt(piece.length - 1);
    return last >= 0xdc00 && last <= 0xdfff ? piece.slice(-2) : piece.slice(-1);
  }
  return "";
}

function signAfter(pieces: readonly string[], index: number): string {
  for (let i = index + 1; i < pieces.length; i++) {
    const piece = pieces[i];
    if (piece !== "") return String.fromCodePoint(piece.codePointAt(0) as number);
  }
  return "";
}

/** The edge of a block counts as white space. */
function isSpace(sign: string): boolean {
  return sign === "" || /\s/.test(sign);
}

/** Punctuation or symbol: renderers differ on symbols beyond ASCII, so they count as marks only where that is harder. */
function isMark(sign: string): boolean {
  return /[\p{P}\p{S}]/u.test(sign);
}

function isSureMark(sign: string): boolean {
  return /[!-/:-@[-`{-~]|\p{P}/u.test(sign);
}
