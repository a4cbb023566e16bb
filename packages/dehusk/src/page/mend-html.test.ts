import { expect, test } from "vitest";
import { parse } from "./parse.ts";

const story = "<p>The mill stood idle for a year, and then the river came back.</p>\n".repeat(20);

function read(html: string) {
  const { text, warnings } = parse(html);
  return { text, codes: warnings.map(({ code }) => code) };
}

test.each([
  ["title", `<TITLE>Mill<body>${story}`],
  ["comment", `<title>Mill</title><!-- story ><div>${story}</div>`],
  ["comment after others", `<!-- a --><p>b</p><!-- story\n<div>${story}</div></body>`],
  ["textarea", `<form><textarea>Ask\n</form>${story}</html>`],
  ["script", `<script>if (a<b) c()\n<body>\n${story}</body>`],
  ["style", `<style>p>b{}\n</head>\n${story}</body>`],
  ["link", `<a href=/>Home<div>${story}</div>`],
])("an unclosed %s does not hide the page", (_, html) => {
  const { text, codes } = read(html);
  expect(codes).toEqual(["unclosed"]);
  expect(text).toContain("The mill stood idle");
  expect(parse(html).sums.anchorCharacters.at(-1)).toBeLessThan(10);
});

test("closed elements stay as they are", () => {
  for (const html of [
    `${story}<script>const a = "</p>${story.replaceAll("\n", "")}";</script>`,
    `<p>a</p><!--${story}-->`,
  ]) {
    expect(read(html).codes).toEqual([]);
  }
});

test("texts in data are read only if the page shows hardly any text", () => {
  const texts = Array.from({ length: 9 }, (_, i) => `The mill stood idle for ${i} years & then < the river came back.`);
  const data = `<script type="application/json">${JSON.stringify({ body: texts, menu: { home: "Home" } })}</script>`;
  expect(read(`<div></div>${data}`)).toMatchObject({ codes: ["text-from-data"] });
  expect(read(`<div></div>${data}`).text).toContain("for 8 years & then < the river");
  expect(read(story + data).codes).toEqual([]);
});

test("takes linear time for input that only looks unclosed", () => {
  const pieces = ["<title", "<!--", "<script>\n", "\\n", '"\\', "\n", " ", '<script>self.__next_f.push([1,"'];
  for (const piece of pieces) {
    expect(parse(`<div>${piece.repeat(30_000)}</p>`).size).toBeGreaterThan(3);
    expect(parse(`<script type=json>${piece.repeat(300_000)}</script>`).size).toBeGreaterThan(3);
  }
});
