import fc from "fast-check";
import markdownit from "markdown-it";
import { describe, expect, it } from "vitest";
import { attribute, Gap, isShown, isText, type Page, parse, splitWords, tagName } from "../page/index.ts";
import { isSectionBreak } from "./content/lone-signs.ts";
import { keepShown } from "./kept-nodes.ts";
import { randomHtml, randomProse } from "./testing/random-html.ts";
import { writeHtml } from "./write-html.ts";
import { writeMarkdown } from "./write-markdown.ts";
import { writeText } from "./write-text.ts";

const url = "https://example.org/folder/page.html";
const runs = Number(process.env["DEHUSK_RUNS"] ?? 1000);

/** A page and a random part of its text and breaks to keep. */
const pageWithKept = fc
  .tuple(randomHtml, fc.array(fc.boolean(), { minLength: 150, maxLength: 150 }))
  .map(([html, choice]): { html: string; page: Page; kept: Uint8Array } => {
    const page = parse(html, { url });
    const kept = keepShown(page);
    for (let i = 0; i < page.size; i++) if (choice[i % choice.length] === false) kept[i] = 0;
    return { html, page, kept };
  });

function wordsOf(text: string): string[] {
  return splitWords(text).sort();
}

/** The kept text with white space wherever a reader would see a gap: a second implementation, without flow or running sums. */
function keptTextSlowly(page: Page, kept: Uint8Array): string {
  const write = (node: number): string => {
    if (isText(page, node)) return kept[node] === 1 ? page.strings[node] : isShown(page, node) ? " " : "";
    if (tagName(page, node) === "br") return isShown(page, node) ? "\n" : "";
    let inside = "";
    for (let i = node + 1; i < page.end[node]; i = page.end[i]) inside += write(i);
    const hidden = !isShown(page, node) && !inside.trim();
    return page.gap[node] > Gap.None && !hidden ? `\n${inside}\n` : inside;
  };
  return write(0);
}

describe("text", () => {
  it("is the page's text if everything shown is kept", () => {
    fc.assert(
      fc.property(randomHtml, (html) => {
        const page = parse(html, { url });
        expect(writeText(page, keepShown(page))).toBe(page.text);
      }),
      { numRuns: runs },
    );
  });

  it("has the words of the kept nodes, each once", () => {
    fc.assert(
      fc.property(pageWithKept, ({ page, kept }) => {
        expect(wordsOf(writeText(page, kept))).toEqual(wordsOf(keptTextSlowly(page, kept)));
      }),
      { numRuns: runs },
    );
  });
});

function clean(html: string): string {
  const page = parse(html, { url });
  return writeHtml(page, keepShown(page));
}

/** For each letter or digit of clean HTML, the number of formats around it that Markdown has signs for. */
function stressed(html: string): number[] {
  const depths: number[] = [];
  let depth = 0;
  for (const [, closing, tag] of html.matchAll(/<(\/?)([a-z]\w*)[^>]*>|&\w+;|[\p{L}\p{N}]/gu)) {
    if (tag === undefined) depths.push(depth);
    else if (/^(?:strong|em|s|del)$/.test(tag)) depth += closing === "/" ? -1 : 1;
  }
  return depths;
}

describe("Markdown", () => {
  const renderer = markdownit({ html: true });

  it("renders to the words of the text, each once", () => {
    fc.assert(
      fc.property(pageWithKept, ({ page, kept }) => {
        const rendered = parse(renderer.render(writeMarkdown(page, kept)), { url });
        expect(wordsOf(rendered.text)).toEqual(wordsOf(writeText(page, kept)));
      }),
      { numRuns: runs },
    );
  });

  it("renders to the signs of the text, each once, except rules and those added to cells and definitions", () => {
    const signs = (text: string): string => {
      const lines = text.split(/[\n\t]/).map((line) => line.replace(/[\s:-]/g, ""));
      return [...lines.filter((line) => !isSectionBreak(line)).join("")].sort().join("");
    };
    fc.assert(
      fc.property(pageWithKept, ({ page, kept }) => {
        const rendered = parse(renderer.render(writeMarkdown(page, kept)), { url });
        expect(signs(rendered.text)).toEqual(signs(writeText(page, kept)));
      }),
      { numRuns: runs },
    );
  });

  it("renders to the structure that clean HTML has", () => {
    // Paragraphs are in all items of a list or in none, and delimiters do not work everywhere.
    const structure = (html: string): string => clean(html).replace(/<\/?(?:p|strong|em|s|del)>|\n/g, "");
    fc.assert(
      fc.property(randomProse, (html) => {
        const page = parse(html, { url });
        expect(structure(renderer.render(writeMarkdown(page, keepShown(page))))).toBe(structure(html));
      }),
      { numRuns: runs },
    );
  });

  it("formats only letters that the page formats", () => {
    fc.assert(
      fc.property(randomProse, (html) => {
        const page = parse(html, { url });
        const source = stressed(clean(html));
        const rendered = stressed(clean(renderer.render(writeMarkdown(page, keepShown(page)))));
        expect(rendered.length).toBe(source.length);
        rendered.forEach((depth, i) => {
          expect(depth).toBeLessThanOrEqual(source[i]);
        });
      }),
      { numRuns: runs },
    );
  });

  it("depends only on its input", () => {
    fc.assert(
      fc.property(pageWithKept, ({ page, kept }) => {
        expect(writeMarkdown(page, kept)).toBe(writeMarkdown(page, kept.slice()));
      }),
      { numRuns: runs / 10 },
    );
  });
});

describe("HTML", () => {
  it("has the words of the text, each once", () => {
    fc.assert(
      fc.property(pageWithKept, ({ page, kept }) => {
        const read = parse(writeHtml(page, kept), { url });
        expect(wordsOf(read.text)).toEqual(wordsOf(writeText(page, kept)));
      }),
      { numRuns: runs },
    );
  });

  it("is read back as the tree that was written", () => {
    fc.assert(
      fc.property(pageWithKept, ({ page, kept }) => {
        const html = writeHtml(page, kept);
        expect(serialize(parse(html, { url }))).toBe(html);
      }),
      { numRuns: runs },
    );
  });

  it("does not change if cleaned again", () => {
    fc.assert(
      fc.property(pageWithKept, ({ page, kept }) => {
        const once = writeHtml(page, kept);
        const again = parse(once, { url });
        expect(writeHtml(again, keepShown(again))).toBe(once);
      }),
      { numRuns: runs },
    );
  });
});

/** The body of a page as HTML, one tag per node: equals the source only if the parser added and moved none. */
function serialize(page: Page): string {
  let body = 0;
  while (tagName(page, body) !== "body") body++;
  const voids = new Set(["br", "hr", "img"]);
  const write = (node: number): string => {
    if (isText(page, node)) return page.strings[node].replace(/[&<>]/g, entity);
    const name = tagName(page, node);
    const attributes = (page.attributes[node] ?? [])
      .map(({ name: key }) => ` ${key}="${(attribute(page, node, key) ?? "").replace(/[&<>"]/g, entity)}"`)
      .join("");
    return `<${name}${attributes}>${voids.has(name) ? "" : `${children(node)}</${name}>`}`;
  };
  const children = (node: number): string => {
    let inside = "";
    for (let i = node + 1; i < page.end[node]; i = page.end[i]) inside += write(i);
    return inside;
  };
  return children(body);
}

function entity(sign: string): string {
  return { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }[sign] as string;
}
