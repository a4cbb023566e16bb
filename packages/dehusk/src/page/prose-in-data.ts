import { attribute, type Page } from "./page.ts";
import { tagNumber } from "./tags.ts";

const SCRIPT = tagNumber("script");

/** Texts of fewer words are labels. */
const prose = /^(?:\S+\s+){7}\S|[\u2e80-\uffff]{30}/;

/** Longer data is cut here: a pattern's memory is limited. */
const mostData = 2e6;

/**
 * The running text in a page's data for scripts: JSON, JSON-LD, React's streams. Of all names under which the data
 * has texts, the one with the most text; each text once, in the order of the page.
 */
export function proseInData(page: Page): string[] {
  let data = "";
  for (let node = 1; node < page.size; node++) {
    if (page.tag[node] !== SCRIPT) continue;
    const source = page.strings[node + 1] ?? "";
    if (/json/i.test(attribute(page, node, "type") ?? "")) data += source;
    // Streams can be cut into strings at any point.
    else data += unquoted(/^\s*self\.__next_f\.push\(\[1,(".*")\]\)/s.exec(source)?.[1]);
  }
  const found = new Map<string, { readonly texts: Set<string>; size: number }>();
  let key = "";
  let most = "";
  for (const [, literal, colon] of data
    .slice(0, mostData)
    .matchAll(/"([^"\\]*(?:\\[\s\S][^"\\]*)*)(?:"|\\?$)(\s*:)?/g)) {
    const text = colon ? "" : unquoted(`"${literal}"`);
    if (colon) key = literal;
    if (!prose.test(text)) continue;
    const named = found.get(key) ?? { texts: new Set(), size: 0 };
    found.set(key, named);
    named.texts.add(text);
    named.size += text.length;
    if (named.size > (found.get(most)?.size ?? 0)) most = key;
  }
  return [...(found.get(most)?.texts ?? [])];
}

function unquoted(literal = '""'): string {
  try {
    return JSON.parse(literal);
  } catch {
    return "";
  }
}
