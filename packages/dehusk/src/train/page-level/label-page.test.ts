import { describe, expect, test } from "vitest";
import { byId } from "../../features/testing/features-of.ts";
import { parse } from "../../page/index.ts";
import { SiteBuilder } from "../../site/index.ts";
import { labelPage } from "./label-page.ts";

const prose = (number: number) =>
  `In story ${number} somebody says what nobody has said on any other page of the site. `;

/** A page with a menu, an article, a unique teaser, and a box that it shares with one other page. */
function html(number: number, length = 4): string {
  return `<title>${number}</title><nav id=menu><a href=/>Home</a> <a href=/news>All the news</a></nav>
<div id=main><h1 id=headline>Story ${number}</h1><p id=text>${prose(number).repeat(length)}</p><p id=more>${prose(number + 100)}</p><p id=within>Shared by two in the story, pair ${number >> 1}</p></div>
<div id=side><p id=teaser>Teaser ${number} for another story</p><p id=pair>Shared by two, pair ${number >> 1}</p></div>`;
}

function labelsOf(number: number, length?: number): Record<string, number | undefined> {
  const builder = new SiteBuilder();
  for (let other = 0; other < 8; other++) builder.add(parse(html(other, length)));
  const page = parse(html(number, length));
  const labels = labelPage(page, builder, builder.finish());
  expect(labels.length).toBe(page.size);
  return Object.fromEntries(
    ["menu", "main", "headline", "text", "more", "within", "teaser", "pair"].map((id) => [id, labels[byId(page, id)]]),
  );
}

describe("labels by repetition", () => {
  test("content of many pages is template, unique content in the main part is content", () => {
    expect(labelsOf(3)).toMatchObject({ menu: 1, main: 0, headline: 0, text: 0, more: 0 });
  });

  test("unique content outside the main part, or content of two pages, is unknown", () => {
    expect(labelsOf(3)).toMatchObject({ teaser: -1, pair: -1, within: -1 });
  });

  test("without a main part all unique content is content", () => {
    const builder = new SiteBuilder();
    // Running text, but fewer than 200 characters of it.
    const short = (number: number) =>
      `<nav id=menu>Same menu</nav><div><p id=own>${prose(number)}</p></div><div><p id=far>And ${number}</p>more</div>`;
    for (let other = 0; other < 8; other++) builder.add(parse(short(other)));
    const page = parse(short(5));
    const labels = labelPage(page, builder, builder.finish());
    expect(["menu", "own", "far"].map((id) => labels[byId(page, id)])).toEqual([1, 0, 0]);
  });

  test("everything in a template is template, down to its texts", () => {
    const builder = new SiteBuilder();
    for (let other = 0; other < 8; other++) builder.add(parse(html(other)));
    const page = parse(html(1));
    const labels = labelPage(page, builder, builder.finish());
    const menu = byId(page, "menu");
    expect(new Set(labels.subarray(menu, page.end[menu]))).toEqual(new Set([1]));
  });

  test("prose that is on many pages does not make a main part", () => {
    const note = `<div id=note><p>${"Read our rules, all of them, before you write to us, and be kind to each other. ".repeat(20)}</p></div>`;
    const builder = new SiteBuilder();
    for (let other = 0; other < 8; other++) builder.add(parse(note + html(other)));
    const page = parse(note + html(3));
    const labels = labelPage(page, builder, builder.finish());
    expect(["note", "text", "teaser"].map((id) => labels[byId(page, id)])).toEqual([1, 0, -1]);
  });
});
