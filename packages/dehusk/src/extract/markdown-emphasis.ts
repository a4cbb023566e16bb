import { Kind } from "./content/content-tree.ts";

/**
 * A format between delimiters: their positions in the pieces of a line. The pieces before the first and after
 * the second delimiter belong to it too: text moved out of the format goes there.
 */
export interface Delimited {
  readonly kind: Kind;
  readonly open: number;
  close: number;
  /** Whether it is in another. */
  readonly nested: boolean;
}

/** Kinds of pieces of a line: signs of Markdown, text that is not yet escaped, or code. */
export const Piece = { Signs: 0, Text: 1, Code: 2 } as const;

/** Placeholder for a delimiter until all its neighbours are known: punctuation, like the delimiter. */
export const delimiterPlace = "*";

/**
 * Puts delimiters where they work. By the rules of CommonMark, `**Note:**text` is not bold, since a sign before the
 * delimiter and a letter after it make it look like an opening one: it becomes `**Note**:text`. If that does not help,
 * the format is dropped: tags in Markdown are worse.
 *
 * @param kinds A `Piece` for each piece.
 */
export function placeDelimiters(pieces: string[], kinds: readonly number[], list: readonly Delimited[]): void {
  moveSpaces(pieces, kinds, list);
  const dropped: Delimited[] = [];
  for (let i = 0; i < list.length; i++) {
    const { kind, open, close, nested } = list[i];
    // Single stars must not be confused with double ones beside or within them.
    const next = list[i + 1];
    const alone = !nested && !touches("*", pieces, kinds, list[i]) && (next === undefined || next.open > close);
    const choose = (): string | undefined => chooseDelimiter(kind, edgesOf(pieces, kinds, list[i]), alone);
    let delimiter = isEmptyBetween(pieces, open, close) ? "" : choose();
    if (delimiter === undefined) {
      moveSigns(pieces, kinds, list[i]);
      delimiter = choose() ?? "";
    }
    pieces[open] = delimiter;
    pieces[close] = delimiter;
    if (delimiter === "") dropped.push(list[i]);
  }
  dropUnsure(pieces, kinds, list, dropped);
}

/**
 * Drops delimiters that only worked beside others that were dropped later: text replaces a sign. Each is
 * dropped once and has four neighbours.
 */
function dropUnsure(
  pieces: string[],
  kinds: readonly number[],
  list: readonly Delimited[],
  dropped: Delimited[],
): void {
  if (dropped.length === 0 || dropped.length === list.length) return;
  const placed = new Map<number, Delimited>();
  for (const delimited of list) placed.set(delimited.open, delimited).set(delimited.close, delimited);
  for (let next = dropped.pop(); next !== undefined; next = dropped.pop()) {
    for (const from of [next.open, next.close]) {
      for (const step of [-1, 1]) {
        const at = nextPiece(pieces, from, step);
        const neighbour = placed.get(at);
        if (neighbour === undefined || stillWorks(pieces[at], pieces, kinds, neighbour)) continue;
        pieces[neighbour.open] = "";
        pieces[neighbour.close] = "";
        dropped.push(neighbour);
      }
    }
  }
}

function stillWorks(
  delimiter: string,
  pieces: readonly string[],
  kinds: readonly number[],
  delimited: Delimited,
): boolean {
  const edges = edgesOf(pieces, kinds, delimited);
  if (delimiter === "_") return isApart(edges);
  return works(edges) && !(delimiter === "*" && touches("*", pieces, kinds, delimited));
}

/** Whether a delimiter touches another of the same sign, placed or still to be placed. */
function touches(
  sign: string,
  pieces: readonly string[],
  kinds: readonly number[],
  { open, close }: Delimited,
): boolean {
  return [nextPiece(pieces, open, -1), nextPiece(pieces, close, 1)].some(
    (at) => kinds[at] === Piece.Signs && (pieces[at] === sign || pieces[at] === sign + sign),
  );
}

/** The nearest piece that is not empty. */
function nextPiece(pieces: readonly string[], from: number, step: number): number {
  let at = from + step;
  while (pieces[at] === "") at += step;
  return at;
}

function isEmptyBetween(pieces: readonly string[], open: number, close: number): boolean {
  for (let i = open + 1; i < close; i++) if (pieces[i] !== "" && pieces[i] !== delimiterPlace) return false;
  return true;
}

/** The signs at the end of a text. An expression for all of them would be tried from each sign of a long row. */
function endOf(text: string, sign: RegExp): string {
  let at = text.length;
  while (at > 0 && sign.test(text[at - 1])) at--;
  return text.slice(at);
}

