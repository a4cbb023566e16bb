import { fold, foldWords } from "./clean-text.ts";
import { namesSite, type Site } from "./site.ts";

/** Separators between a title and a site's name: marks that titles hardly ever contain, then those that they may. */
const separator =
  /\s*(?:\s[|¦│｜‖]|[|¦│｜‖]|\s[-–—‒―−:~·•⋅∙●✩★»«›‹><⟩/\\←→⎯]{1,3}(?=\s)|[_＿»«›·•](?!\d)|\s::|::|(?<=[\u3040-\u9fff\uac00-\ud7af])[-–—](?=[^\s\d])|(?<=\S)[-–—](?=[\u3040-\u9fff\uac00-\ud7af])|:(?=\s))\s*/u;

/** A title split at its separators: pieces and separators. */
function cut(title: string): { pieces: string[]; gaps: string[] } {
  const pieces: string[] = [];
  const gaps: string[] = [];
  let rest = title;
  for (let match = separator.exec(rest); match !== null && pieces.length < 12; match = separator.exec(rest)) {
    pieces.push(rest.slice(0, match.index));
    gaps.push(match[0]);
    rest = rest.slice(match.index + match[0].length);
  }
  pieces.push(rest);
  return { pieces, gaps };
}

/**
 * A title without the site's name before or after it. A title that is a visible heading stays whole; otherwise pieces at the
 * ends that name the site are dropped; otherwise a part that is the whole title in another source is taken; otherwise the text after the last
 * strong separator is dropped if it is short.
 *
 * @param shown Headings of the page.
 * @param others Titles from other sources.
 */
export function stripSite(title: string, site: Site, shown: ReadonlySet<string>, others: ReadonlySet<string>): string {
  const { pieces, gaps } = cut(title);
  if (pieces.length === 1) return title;
  const isSite = pieces.map((piece) => namesSite(piece, site));
  const heading = longestKnown(pieces, gaps, shown, isSite);
  if (heading !== undefined) return heading;
  let from = 0;
  let to = pieces.length;
  const last = isSite.lastIndexOf(true);
  if (last > 0 && last * 2 >= pieces.length) to = last;
  else while (from < to - 1 && isSite[from]) from++;
  if (to - from < pieces.length) return join(pieces, gaps, from, to).trim() || title;
  const other = longestKnown(pieces, gaps, others, isSite);
  if (other !== undefined && other !== title) return other;
  const gap = gaps[gaps.length - 1];
  const tail = pieces[to - 1];
  const head = join(pieces, gaps, 0, to - 1).trim();
  const strong = /[|¦│｜»«›‹·•_✩★]/.test(gap);
  if (!/:\s*$/.test(gap) && foldWords(tail).length <= (strong ? 8 : 4) && head.length > tail.length) return head;
  return title;
}

/** The longest run of pieces that is a known title. */
function longestKnown(
  pieces: readonly string[],
  gaps: readonly string[],
  known: ReadonlySet<string>,
  isSite: readonly boolean[],
): string | undefined {
  if (known.size === 0) return undefined;
  const whole = join(pieces, gaps, 0, pieces.length).length;
  for (let length = pieces.length; length >= 1; length--) {
    for (let from = 0; from + length <= pieces.length; from++) {
      if (length === 1 && isSite[from]) continue;
      const run = join(pieces, gaps, from, from + length);
      if (run.length * 4 >= whole && known.has(fold(run))) return run;
    }
  }
  return undefined;
}

/** Every run of a title's pieces, the longest first. */
export function runsOf(title: string): string[] {
  const { pieces, gaps } = cut(title);
  const runs: string[] = [];
  const count = Math.min(pieces.length, 7);
  for (let length = count; length >= 1; length--) {
    for (let from = 0; from + length <= count; from++) runs.push(join(pieces, gaps, from, from + length));
  }
  return runs;
}

/** The text before the first separator, unless that is a bar, which separates a site's name from a title of its own. */
export function leadOf(title: string): string {
  const { pieces, gaps } = cut(title);
  return gaps.length > 0 && /[|¦│｜‖]/u.test(gaps[0]) ? "" : pieces[0];
}

/** The pieces of a title that may name the site, the first and the last one; "" if it is long. */
export function siteInTitle(title: string): { first: string; last: string } {
  const { pieces, gaps } = cut(title);
  const isColon = (gap: string | undefined) => gap === undefined || /^:/.test(gap.trim());
  const isShort = (piece: string) => foldWords(piece).length <= 5 && piece.length < title.length / 2;
  const [first] = pieces;
  const last = pieces[pieces.length - 1];
  return {
    first: isColon(gaps[0]) || !isShort(first) ? "" : first,
    last: isColon(gaps[gaps.length - 1]) || !isShort(last) ? "" : last,
  };
}

/** The last piece of a title, if it has more than one; else "". */
export function tailOf(title: string): string {
  const { pieces } = cut(title);
  return pieces.length === 1 ? "" : pieces[pieces.length - 1];
}

function join(pieces: readonly string[], gaps: readonly string[], from: number, to: number): string {
  let text = pieces[from] ?? "";
  for (let i = from + 1; i < to; i++) text += gaps[i - 1] + pieces[i];
  return text;
}
