/** Sentences of a topic's words, enough to be a page's content. Another number gives other sentences. */
export function storyOf(topic: string, number: number): string {
  let state = number + 1;
  const word = (): string => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return `${topic}${(state >>> 16) % 97}`;
  };
  const sentence = (): string => `The ${Array.from({ length: 12 }, word).join(" ")}.`;
  return Array.from({ length: 20 }, sentence).join(" ");
}

/** A page of a site: the story in the site's frame of links and small print. */
export function framedPage(site: string, story: string): string {
  const links = (from: number): string =>
    Array.from(
      { length: 30 },
      (_, i) =>
        `<li><a href="/${site}/${from + i}">${site} section ${from + i} with all that ${site} has about number ${from + i}</a></li>`,
    ).join("");
  return `<!doctype html><html><head><title>${site}</title></head><body><nav><ul>${links(0)}</ul></nav>
<main><p>${story}</p></main><footer><ul>${links(100)}</ul><p>All rights reserved by ${site}</p></footer></body></html>`;
}
