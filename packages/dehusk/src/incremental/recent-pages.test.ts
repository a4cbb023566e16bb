import { describe, expect, test } from "vitest";
import { parse } from "../page/index.ts";
import { RecentPages } from "./recent-pages.ts";
import { type StreamOptions, TemplateStream } from "./template-stream.ts";

/** The template blocks of pages by number: as answered at once, and after all revisions. */
async function run(pages: readonly string[], recent: number, options: StreamOptions = {}) {
  const stream = await TemplateStream.open(options);
  const revisable = new RecentPages<number>(recent, stream.rule);
  const atOnce: string[] = [];
  const revised: string[] = [];
  const changes: string[] = [];
  for (const [number, html] of pages.entries()) {
    const answer = await stream.add(parse(html, { url: "https://daily.example/" }));
    atOnce.push(answer.blocks.template.join(""));
    revised.push(atOnce[number]);
    for (const { item, answer: now } of revisable.add(number, answer)) {
      revised[item] = now.blocks.template.join("");
      changes.push(`${number}:${item}`);
    }
  }
  return { atOnce, revised, changes };
}

const site = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `<div>Home News Weather</div><p>Story ${n} of many others</p>`);

describe("RecentPages", () => {
  test("the pages before a menu was known get it, once each", async () => {
    const { atOnce, revised, changes } = await run(site(6), 10);
    expect(atOnce).toEqual(["00", "00", "10", "10", "10", "10"]);
    expect(revised).toEqual(["10", "10", "10", "10", "10", "10"]);
    expect(changes).toEqual(["2:0", "2:1"]);
  });

  test("only this many pages are kept", async () => {
    expect((await run(site(6), 1)).revised).toEqual(["00", "10", "10", "10", "10", "10"]);
  });

  test("a page without the segment is left as it is", async () => {
    const pages = site(6);
    pages[1] = "<div>Another menu</div><p>Story</p>";
    expect((await run(pages, 10)).changes).toEqual(["3:0", "3:2"]);
  });

  test("what a young site's count made a template stays one", async () => {
    const late = Array.from(
      { length: 8 },
      (_, n) => `<div>Home News Weather</div><h1>Special offers</h1><p>Late ${n}</p>`,
    );
    const { revised } = await run([...site(10), ...late], 30);
    expect(new Set(revised.slice(0, 10))).toEqual(new Set(["10"]));
    expect(revised.slice(10)).toEqual(Array.from({ length: 8 }, () => "110"));
  });
});

test("what neighbours on an old site share is not said of those before, until as many have it as are kept", async () => {
  const special = Array.from({ length: 13 }, (_, n) => `<div>Home News Weather</div><h1>Offers</h1><p>Late ${n}</p>`);
  const { atOnce, revised } = await run([...site(40), ...special], 12);
  expect(
    atOnce
      .slice(40)
      .map((blocks) => blocks[1])
      .join(""),
  ).toBe("0000000001111");
  expect(
    (await run([...site(40), ...special.slice(0, 11)], 12)).revised
      .slice(40)
      .map((blocks) => blocks[1])
      .join(""),
  ).toBe("00000000011");
  expect(
    revised
      .slice(40)
      .map((blocks) => blocks[1])
      .join(""),
  ).toBe("1111111111111");
});

test("a segment on a third of a young site's pages is a template to those who look back", async () => {
  const every = (k: number) =>
    Array.from(
      { length: 13 },
      (_, n) => `<div>Home ${n}</div>${n % k === 0 ? "<h1>Offers of the day</h1>" : ""}<p>Story ${n}</p>`,
    );
  const found = ({ revised }: { revised: string[] }) =>
    revised.filter((blocks) => blocks.length === 3 && blocks[1] === "1").length;
  expect(found(await run(every(2), 24))).toBe(7);
  // On a fifth of them it is one from then on.
  expect(found(await run(every(5), 24))).toBe(1);
});

test("once a site has forty pages, a segment needs a fifth of them", async () => {
  const late = Array.from(
    { length: 11 },
    (_, n) => `<div>Home News Weather</div><h1>Special offers</h1><p>Late ${n}</p>`,
  );
  const answers = async (options: StreamOptions) => (await run([...site(40), ...late], 0, options)).atOnce.slice(40);
  expect((await answers({})).map((blocks) => blocks[1]).join("")).toBe("00000000011");
  expect((await answers({ settledPages: 5 })).map((blocks) => blocks[1]).join("")).toBe("00001111111");
});

test("numbers are masked in texts with words, not in values", async () => {
  const pages = Array.from({ length: 5 }, (_, n) => `<div>${n * 7},${n}00 users online</div><p>$${n}.50</p>`);
  expect((await run(pages, 0, { maskNumbers: true })).atOnce.at(-1)).toBe("10");
  expect((await run(pages, 0)).atOnce.at(-1)).toBe("00");
});
