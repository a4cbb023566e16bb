/** Lines in pages of at most `budget` tokens each; a line that is longer has a page of its own. */
export function pagesOf(lines: readonly string[], budget: number, count: (text: string) => number): string[] {
  const pages: string[][] = [];
  let left = 0;
  for (const line of lines) {
    const size = count(line) + 1;
    if (size > left || pages.length === 0) {
      pages.push([]);
      left = budget;
    }
    pages.at(-1)?.push(line);
    left -= size;
  }
  return pages.map((page) => page.join("\n"));
}
