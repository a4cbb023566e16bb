import { expect, test } from "vitest";
import { extract } from "../extract.ts";

const list = "<ul><li>2 eggs</li><li>200 g flour</li><li>a pinch of salt</li></ul>";
const page = (script: string) =>
  `<title>Cake</title>${script}<aside class=sidebar>${list}</aside><main><h1>Cake</h1><p>${"Beat it all until it is smooth, then bake it for an hour. ".repeat(9)}</p></main>`;
const declared = (...texts: string[]) =>
  `<script type="application/ld+json">${JSON.stringify({ "@type": "Recipe", recipeIngredient: texts })}</script>`;

test("a list that the page declares as its ingredients is kept, wherever it stands, and says why", () => {
  const { markdown, explain } = extract(page(declared("2 eggs", "200 g flour", "a pinch of salt")));
  expect(markdown).toContain("- 2 eggs\n- 200 g flour\n- a pinch of salt");
  const eggs = explain().find(({ text }) => text === "2 eggs");
  expect(eggs?.reasons[1]).toBe("the page declares it as part of what it is about");
});

test("without that, or with other ingredients declared, it goes by its looks", () => {
  for (const script of ["", declared("1 cup of oats", "cream"), "<script type=application/ld+json>{</script>"]) {
    expect(extract(page(script)).markdown).not.toContain("flour");
  }
});
