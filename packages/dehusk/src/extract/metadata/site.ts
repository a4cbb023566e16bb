import { foldWords, similarity } from "./clean-text.ts";

/** The names of a site, prepared for comparison. */
export interface Site {
  /** As written, the best name first. */
  readonly names: readonly string[];
  /** The words of each name. */
  readonly words: readonly (readonly string[])[];
  /** Names and host without spaces and punctuation. */
  readonly joined: ReadonlySet<string>;
  /** The distinctive part of the host: "example" of "news.example.co.uk". */
  readonly label: string;
}

/** Creates a site from its names and host. */
export function siteOf(names: readonly string[], host: string): Site {
  const words = names.map(foldWords).filter(({ length }) => length > 0);
  const label = mainLabel(host);
  const joined = new Set(words.map((name) => name.join("")));
  if (host !== "") joined.add(host.replace(/[^\p{L}\p{N}]/gu, "")).add(label);
  return { names, words, joined, label };
}

/** Whether words are exactly the site's name. */
export function isSiteName(words: readonly string[], site: Site): boolean {
  return words.length <= 15 && site.joined.has(words.join(""));
}

/** Whether a piece of a title is or resembles a name of the site. */
export function namesSite(piece: string, { words: names, joined: known, label }: Site): boolean {
  if (piece.length > 120) return false;
  const words = foldWords(piece);
  if (words.length === 0 || words.length > 12) return false;
  const joined = words.join("");
  if (known.has(joined)) return true;
  for (const name of names) {
    if (similarity(words, name) >= 0.8) return true;
    const shorter = words.length < name.length ? words : name;
    const longer = shorter === words ? name : words;
    if (shorter.join("").length >= 3 && words.length <= name.length + 3 && startsOrEnds(longer, shorter)) return true;
  }
  if (label === "") return false;
  if (label.length >= 4 && joined.includes(label) && joined.length <= label.length * 2 + 6) return true;
  if (joined.length >= 4 && label.startsWith(joined) && joined.length * 2 >= label.length) return true;
  return words.length >= 2 && words.map((word) => word[0]).join("") === label;
}

function startsOrEnds(words: readonly string[], part: readonly string[]): boolean {
  return (
    part.every((word, i) => words[i] === word) ||
    part.every((word, i) => words[words.length - part.length + i] === word)
  );
}

/** The distinctive part of a host, without "news" and "co.uk" around it. */
function mainLabel(host: string): string {
  const labels = host
    .toLowerCase()
    .split(".")
    .filter((label) => label !== "www");
  if (labels.length <= 1) return labels[0] ?? "";
  labels.pop();
  while (labels.length > 1 && /^(?:co|com|org|net|gov|edu|ac|or|ne|go|gob|gouv)$/.test(labels[labels.length - 1]))
    labels.pop();
  return (labels[labels.length - 1] ?? "").replace(/[^\p{L}\p{N}]/gu, "");
}
