import type { Page } from "../../page/index.ts";

/** A page that counts how often the arrays of its tree are read. */
export function countingReads(page: Page): { page: Page; reads: () => number } {
  let count = 0;
  const counted = <T extends object>(array: T): T =>
    new Proxy(array, {
      get(target, key) {
        count++;
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  const sums = { ...page.sums, characters: counted(page.sums.characters) };
  return { page: { ...page, parent: counted(page.parent), end: counted(page.end), sums }, reads: () => count };
}
