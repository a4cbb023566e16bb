import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Extraction, extract } from "../extract/index.ts";
import { randomHtml, randomProse } from "../extract/testing/random-html.ts";
import { nodeAt, parse } from "../page/index.ts";
import { type Chunk, chunks } from "./chunks.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import { listSections } from "./list-sections.ts";

/** A counter unlike the estimate: characters in threes, and more for the whole than for its parts. */
const threes = (text: string): number => Math.ceil(text.length / 3) + (text.includes("\n") ? 2 : 0);

const words = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

function check(result: Extraction, found: readonly Chunk[], maxTokens: number, count: (text: string) => number): void {
  const { markdown } = result;
  // No word is lost, and all are in order.
  const parts = found.map((chunk) => markdown.slice(chunk.from + chunk.overlap, chunk.to));
  expect(words(parts.join(" ")).join("")).toBe(words(markdown).join(""));
  let end = 0;
  for (const chunk of found) {
    expect(chunk.from + chunk.overlap).toBeGreaterThanOrEqual(end);
    expect(markdown.slice(end, chunk.from + chunk.overlap).trim()).toBe("");
    end = chunk.to;
    expect(chunk.tokens).toBe(count(chunk.text));
    expect(chunk.tokens).toBeLessThanOrEqual(maxTokens);
    expect(chunk.text).not.toBe("");
    // What is in its range is in its text.
    const has = words(chunk.text).join("");
    expect(has).toContain(words(markdown.slice(chunk.from, chunk.to)).join(""));
  }
}

