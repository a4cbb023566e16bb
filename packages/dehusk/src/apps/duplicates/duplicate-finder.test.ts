import { describe, expect, test } from "vitest";
import { parse } from "../../page/index.ts";
import { DuplicateFinder, ownSketches, sketchPage } from "./duplicate-finder.ts";
import { hostFrame } from "./host-frame.ts";
import { isDuplicate } from "./is-duplicate.ts";

/** Words that no two seeds share. */
function prose(seed: string, count: number): string {
  const sentences = Array.from({ length: Math.ceil(count / 10) }, (_, s) => {
    const words = Array.from({ length: 10 }, (_, w) => `${seed}${"abcdefghij"[w]}${"klmnopqrst"[s % 10]}${s}`);
    return `${words.join(" ")}.`;
  });
  return sentences.join(" ");
}

/** A short post under a long notice of the blog, which reads like an article. */
function post(host: string, number: number, title = `Post ${number}`) {
  const html = `<title>${title}</title><h1>${title}</h1>
    <div><p>${prose(`post${number}`, 30)}</p></div>
    <div><h2>About</h2><p>${prose(host, 120)}</p><p>${prose(`${host}more`, 120)}</p></div>`;
  return parse(html, { url: `https://${host}.example/${number}` });
}

const hosts = ["one", "two"];
const numbers = Array.from({ length: 8 }, (_, number) => number);

function groupsOf(pages: readonly (readonly [string, ReturnType<typeof parse>])[]): string[] {
  const finder = new DuplicateFinder();
  for (const [id, page] of pages) finder.add(id, sketchPage(page));
  expect(finder.size).toBe(pages.length);
  return finder.groups().map(({ members }) => members.join());
}

describe("DuplicateFinder", () => {
  test("pages of two hosts tell their notices from short posts", () => {
    const pages = hosts.flatMap((host) => numbers.map((number) => [`${host}${number}`, post(host, number)] as const));
    expect(groupsOf(pages)).toEqual(numbers.map((number) => `one${number},two${number}`));
  });

  test("without other pages of its host, the notice is taken for the content", () => {
    const [a, b] = [0, 1].map((number) => ownSketches(sketchPage(post("one", number)), new Set(), 1));
    expect(isDuplicate(a[0], b[0])).toBe(true);
  });

  test("copies of an article on one host are duplicates, however many there are", () => {
    const copies = Array.from({ length: 10 }, (_, copy) => {
      const html = `<title>River</title><h1>River</h1><p>${prose("river", 200)}</p><p>Visit ${copy}, seen ${copy * 7} times today</p>`;
      return [`copy${copy}`, parse(html, { url: `https://one.example/?session=${copy}` })] as const;
    });
    const others = numbers.map((number) => [`post${number}`, post("one", number)] as const);
    expect(groupsOf([...copies, ...others])).toEqual([copies.map(([id]) => id).join()]);
  });

  test("refuses unknown options and more hashes than are sampled", () => {
    expect(() => new DuplicateFinder({ keep: 129 })).toThrow(/"keep" must be a whole number from 1 to 128/);
    expect(() => new DuplicateFinder({ matches: 1 } as object)).toThrow(/Unknown option "matches"/);
  });
});

describe("hostFrame", () => {
  const page = (title: string, ...shingles: number[]) => ({ title, shingles: Float64Array.from(shingles) });

  test("is what pages with three titles share, on a tenth of the pages at least", () => {
    const pages = ["a", "b", "c"].map((title, k) => page(title, 1, 10 + k));
    expect([...hostFrame(pages)]).toEqual([1]);
    const many = Array.from({ length: 40 }, (_, k) => page(`title ${k}`, 100 + k));
    expect([...hostFrame([...pages, ...many])]).toEqual([]);
  });

  test("three copies with one title are not a frame, unless all pages have that title", () => {
    const copies = [1, 2, 3].map((k) => page("River", 1, 10 + k));
    expect([...hostFrame([...copies, page("x", 5), page("y", 6)])]).toEqual([]);
    expect([...hostFrame(copies)]).toEqual([1]);
  });

  test("counts only pages whose sample reaches a shingle", () => {
    // Full samples that end before 900 say nothing about it.
    const full = Array.from({ length: 40 }, (_, k) => {
      return page(`full ${k}`, ...Array.from({ length: 128 }, (_, i) => i + (k + 1) / 100));
    });
    const short = ["a", "b", "c"].map((title) => page(title, 900));
    expect([...hostFrame([...full, ...short])]).toEqual([900]);
  });
});
