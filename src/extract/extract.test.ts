import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { leadingFeatures, scorePage } from "../detect/index.ts";
import { nodeAt, parse } from "../page/index.ts";
import { SiteBuilder } from "../site/index.ts";
import { type ExtractOptions, extract, presets } from "./extract.ts";

const example = (name: string) => readFileSync(new URL(`../../examples/${name}.html`, import.meta.url), "utf8");

describe("extract", () => {
  const article = extract(example("article"));

  test("drops menu, related links and footer of the article", () => {
    for (const dropped of [
      "What’s on",
      "Subscribe",
      "All rights reserved",
      "Most read",
      "Otters move into",
      "cookie policy",
    ]) {
      expect(article.text).not.toContain(dropped);
    }
  });

  test("keeps its paragraphs, its table and its figures", () => {
    expect(article.text).toContain("It was the first time the Saltmere tidal clock had moved");
    expect(article.markdown).toContain("# Saltmere’s tidal clock ticks again after 61 years of silence");
    expect(article.markdown).toMatch(/\| *Dredging the float well *\| *£9,000 *\| *£11,450 *\|/);
    expect(article.markdown).toMatch(
      /!\[A blue enamel clock face[^\]]*\]\(https:\/\/www\.harborlight-gazette\.example\/media/,
    );
    expect(article.html).toMatch(/<figcaption>The enamel face was found/);
  });

  test("keeps code as code", () => {
    expect(extract(example("docs-code")).markdown).toMatch(/```ts\nimport \{ Stream \} from "rivulet";/);
  });

  test("says how sure it is, which is less where less can be told", () => {
    expect(article.confidence).toBeGreaterThan(0.7);
    expect(article.confidence).toBeLessThanOrEqual(1);
    const links = Array.from({ length: 40 }, (_, i) => `<li><a href="/${i}">Entry ${i}</a></li>`).join("");
    expect(extract(`<nav><ul>${links}</ul></nav>`).confidence).toBeLessThan(article.confidence as number);
    expect(extract("").confidence).toBe(0);
  });

  test("counts the words of the content", () => {
    expect(extract("<p>Four words of text.").words).toBe(4);
  });

  test("gives the same for the same page, and changes neither page nor options", () => {
    const page = parse(example("recipe"));
    const before = structuredClone(page);
    const options: ExtractOptions = Object.freeze({ preset: "balanced" as const });
    const { markdown, html, text, confidence } = extract(page, options);
    expect(page).toEqual(before);
    expect(extract(example("recipe"))).toMatchObject({ markdown, html, text, confidence });
  });

  test("says why nothing was extracted", () => {
    expect(extract("<p hidden>Unseen").warnings).toEqual([
      expect.objectContaining({ code: "empty-content", message: expect.stringMatching(/hidden, or made by scripts/) }),
    ]);
    expect(extract("<a href=/><!-- a note --></a>").warnings).toEqual([
      expect.objectContaining({ code: "empty-content", message: expect.stringMatching(/it has no text/) }),
    ]);
  });
});

describe("presets", () => {
  test("everything keeps all that is shown and decides nothing", () => {
    const html = example("article");
    const { text, confidence, explain } = extract(html, { preset: "everything" });
    expect(text).toBe(parse(html).text);
    expect(confidence).toBeNull();
    for (const { kept, reasons, templateness } of explain()) {
      expect(templateness).toBeNull();
      if (kept) expect(reasons).toEqual(["it is shown"]);
    }
  });

  test("balanced is the default", () => {
    expect(presets[0]).toBe("balanced");
    expect(extract(example("qa")).markdown).toBe(extract(example("qa"), { preset: "balanced" }).markdown);
  });

  test.each<[string, unknown, RegExp]>([
    ["an unknown preset", { preset: "some" }, /Unknown preset "some"; known are balanced, everything/],
    ["no preset at all", { preset: null }, /Unknown preset "null"/],
    ["an unknown option", { presets: "everything" }, /Unknown option "presets"/],
    ["an option of detect", { penalty: "area" }, /Unknown option "penalty"/],
    ["no object", 7, /Options must be an object, not 7/],
    ["null", null, /Options must be an object, not null/],
  ])("%s is an error", (_, options, message) => {
    expect(() => extract("<p>x", options as ExtractOptions)).toThrow(
      expect.objectContaining({ code: "bad-option", message: expect.stringMatching(message) }),
    );
  });
});

describe("explain", () => {
  const blocks = extract(example("article")).explain();
  const blockWith = (text: string) => blocks.find((block) => block.text.includes(text));

  test("gives a kept block the reasons for content", () => {
    const block = blockWith("It was the first time the Saltmere");
    expect(block?.kept).toBe(true);
    expect(block?.templateness).toBeLessThan(0.5);
    expect(block?.reasons[0]).toMatch(
      /^it is in (?:the main part of the page|a part of the page, \w+), that is \d+ % template$/,
    );
    expect(block?.reasons.at(-1)).toMatch(/^.+ \(\w+ -?[\d.e+-]+\)$/);
  });

  test("gives a dropped block the reasons for a template", () => {
    const block = blockWith("Advertise");
    expect(block?.kept).toBe(false);
    expect(block?.templateness).toBeGreaterThanOrEqual(0.5);
    expect(block?.reasons.length).toBeGreaterThan(1);
  });

  test("names the features that speak for what was decided", () => {
    const page = parse(example("article"));
    const scored = scorePage(page);
    for (const { path, kept, reasons, templateness } of blocks) {
      if (path === null || templateness === null) continue;
      const place = scored.tree.place[nodeAt(page, path)] as number;
      const names = leadingFeatures(scored, place, !kept, 3).map(({ name }) => name);
      expect(reasons.slice(reasons.length - names.length).map((reason) => / \((\w+) /.exec(reason)?.[1])).toEqual(
        names,
      );
    }
  });

  test("tells why what is hidden is hidden", () => {
    const hidden = extract("<p>Seen words<p hidden>one<p aria-hidden=true>two<p style='display:none'>three").explain();
    expect(hidden.slice(1).map(({ kept, templateness, reasons }) => ({ kept, templateness, reasons }))).toEqual([
      { kept: false, templateness: null, reasons: ["it is in an element marked as hidden"] },
      { kept: false, templateness: null, reasons: ["it is in an element marked aria-hidden"] },
      { kept: false, templateness: null, reasons: ["its style keeps it from being shown"] },
    ]);
  });

  test("what is kept is what is in the content", () => {
    const { text } = extract(example("qa"));
    const plain = (string: string) => string.replace(/\s+/g, " ");
    for (const block of extract(example("qa")).explain()) {
      if (block.kept) expect(plain(text)).toContain(plain(block.text).slice(0, 40));
    }
    expect(blocks.filter(({ kept }) => kept).length).toBeGreaterThan(10);
    expect(blocks.filter(({ kept }) => !kept).length).toBeGreaterThan(10);
  });
});

test("what the site repeats is dropped where the page alone does not tell", () => {
  const note = `<div class=note><p>${"Our office is open every day from nine to five, and on Sundays too. ".repeat(3)}</p></div>`;
  const html = (story: string) =>
    `${note}<div class=story><h1>${story}</h1><p>${`${story} goes on and on. `.repeat(12)}</p></div>`;
  const builder = new SiteBuilder();
  for (let number = 0; number < 8; number++) builder.add(parse(html(`Story number ${number}`)));
  const unseen = html("A story that nobody has read");
  expect(extract(unseen).text).toContain("Our office is open");
  const { text } = extract(unseen, { site: builder.finish() });
  expect(text).not.toContain("Our office is open");
  expect(text).toContain("A story that nobody has read goes on");
});
