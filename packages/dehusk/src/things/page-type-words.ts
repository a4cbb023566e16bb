import { isElement, type Page } from "../page/index.ts";
import type { Line } from "./sections.ts";

/** Where the words stand that tell types of pages apart. */
export const wordFields = ["names", "headings", "address"] as const;

/** How often each word occurs, by where it stands. */
export type PageWords = Readonly<Record<(typeof wordFields)[number], ReadonlyMap<string, number>>>;

/** Words that a model knows, and on how many of its pages each was. */
export interface Vocabulary {
  readonly words: readonly string[];
  readonly counts: readonly number[];
  readonly pages: number;
}

const mostHeadings = 60;
const mostNames = 20_000;

/** The words in classes and ids of elements, in headings, title and description, and in the address's path. */
export function pageTypeWords(page: Page, lines: readonly Line[], said: readonly (string | null)[]): PageWords {
  const names = new Map<string, number>();
  let read = 0;
  for (let node = 1; node < page.size && read < mostNames; node++) {
    if (!isElement(page, node)) continue;
    for (const { name, value } of page.attributes[node]) {
      if ((name !== "class" && name !== "id") || value.length > 200) continue;
      read++;
      for (const word of wordsOf(value.replace(/([a-z])([A-Z])/g, "$1 $2"))) names.set(word, 1);
    }
  }
  const headings = lines.filter(({ level }) => level > 0 && level <= 4).slice(0, mostHeadings);
  const path = (page.url ?? "").replace(/^[a-z]+:\/\/[^/]*/i, "");
  return {
    names,
    headings: countWords([...headings.map(({ text }) => text), ...said.map((text) => text ?? "")].join(" ")),
    address: countWords(path),
  };
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function wordsOf(text: string): string[] {
  return (
    text
      .slice(0, 20_000)
      .toLowerCase()
      .match(/\p{L}{2,}/gu) ?? []
  );
}

/** Words as weights of unit length: rarer ones weigh more, repeated ones by the logarithm of how often (tf-idf). */
export function weighWords(
  counts: ReadonlyMap<string, number>,
  { words, counts: pagesWith, pages }: Vocabulary,
): [at: number, weight: number][] {
  const weighed: [number, number][] = [];
  for (const [at, word] of words.entries()) {
    const count = counts.get(word);
    if (count !== undefined)
      weighed.push([at, (1 + Math.log(count)) * (1 + Math.log((1 + pages) / (1 + pagesWith[at])))]);
  }
  const length = Math.hypot(...weighed.map(([, weight]) => weight));
  return weighed.map(([at, weight]) => [at, weight / length]);
}
