import { expect, test } from "vitest";
import { inspectHtml } from "../../../../fuzz/markdown/inspect-html.ts";
import { renderers } from "../../../../fuzz/markdown/renderers.ts";
import { extract } from "../extract/index.ts";
import { things } from "./things.ts";
import { thingsMarkdown } from "./write-things.ts";

const sentence = "Some words that make up a whole sentence of it.";

function markdownOf(html: string): string {
  return thingsMarkdown(extract(html, { url: "https://mill.example/t/7" }));
}

/** What no rendering may hold, in any of the five renderers, and how many blocks of code there are at most. */
function check(markdown: string): { forbidden: string[]; code: number } {
  const found = Object.values(renderers).map((render) => inspectHtml(render(markdown)));
  return {
    forbidden: found.flatMap(({ forbidden }) => forbidden),
    code: Math.max(...found.map(({ counts }) => counts.get("pre") ?? 0)),
  };
}

const post = (name: string, link: string, depth = 0): string =>
  `<div class=comment data-depth=${depth}><a class=author href="/users/${name}">${name}</a> <a href="${link}"><time datetime="2024-05-01">May 1</time></a><p>${sentence} ${name}</p></div>`;

test.each(["java&#10;script:__xss()", "&#1;javascript:__xss()", "data:text/html,x", "vbscript:x", "JavaScript:x"])(
  "a post's own address is never one that runs: %s",
  (address) => {
    const html = `<title>T</title><h1>T</h1>${post("ann", address)}${post("ben", "/t/7/2")}`;
    const { posts } = things(html, { url: "https://mill.example/t/7" });
    expect(posts?.map(({ permalink }) => permalink)).toEqual([null, "https://mill.example/t/7/2"]);
    expect(check(markdownOf(html)).forbidden).toEqual([]);
  },
);

test("code whose first lines repeat a product's facts is left whole", () => {
  const html = `<h1>Bench</h1><span class=price>$5.00</span> <button>Add to cart</button>
    <table><tr><th>Wood<td>oak</tr><tr><th>Weight<td>9 kg</tr></table><p>${sentence.repeat(3)}</p>
    <pre>oak\n\nmore code of it</pre><p>${sentence}</p><pre>&lt;img src=x onerror=__xss()&gt;\n\nmore</pre>`;
  const markdown = markdownOf(html);
  expect(markdown).toContain("**Price:** 5.00");
  expect(markdown).toContain("more code of it");
  expect(check(markdown)).toEqual({ forbidden: [], code: 2 });
});

test("replies that skip a level are items, not code; deep ones do not indent without end", () => {
  const thread = [0, 3, 5, 0].map((depth, i) => post(`ann${i}`, `/t/${i}`, depth)).join("");
  const markdown = markdownOf(`<title>T</title><h1>T</h1>${thread}`);
  expect(markdown.match(/^ *- /gm)).toEqual(["- ", "  - ", "    - ", "- "]);
  expect(check(markdown).code).toBe(0);
  const deep = Array.from({ length: 200 }, (_, i) => post(`ann${i}`, `/t/${i}`, i)).join("");
  expect(markdownOf(`<title>T</title><h1>T</h1>${deep}`)).not.toMatch(/^ {80}/m);
});

test("when and where are said once, and what else stands in their words stays", () => {
  const markdown = markdownOf(`<h1>Open mill day</h1><p><b>Date:</b> 12 May 2024</p><p><b>Location:</b> Nether Mill</p>
    <p>Come to Nether Mill on 12 May 2024, and see the stones dressed before the wheel turns.</p>`);
  expect(markdown.match(/Nether Mill/g)).toHaveLength(2);
  expect(markdown).toContain("- **When:** 2024-05-12\n- **Where:** Nether Mill");
  expect(markdown).toContain("Come to Nether Mill on 12 May 2024");
});
