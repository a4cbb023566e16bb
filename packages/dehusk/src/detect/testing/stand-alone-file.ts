import { expect } from "vitest";
import { attribute, isElement, parse, tagName } from "../../page/index.ts";

/** Checks that a picture of a page needs nothing else, runs nothing, and that its links lead to places in it. */
export function expectStandAlone(html: string): void {
  const page = parse(html);
  const ids = new Set<string>();
  const targets: string[] = [];
  for (let node = 0; node < page.size; node++) {
    expect(tagName(page, node)).not.toMatch(/script|link|img|iframe|object|form$/);
    if (!isElement(page, node)) continue;
    expect(attribute(page, node, "src")).toBeUndefined();
    const [id, href] = [attribute(page, node, "id"), attribute(page, node, "href")];
    if (id !== undefined) ids.add(id);
    if (href === undefined) continue;
    expect(href).toMatch(/^#./);
    targets.push(href.slice(1));
  }
  expect(html).toContain("default-src 'none'");
  expect(html).not.toMatch(/url\(|@import/);
  expect(targets.length).toBeGreaterThan(100);
  expect(targets.filter((target) => !ids.has(target))).toEqual([]);
}
