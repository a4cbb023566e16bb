import { readdirSync, readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { pageLevelModel } from "../detect/index.ts";
import { parse } from "../page/index.ts";
import { extract } from "./extract.ts";
import type { ExtractOptions } from "./extract-options.ts";
import { type Preset, presets } from "./presets.ts";
import { siteWithNote } from "./testing/site-with-note.ts";

const folder = new URL("../../../../examples/", import.meta.url);
const examples = readdirSync(folder).flatMap((name) => (name.endsWith(".html") ? [name.replace(".html", "")] : []));
const example = (name: string) => readFileSync(new URL(`${name}.html`, folder), "utf8");

test("a short text beside a script is content, but not within the element that the script fills", () => {
  const script = '<script src="/a.js"></script>';
  expect(extract(`${script}<p>The mill is closed today.</p>`).text).toBe("The mill is closed today.");
  for (const root of ["<div id=app>", "<mill-app>"])
    expect(extract(`${script}${root}<p>Just a moment</p>`).text).toBe("");
});

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

  test("reports its confidence, which is lower for doubtful pages", () => {
    expect(article.confidence).toBeGreaterThan(0.7);
    expect(article.confidence).toBeLessThanOrEqual(1);
    const links = Array.from({ length: 40 }, (_, i) => `<li><a href="/${i}">Entry ${i}</a></li>`).join("");
    expect(extract(`<nav><ul>${links}</ul></nav>`).confidence).toBeLessThan(article.confidence as number);
    expect(extract("").confidence).toBe(0);
  });

  test("counts the words of the content", () => {
    expect(extract("<p>Four words of text.").words).toBe(4);
  });

  test("gives the same result for the same page, and changes neither page nor options", () => {
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
  test("everything keeps everything shown and decides nothing", () => {
    const html = example("article");
    const { text, confidence, explain } = extract(html, { preset: "everything" });
    expect(text).toBe(parse(html).text);
    expect(confidence).toBeNull();
    for (const { kept, reasons, templateness } of explain()) {
      expect(templateness).toBeNull();
      if (kept) expect(reasons).toEqual(["it is shown"]);
    }
  });

  test("precision keeps less than recall, unless a page leaves no doubt", () => {
    const words = (name: string, preset: Preset) => extract(example(name), { preset }).words;
    const differing = examples.filter((name) => words(name, "precision") < words(name, "recall"));
    expect(differing.length).toBeGreaterThan(examples.length / 2);
  });

  describe.each(examples)("of %s", (name) => {
    const page = parse(example(name));
    const of = (preset: Preset) => extract(page, { preset });
    const keptBy = (preset: Preset) =>
      new Set(
        of(preset)
          .explain()
          .flatMap(({ kept }, b) => (kept ? [b] : [])),
      );

    test("precision keeps at most as much as balanced, recall at least as much", () => {
      const [precision, balanced, recall, all] = (["precision", "balanced", "recall", "everything"] as const).map(
        keptBy,
      );
      for (const block of precision as Set<number>) expect(balanced).toContain(block);
      for (const block of balanced as Set<number>) expect(recall).toContain(block);
      for (const block of recall as Set<number>) expect(all).toContain(block);
      expect(of("precision").words).toBeGreaterThan(0);
    });

    test("article has no comments, and all presets find the same ones", () => {
      const { comments } = of("balanced");
      for (const preset of ["precision", "recall", "article"] as const) expect(of(preset).comments).toBe(comments);
      expect(comments).not.toBe("");
      const isComment = of("article")
        .explain()
        .filter(({ kind }) => kind === "comment");
      expect(isComment.filter(({ kept }) => kept)).toEqual([]);
      const lines = (text: string) => text.split("\n").filter((line) => line.length > 20);
      const { text } = of("article");
      for (const line of lines(comments ?? "")) expect(text).not.toContain(line);
    });
  });

  test("balanced is the default", () => {
    expect(presets[0]).toBe("balanced");
    expect(extract(example("qa")).markdown).toBe(extract(example("qa"), { preset: "balanced" }).markdown);
  });

  test.each<[string, unknown, RegExp]>([
    [
      "an unknown preset",
      { preset: "some" },
      /Option "preset" must be one of balanced, precision, recall, article, corpus, everything, not "some"/,
    ],
    ["no preset at all", { preset: null }, /"preset" must be one of .*, not null/],
    [
      "an unknown option",
      { presets: "everything" },
      /^Unknown option "presets"; did you mean "preset"\? Known options: preset, headline, spans, frontmatter, links, images, tables, cleanLinks, include, exclude, url, .*onSite\.$/,
    ],
    ["an option of detect", { penalty: "area" }, /Unknown option "penalty"/],
    ["an empty model", { model: {} }, /^Option "model" must be a model from openModel or readModel, or one of /],
    ["a model that has to be opened", { model: "blocks-rf" }, /from openModel .*, not "blocks-rf"\.$/],
    ["an unknown limit", { limits: { node: 1 } }, /^Unknown option "limits.node"; did you mean "limits.nodes"\?/],
    ["a limit of 0", { limits: { nodes: 0 } }, /^Option "limits.nodes" must be a number above 0, not 0\.$/],
    ["no object", 7, /Options must be an object, not 7/],
    ["null", null, /Options must be an object, not null/],
  ])("%s is an error", (_, options, message) => {
    expect(() => extract("<p>x", options as ExtractOptions)).toThrow(
      expect.objectContaining({ code: "bad-option", message: expect.stringMatching(message) }),
    );
  });
});

describe("comments", () => {
  interface Data {
    readonly comments?: string;
    readonly text: string;
  }
  const dataOf = (name: string, options?: ExtractOptions) =>
    JSON.parse(JSON.stringify(extract(example(name), options))) as Data;

  test("of readers are in the JSON beside the content, in order", () => {
    const { comments, text } = dataOf("article");
    const said = ["I was on the quay.", "The gulls cheered first", "£36,926 and nobody paid!", "Does anyone know"];
    const places = said.map((words) => comments?.indexOf(words) ?? -1);
    expect(places).toEqual(places.filter((place) => place >= 0).sort((a, b) => a - b));
    for (const words of said) expect(text).not.toContain(words);
    expect(comments).not.toContain("It was the first time the Saltmere tidal clock had moved");
  });

  test.each(["docs-code", "listing", "table-layout-1999", "forum-thread"])("are not in that of %s", (name) => {
    expect(dataOf(name)).not.toHaveProperty("comments");
  });

  test("are found by the model that has kinds, if something is decided", () => {
    expect(dataOf("article", { preset: "everything" })).not.toHaveProperty("comments");
    expect(dataOf("article", { model: pageLevelModel })).not.toHaveProperty("comments");
    expect(extract("").comments).toBeUndefined();
  });

  test("are content with the preset everything", () => {
    expect(dataOf("article", { preset: "recall" }).text.length).toBeGreaterThan(dataOf("article").text.length);
  });
});

describe("explain", () => {
  const blocks = extract(example("article")).explain();
  const blockWith = (text: string) => blocks.find((block) => block.text.includes(text));

  test("gives a dropped block the reasons for a template", () => {
    const block = blockWith("Advertise");
    expect(block?.kept).toBe(false);
    expect(block?.templateness).toBeGreaterThanOrEqual(0.5);
    expect(block?.reasons.length).toBeGreaterThan(1);
  });

  test("says why hidden text is hidden", () => {
    const hidden = extract("<p>Seen words<p hidden>one<p aria-hidden=true>two<p style='display:none'>three").explain();
    expect(hidden.slice(1).map(({ kept, templateness, reasons }) => ({ kept, templateness, reasons }))).toEqual([
      { kept: false, templateness: null, reasons: ["it is in an element marked as hidden"] },
      { kept: false, templateness: null, reasons: ["it is in an element marked aria-hidden"] },
      { kept: false, templateness: null, reasons: ["its style keeps it from being shown"] },
    ]);
  });

  test("kept blocks are those in the content", () => {
    const { text } = extract(example("qa"));
    const plain = (string: string) => string.replace(/\s+/g, " ");
    for (const block of extract(example("qa")).explain()) {
      if (block.kept) expect(plain(text)).toContain(plain(block.text).slice(0, 40));
    }
    expect(blocks.filter(({ kept }) => kept).length).toBeGreaterThan(10);
    expect(blocks.filter(({ kept }) => !kept).length).toBeGreaterThan(10);
  });
});

test("blocks that the site repeats are dropped even if the page alone does not show it", () => {
  const { site, unseen } = siteWithNote();
  expect(extract(unseen).text).toContain("Our office is open");
  const { text } = extract(unseen, { site });
  expect(text).not.toContain("Our office is open");
  expect(text).toContain("A story that nobody has read goes on");
});

test("holding text and Markdown does not hold the page's source in memory", () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const size = 2_000_000;
  const held = (what: "text" | "markdown") => {
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    const kept = Array.from({ length: 10 }, (_, i) => {
      const content = `<h1>Mill number ${i} has opened</h1><p>The mill by the old bridge, number ${i}, is open again.`;
      return extract(`${content}<script>${"x".repeat(size)}${i}</script>`)[what];
    });
    collectGarbage();
    expect(kept[7]).toContain("The mill by the old bridge, number 7");
    return process.memoryUsage().heapUsed - before;
  };
  expect(held("text")).toBeLessThan(4 * size);
  expect(held("markdown")).toBeLessThan(4 * size);
});
