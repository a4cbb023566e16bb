import { describe, expect, test } from "vitest";
import { blockDetector } from "../detect/index.ts";
import { madeUpSite } from "../detect/testing/made-up-sites.ts";
import { type Page, parse } from "../page/index.ts";
import { SiteBuilder } from "../site/index.ts";
import { BlockTrainer } from "../train/index.ts";
import { cleanText, keepAll, keepMain, keepOutside, keepOutsideBlocks, keepOutsideFrame, SiteKeeper } from "./clean.ts";

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
  const keeper = new SiteKeeper();
  for (const page of pages) keeper.add(page);
  const keep = keeper.finish();
  return pages.map((page) => cleanText(page, keep));
}

const trainer = new BlockTrainer({ trees: 20 });
for (let number = 0; number < 12; number++) trainer.addSite(madeUpSite(number).pages(8));
const detector = blockDetector(await trainer.finish(), "rf", { recall: 0.5 });

describe("clean", () => {
  test("none keeps everything the page shows", () => {
    const [page] = pagesOf("Daily");
    expect(page && cleanText(page, keepAll)).toBe(page?.text);
    expect(page?.text).toContain("About Daily");
  });

  test("site removes text that the pages share", () => {
    expect(cleanedBySite(pagesOf("Daily"))).toEqual(stories);
  });

  test("site works with given templates, on unseen pages", () => {
    const builder = new SiteBuilder();
    const [unseen, ...seen] = pagesOf("Daily");
    for (const page of seen) builder.add(page);
    expect(unseen && cleanText(unseen, keepOutside(builder.finish()))).toBe(stories[0]);
  });

  test("site separates sites by host, with and without www", () => {
    const daily = pagesOf("Daily", (number) => `https://${number % 2 ? "www." : ""}daily.example/${number}`);
    // Their only stories are on four pages of the weekly, but each on one page of its own host.
    const weekly = pagesOf("Weekly", (number) => `https://host${number}.example/`);
    const cleaned = cleanedBySite([...daily, ...weekly]);
    expect(cleaned.slice(0, 4)).toEqual(stories);
    expect(cleaned.slice(4)).toEqual(weekly.map(({ text }) => text));
  });

  test("site leaves pages of unknown hosts unchanged", () => {
    const keeper = new SiteKeeper();
    for (const page of pagesOf("Daily", () => "https://daily.example/")) keeper.add(page);
    const [other] = pagesOf("Daily", () => "https://other.example/");
    expect(other && cleanText(other, keeper.finish())).toBe(other?.text);
  });

  test("frame removes templates around the part with a page's own text, and keeps that part whole", () => {
    const cars = ["red", "green", "blue", "white"].map((colour, n) =>
      parse(`<ul><li><a href="/">Home</a><li><a href="/used">Used cars</a></ul>
        <div><h2>Technical data</h2><table><tr><td>Mileage<td>${n}7,000 km<tr><td>Colour<td>${colour} as new</table></div>
        <p>All rights reserved</p>`),
    );
    const builder = new SiteBuilder();
    for (const page of cars) builder.add(page);
    const templates = builder.finish();
    const [first] = cars as [Page];
    expect(cleanText(first, keepOutside(templates)).split(/\s+/)).toEqual("07,000 km red as new".split(" "));
    expect(cleanText(first, keepOutsideFrame(templates)).split(/\s+/)).toEqual(
      "Mileage 07,000 km Colour red as new".split(" "),
    );
    const keeper = new SiteKeeper();
    for (const page of cars) keeper.add(page);
    expect(keeper.finish(keepOutsideFrame)(first)).toEqual(keepOutsideFrame(templates)(first));
  });

  test("frame leaves nothing of a page without text of its own", () => {
    const pages = Array.from({ length: 3 }, () => parse("<div><p>Home and news</p></div><p>Imprint</p>"));
    const builder = new SiteBuilder();
    for (const [n, page] of pages.entries())
      builder.add(n === 0 ? page : parse(`<div><p>Home and news</p></div><p>Imprint</p><i>${n}</i>`));
    const [first] = pages as [Page];
    expect(cleanText(first, keepOutsideFrame(builder.finish()))).toBe("");
  });

  test("page keeps the prose and drops a list of links", () => {
    const links = Array.from({ length: 40 }, (_, i) => `<li><a href="/${i}">Section number ${i}</a>`).join("");
    const prose = "The river rose in the night, and by the morning the lower meadow was a lake. ".repeat(20);
    const page = parse(`<body><ul>${links}</ul><div><p>${prose}</p><p>${prose}</p></div>`);
    const text = cleanText(page, keepMain());
    expect(text).toContain("the lower meadow was a lake");
    expect(text).not.toContain("Section number");
  });

  test("blocks removes what looks like a template on an unseen site, with all descendants", () => {
    const page = madeUpSite(50).pages(1)[0];
    const kept = keepOutsideBlocks(detector)(page);
    const left = cleanText(page, () => kept);
    const shown = keepAll(page);
    const gone = Array.from(kept.keys()).filter((node) => kept[node] === 0 && shown[node] === 1);
    expect(gone.length).toBeGreaterThan(0);
    for (const node of gone) {
      for (let below = node; below < page.end[node]; below++) expect(kept[below]).toBe(0);
    }
    const paragraphs = page.text.split("\n").filter((line) => line.length > 200);
    expect(paragraphs.length).toBeGreaterThan(0);
    for (const paragraph of paragraphs) expect(left).toContain(paragraph);
  });

  test("blocks leaves everything if the detector finds no template", () => {
    const [page] = madeUpSite(50).pages(1);
    expect(page && cleanText(page, keepOutsideBlocks({ ...detector, threshold: 2 }))).toBe(page?.text);
  });

  test("pages without text give no text", () => {
    const empty = parse("");
    const keeper = new SiteKeeper();
    keeper.add(empty);
    for (const keep of [
      keepAll,
      keepMain(),
      keeper.finish(),
      keeper.finish(keepOutsideFrame),
      keepOutsideBlocks(detector),
    ]) {
      expect(cleanText(empty, keep)).toBe("");
    }
  });
});
