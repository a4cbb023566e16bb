/**
 * Rules by which corpora drop texts that are useless to a language model: those of Gopher (Rae et al. 2021, table A1), C4
 * (Raffel et al. 2020) and FineWeb (Penedo et al. 2024), with their thresholds, except rules that need a list of English
 * words. Rules about words and line ends apply only to scripts with spaces.
 */

/** Why a text is dropped, in a word; undefined for one that is kept. */
export type QualityFlaw =
  | "short"
  | "long"
  | "word-length"
  | "symbols"
  | "bullets"
  | "ellipses"
  | "no-letters"
  | "placeholder"
  | "code"
  | "line-ends"
  | "short-lines"
  | "repeated-lines"
  | "repeated-words";

const fewestWords = 50;
const mostWords = 100_000;
const shortLine = 30;

/** Shares of the text that its most frequent run of two, three and four words may take. */
const mostFrequent = [
  [2, 0.2],
  [3, 0.18],
  [4, 0.16],
] as const;

/** Number of words checked for repeated runs. */
const longestSample = 20_000;

/** The first rule that a text breaks. */
export function qualityFlaw(text: string): QualityFlaw | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const unspaced =
    text.match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/gu)?.length ?? 0;
  if (/lorem ipsum/i.test(text)) return "placeholder";
  if ((text.match(/[{}]/g)?.length ?? 0) > text.length / 100) return "code";
  if (repeatedShare(lines) > 0.3) return "repeated-lines";
  const isSpaced = unspaced < letters * 0.3;
  const words = text.split(/\s+/).filter((word) => word !== "");
  const count = isSpaced ? words.length : unspaced / 2;
  if (count < fewestWords) return "short";
  if (count > mostWords) return "long";
  if (share(lines, (line) => /^\s*[-*•●‣–]/.test(line)) > 0.9) return "bullets";
  if (share(lines, (line) => /(?:…|\.\.\.)\s*$/.test(line)) > 0.3) return "ellipses";
  return isSpaced ? flawOfWords(words, lines, letters) : undefined;
}

function flawOfWords(words: readonly string[], lines: readonly string[], letters: number): QualityFlaw | undefined {
  const length = letters / words.length;
  if (length < 3 || length > 10) return "word-length";
  const signs = words.reduce((sum, word) => sum + (word.match(/#|…|\.\.\./g)?.length ?? 0), 0);
  if (signs > words.length * 0.1) return "symbols";
  if (share(words, (word) => /\p{L}/u.test(word)) < 0.8) return "no-letters";
  if (share(lines, (line) => /[.!?:;"'”’»)؟۔।]\s*$/u.test(line)) < 0.12) return "line-ends";
  if (share(lines, (line) => line.trim().length <= shortLine) > 0.67) return "short-lines";
  const sample = words.slice(0, longestSample);
  const all = sample.reduce((sum, word) => sum + word.length, 0);
  for (const [size, most] of mostFrequent) if (topRun(sample, size) > most * all) return "repeated-words";
  return undefined;
}

function share<Value>(values: readonly Value[], is: (value: Value) => boolean): number {
  return values.length === 0 ? 0 : values.filter(is).length / values.length;
}

/** Share of the characters that are in lines seen before. */
function repeatedShare(lines: readonly string[]): number {
  const seen = new Set<string>();
  let all = 0;
  let again = 0;
  for (const line of lines) {
    all += line.length;
    if (seen.has(line)) again += line.length;
    seen.add(line);
  }
  return all === 0 ? 0 : again / all;
}

/** Total characters of the most frequent run of `size` words, if it occurs more than once. */
function topRun(words: readonly string[], size: number): number {
  const counts = new Map<string, number>();
  let most = 0;
  for (let i = 0; i + size <= words.length; i++) {
    const run = words.slice(i, i + size).join(" ");
    const count = (counts.get(run) ?? 0) + 1;
    counts.set(run, count);
    if (count > 1) most = Math.max(most, count * (run.length - size + 1));
  }
  return most;
}