/** Moves punctuation at the edges of a format out of it, unless there is nothing else. */
function moveSigns(pieces: string[], kinds: readonly number[], { open, close }: Delimited): void {
  const last = pieces[close - 1];
  const ending = kinds[close - 1] === Piece.Text ? endOf(last, /[,.:;!?…、。，：；！？)）」』”’»"']/) : "";
  if (ending !== "" && ending !== last) {
    pieces[close - 1] = last.slice(0, -ending.length);
    pieces[close + 1] = ending + pieces[close + 1];
  }
  const first = pieces[open + 1];
  const beginning = kinds[open + 1] === Piece.Text ? /^[(（「『“‘«¿¡"']+/.exec(first)?.[0] : undefined;
  if (beginning !== undefined && beginning !== first) {
    pieces[open + 1] = first.slice(beginning.length);
    pieces[open - 1] += beginning;
  }
}

const hardSpacesAtStart = /^[\u00a0\u2000-\u200a\u202f\u3000]+/;
const hardSpace = /[\u00a0\u2000-\u200a\u202f\u3000]/;

/** Moves hard spaces out of formats, since delimiters do not work beside them. */
function moveSpaces(pieces: string[], kinds: readonly number[], list: readonly Delimited[]): void {
  // Nested formats come after the outer one.
  for (let i = list.length - 1; i >= 0; i--) {
    const { open, close } = list[i];
    for (let at = close - 1; at > open && (pieces[at] === "" || kinds[at] === Piece.Text); at--) {
      const spaces = endOf(pieces[at], hardSpace);
      const isAll = spaces === pieces[at];
      pieces[at] = pieces[at].slice(0, pieces[at].length - spaces.length);
      pieces[close + 1] = spaces + pieces[close + 1];
      if (!isAll) break;
    }
    for (let at = open + 1; at < close && (pieces[at] === "" || kinds[at] === Piece.Text); at++) {
      const spaces = hardSpacesAtStart.exec(pieces[at])?.[0] ?? "";
      const isAll = spaces === pieces[at];
      pieces[at] = pieces[at].slice(spaces.length);
      pieces[open - 1] += spaces;
      if (!isAll) break;
    }
  }
}

interface Edges {
  readonly before: string;
  readonly first: string;
  readonly last: string;
  readonly after: string;
  /** Whether it touches an underscore that is a delimiter: two of them are one of another kind. */
  readonly doubled: boolean;
}

function edgesOf(pieces: readonly string[], kinds: readonly number[], delimited: Delimited): Edges {
  const { open, close } = delimited;
  return {
    before: signBefore(pieces, kinds, open),
    first: signAfter(pieces, kinds, open),
    last: signBefore(pieces, kinds, close),
    after: signAfter(pieces, kinds, close),
    doubled: touches("_", pieces, kinds, delimited),
  };
}

function chooseDelimiter(kind: Kind, edges: Edges, alone: boolean): string | undefined {
  if (isSpace(edges.first) || isSpace(edges.last)) return undefined;
  if (kind === Kind.Strong) return works(edges) ? "**" : undefined;
  if (kind === Kind.Deleted) return works(edges) ? "~~" : undefined;
  if (isApart(edges)) return "_";
  return works(edges) && alone ? "*" : undefined;
}

function works({ before, first, last, after }: Edges): boolean {
  return (
    (!isMark(first) || isSpace(before) || isSureMark(before)) && (!isMark(last) || isSpace(after) || isSureMark(after))
  );
}

function isApart({ before, after, doubled }: Edges): boolean {
  return !doubled && (isSpace(before) || isSureMark(before)) && (isSpace(after) || isSureMark(after));
}

function signBefore(pieces: readonly string[], kinds: readonly number[], index: number): string {
  for (let i = index - 1; i >= 0; i--) {
    const piece = pieces[i];
    if (piece === "") continue;
    if (kinds[i] === Piece.Code) return "`";
    const last = piece.charCodeAt(piece.length - 1);
    return last >= 0xdc00 && last <= 0xdfff ? piece.slice(-2) : piece.slice(-1);
  }
  return "";
}

function signAfter(pieces: readonly string[], kinds: readonly number[], index: number): string {
  for (let i = index + 1; i < pieces.length; i++) {
    const piece = pieces[i];
    if (piece === "") continue;
    if (kinds[i] === Piece.Code) return "`";
    return String.fromCodePoint(piece.codePointAt(0) as number);
  }
  return "";
}

/** The edge of a block counts as white space. */
function isSpace(sign: string): boolean {
  return sign === "" || /\s/.test(sign);
}

/** Punctuation or symbol: renderers differ on symbols beyond ASCII, so they count as marks only where that is the stricter case. */
function isMark(sign: string): boolean {
  return /[\p{P}\p{S}]/u.test(sign);
}

function isSureMark(sign: string): boolean {
  return /[!-/:-@[-`{-~]|\p{P}/u.test(sign);
}