/** The headings above a place in Markdown without code, by its lines alone. */
function headingsAt(markdown: string, at: number): string[] {
  const open: { level: number; text: string }[] = [];
  for (const line of markdown.slice(0, at).split("\n")) {
    const heading = /^(#{1,6}) (.+)$/.exec(line);
    if (heading === null) continue;
    const level = heading[1]?.length ?? 0;
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    open.push({ level, text: heading[2] ?? "" });
  }
  return open.map(({ text }) => text);
}

describe("chunks of any page", () => {
  test.each([
    ["the estimate", estimateTokens, 0],
    ["the estimate, with overlap", estimateTokens, 12],
    ["another counter", threes, 0],
    ["another counter, with overlap", threes, 10],
  ])("lose no word, keep the order and the limit: %s", (_, tokenizer, overlap) => {
    fc.assert(
      fc.property(randomHtml, fc.integer({ min: 24, max: 120 }), (html, maxTokens) => {
        const result = extract(html, { preset: "everything" });
        check(result, chunks(result, { maxTokens, overlap, tokenizer }), maxTokens, tokenizer);
      }),
      { numRuns: 80 },
    );
  });

  const section = fc.record({
    level: fc.integer({ min: 2, max: 5 }),
    title: fc.stringMatching(/^[A-Z][a-z]{3,8}$/),
    paragraphs: fc.array(randomProse, { minLength: 1, maxLength: 4 }),
  });

  test("have the headings above them", () => {
    fc.assert(
      fc.property(fc.array(section, { maxLength: 8 }), fc.integer({ min: 24, max: 200 }), (sections, maxTokens) => {
        const body = sections.map(
          ({ level, title, paragraphs }) =>
            `<h${level}>${title}</h${level}>${paragraphs.map((text) => `<p>Text: ${text.replace(/[<&#]/g, "")}</p>`).join("")}`,
        );
        const result = extract(`<h1>Top</h1><p>Start.</p>${body.join("")}`, { preset: "everything" });
        for (const chunk of chunks(result, { maxTokens })) {
          const own = result.markdown.slice(chunk.from, chunk.to);
          // Places of the chunk that are below a heading, not headings themselves.
          const places = [...own.matchAll(/^(?!#{1,6} )\S.*$/gm)].map(({ index }) =>
            headingsAt(result.markdown, chunk.from + index + 1),
          );
          const paths = places.length > 0 ? places : [headingsAt(result.markdown, chunk.to)];
          let shared = 0;
          while (paths.every((path) => path[shared] !== undefined && path[shared] === paths[0]?.[shared])) shared++;
          // Two sections of one name look alike in the text alone.
          expect(paths[0]?.slice(0, shared).slice(0, chunk.headings.length)).toEqual(chunk.headings);
          if (new Set(sections.map(({ title }) => title)).size === sections.length && places.length > 0) {
            expect(chunk.headings).toEqual(paths[0]?.slice(0, shared));
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

const row = (i: number): string =>
  `<tr><td>Row ${i} of the table</td><td>${i * 7}</td><td>some words about it</td></tr>`;
const table = `<table><thead><tr><th>Name</th><th>Number</th><th>About</th></tr></thead><tbody>${Array.from({ length: 30 }, (_, i) => row(i)).join("")}</tbody></table>`;
const code = `<pre><code class="language-js">${Array.from({ length: 40 }, (_, i) => `const value${i} = compute(${i}, "text");`).join("\n")}</code></pre>`;
const list = `<ul>${Array.from({ length: 20 }, (_, i) => `<li>Item ${i} says a few words about itself<ul><li>and something below it</li></ul></li>`).join("")}</ul>`;

function cut(html: string, options: object): { result: Extraction; found: Chunk[] } {
  const result = extract(html, { preset: "everything" });
  return { result, found: chunks(result, options) };
}

describe("structure", () => {
  test("a table that does not fit is cut between rows, with its header in each chunk", () => {
    const { result, found } = cut(`<h1>T</h1><p>Before.</p>${table}<p>After.</p>`, { maxTokens: 120 });
    const tables = found.filter(({ text }) => text.includes("| Row"));
    expect(tables.length).toBeGreaterThan(3);
    for (const { text } of tables) {
      const lines = text.split("\n").filter((line) => line.startsWith("|"));
      expect(lines.slice(0, 2)).toEqual(["| Name | Number | About |", "| --- | --- | --- |"]);
      for (const line of lines) expect(result.markdown.split("\n")).toContain(line);
    }
  });

  const few = fc.array(fc.constantFrom("mill", "weir", "flood", "gates"), { minLength: 1, maxLength: 10 });
  const short = few.map((words) => words.join(" "));

  test("no row and no line of code is cut where it fits, whatever is before it", () => {
    const cells = fc.array(fc.tuple(short, short), { minLength: 2, maxLength: 12 });
    const lines = fc.array(short, { minLength: 2, maxLength: 12 });
    const blocks = fc.array(fc.oneof(cells, lines), { minLength: 1, maxLength: 4 });
    const limits = fc
      .integer({ min: 0, max: 20 })
      .chain((overlap) => fc.tuple(fc.constant(overlap), fc.integer({ min: 2 * overlap + 40, max: 90 })));
    fc.assert(
      fc.property(blocks, short, limits, (blocks, before, [overlap, maxTokens]) => {
        const body = blocks.map((block) => {
          const rows = block.map((row) =>
            typeof row === "string" ? `x${row}` : `<tr><td>x${row[0]}</td><td>y${row[1]}</td></tr>`,
          );
          return typeof block[0] === "string"
            ? `<pre><code class="language-js">${rows.join("\n")}</code></pre>`
            : `<table><thead><tr><th>Name</th><th>About</th></tr></thead>${rows.join("")}</table>`;
        });
        const { result, found } = cut(`<h1>T</h1><p>P${before}.</p>${body.join("<p>Next.</p>")}`, {
          maxTokens,
          overlap,
        });
        const head = estimateTokens("| Name | About |\n| --- | --- |\n") + 2;
        const fits = (line: string) => head + estimateTokens(line) <= maxTokens - overlap;
        const { markdown } = result;
        for (const { from, to } of found) {
          for (const place of [from, to]) {
            const start = markdown.lastIndexOf("\n", place - 1) + 1;
            const end = `${markdown}\n`.indexOf("\n", place);
            const isWithin = markdown.slice(start, place).trim() !== "" && markdown.slice(place, end).trim() !== "";
            const line = markdown.slice(start, end);
            if (isWithin && fits(line)) expect(line).toMatch(/^P/);
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  test("the first word of a footnote is never alone: it would be the address of a link", () => {
    const note = `evil.example ${"long".repeat(300)}`;
    const html = `<p>A claim.<sup><a href="#n" id=r>1</a></sup></p><ol class=footnotes><li id=n>${note}</li></ol>`;
    for (let maxTokens = 32; maxTokens < 64; maxTokens++) {
      for (const { text } of cut(html, { maxTokens }).found) {
        // What cannot be cut safely is shown as source.
        if (!text.startsWith("```")) expect(text).not.toMatch(/^\[\^1\]: \S+\s*$/m);
      }
    }
  });

  test("code that does not fit is cut between lines, with its fences in each chunk", () => {
    const { found } = cut(`<h1>T</h1><p>Before.</p>${code}<p>After.</p>`, { maxTokens: 150, overlap: 30 });
    const blocks = found.filter(({ text }) => text.includes("compute("));
    expect(blocks.length).toBeGreaterThan(3);
    for (const { text } of blocks) {
      expect(text.match(/^```/gm)).toHaveLength(2);
      expect(text).toContain("```js\n");
      for (const line of text.split("\n"))
        if (line.includes("value")) expect(line).toMatch(/^const value\d+ = compute\(\d+, "text"\);$/);
    }
  });

  test("lists are cut between items, and nested items are not indented", () => {
    const { found } = cut(`<h1>T</h1><p>Before.</p>${list}`, { maxTokens: 60 });
    for (const { text } of found.slice(1)) expect(text).toMatch(/^- /);
  });

  test("a heading is never the end of a chunk where something follows it that can be cut", () => {
    const prose = "Some words make a sentence here. ".repeat(30);
    const { found } = cut(`<h1>Top</h1><h2>One</h2><p>${prose}</p><h2>Two</h2><p>${prose}</p>`, { maxTokens: 100 });
    for (const { text } of found) expect(text.split("\n").at(-1)).not.toMatch(/^#/);
  });

  test("formulas and links are not cut where they fit", () => {
    const prose =
      'The value <span class="math">$a + b = c_{1}$</span> is in <a href="https://example.org/a">the long note</a>. ';
    const { found } = cut(`<script>MathJax = {tex: {inlineMath: [["$", "$"]]}}</script><p>${prose.repeat(20)}</p>`, {
      maxTokens: 60,
    });
    for (const { text } of found)
      expect((text.match(/\]\(https:\/\/example\.org\/a\)/g) ?? []).length).toBe(
        (text.match(/\[the long note/g) ?? []).length,
      );
  });

  test("the overlap is in both chunks, up to its limit", () => {
    const sentences = Array.from({ length: 40 }, (_, i) => `Sentence number ${i} has a few words.`).join(" ");
    const { result, found } = cut(`<p>${sentences}</p>`, { maxTokens: 80, overlap: 20 });
    expect(found.length).toBeGreaterThan(3);
    for (const [i, chunk] of found.entries()) {
      if (i === 0) continue;
      const again = result.markdown.slice(chunk.from, chunk.from + chunk.overlap);
      expect(chunk.overlap).toBeGreaterThan(0);
      expect(found[i - 1]?.text).toContain(again.trim());
      expect(chunk.text.startsWith("Sentence number")).toBe(true);
      expect(estimateTokens(again)).toBeLessThanOrEqual(20);
    }
  });

  test("each says where it begins on the page, also below front matter", () => {
    const page = parse(
      `<h1>T</h1><p>First words here, and a few more of them.</p><h2>B</h2><p>Second words here, and a few more of them.</p>`,
    );
    const result = extract(page, { preset: "everything", frontmatter: true });
    const found = chunks(result, { maxTokens: 16 });
    const last = found.at(-1);
    expect(result.markdown.slice(last?.from, last?.to)).toBe(last?.text);
    expect(page.strings[nodeAt(page, last?.path ?? "")]).toBe("B");
  });
});

test("wrong options and copies of results are refused", () => {
  const result = extract("<p>Words.</p>");
  expect(() => chunks(result, { maxTokens: 4 })).toThrow('Option "maxTokens" must be');
  expect(() => chunks(result, { maxTokens: 100, overlap: 90 })).toThrow("at most half");
  expect(() => chunks({ ...result })).toThrow("Expected a result of extract");
  expect(chunks(extract(""))).toEqual([]);
});

test("a text of marks alone is cut without running out of stack", () => {
  const result = extract(`<p>a${"\u0301".repeat(20_000)}</p>`, { preset: "everything" });
  expect(chunks(result, { maxTokens: 100 }).length).toBeGreaterThan(1);
});

test("time grows with the page, not with its square", () => {
  const timeOf = (count: number): number => {
    const html = Array.from({ length: count }, (_, i) => `<h2>${i}</h2><p>Some words for paragraph ${i}.`).join("");
    const result = extract(html, { preset: "everything", limits: { nodes: Number.POSITIVE_INFINITY } });
    expect(result.markdown).toContain("Some words");
    const start = process.cpuUsage();
    expect(chunks(result, { maxTokens: 100 }).length).toBeGreaterThan(count / 20);
    expect(listSections(result)).toHaveLength(count);
    return process.cpuUsage(start).user;
  };
  timeOf(2000);
  // Eight times as much; a quadratic pass takes up to 64 times as long.
  expect(timeOf(64_000) / timeOf(8000)).toBeLessThan(24);
});
