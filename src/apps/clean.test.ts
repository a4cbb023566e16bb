import { describe, expect, test } from "vitest";
import { parse } from "../page/index.ts";
import { SiteBuilder } from "../site/index.ts";
import { cleanNone, cleanPage, cleanWith, SiteCleaner } from "./clean.ts";

const stories = ["Rain fell on the hills.", "A goat won the race.", "Bread is baked at dawn.", "Nobody saw the comet."];

const pagesOf = (site: string, url?: (number: number) => string) =>
  stories.map((story, number) =>
    parse(
      `<title>${number}</title><ul><li><a href="/">Home of ${site}</a><li><a href="/about">About ${site}</a></ul>
       <div><p>${story}</p></div><p>Copyright by ${site}, all rights reserved</p>`,
      url === undefined ? {} : { url: url(number) },
    ),
  );

function cleanedBySite(pages: ReturnType<typeof pagesOf>): string[] {
  const cleaner = new SiteCleaner();
  for (const page of pages) cleaner.add(page);
  return pages.map(cleaner.finish());
}

describe("clean", () => {
  test("none is all that the page shows", () => {
    const [page] = pagesOf("Daily");
    expect(page && cleanNone(page)).toBe(page?.text);
    expect(page?.text).toContain("About Daily");
  });

  test("site takes away what the pages have in common", () => {
    expect(cleanedBySite(pagesOf("Daily"))).toEqual(stories);
  });

  test("site works with templates from elsewhere, on pages that it has not seen", () => {
    const builder = new SiteBuilder();
    const [unseen, ...seen] = pagesOf("Daily");
    for (const page of seen) builder.add(page);
    expect(unseen && cleanWith(builder.finish())(unseen)).toBe(stories[0]);
  });

  test("site tells sites apart by host, with and without www", () => {
    const daily = pagesOf("Daily", (number) => `https://${number % 2 ? "www." : ""}daily.example/${number}`);
    // Their only stories are on four pages of the weekly, but each on one page of its own host.
    const weekly = pagesOf("Weekly", (number) => `https://host${number}.example/`);
    const cleaned = cleanedBySite([...daily, ...weekly]);
    expect(cleaned.slice(0, 4)).toEqual(stories);
    expect(cleaned.slice(4)).toEqual(weekly.map(({ text }) => text));
  });

  test("site leaves pages of hosts that it was not shown as they are", () => {
    const cleaner = new SiteCleaner();
    for (const page of pagesOf("Daily", () => "https://daily.example/")) cleaner.add(page);
    const [other] = pagesOf("Daily", () => "https://other.example/");
    expect(other && cleaner.finish()(other)).toBe(other?.text);
  });

  test("page keeps the prose and drops a list of links", () => {
    const links = Array.from({ length: 40 }, (_, i) => `<li><a href="/${i}">Section number ${i}</a>`).join("");
    const prose = "The river rose in the night, and by the morning the lower meadow was a lake. ".repeat(20);
    const text = cleanPage(parse(`<body><ul>${links}</ul><div><p>${prose}</p><p>${prose}</p></div>`));
    expect(text).toContain("the lower meadow was a lake");
    expect(text).not.toContain("Section number");
  });

  test("pages without text give none", () => {
    const empty = parse("");
    const cleaner = new SiteCleaner();
    cleaner.add(empty);
    for (const clean of [cleanNone, cleanPage, cleaner.finish()]) expect(clean(empty)).toBe("");
  });
});
