import { expect, test } from "vitest";
import { extract } from "../extract.ts";

const list = "<ul><li>2 eggs</li><li>200 g flour</li><li>a pinch of salt</li></ul>";
const page = (script: string) =>
  `<title>Cake</title>${script}<aside class=sidebar>${list}</aside><main><h1>Cake</h1><p>${"Beat it all until it is smooth, then bake it for an hour. ".repeat(9)}</p></main>`;
const declared = (...texts: string[]) =>
  `<script type="application/ld+json">${JSON.stringify({ "@type": "Recipe", recipeIngredient: texts })}</script>`;

test("a list that the page declares as its ingredients is kept anywhere, with the reason", () => {
  const { markdown, explain } = extract(page(declared("2 eggs", "200 g flour", "a pinch of salt")));
  expect(markdown).toContain("- 2 eggs\n- 200 g flour\n- a pinch of salt");
  const eggs = explain().find(({ text }) => text === "2 eggs");
  expect(eggs?.reasons[1]).toBe("the page declares it as part of what it is about");
});

test("without that, or with other ingredients declared, its scores decide", () => {
  for (const script of ["", declared("1 cup of oats", "cream"), "<script type=application/ld+json>{</script>"]) {
    const rules = extract(page(script))
      .explain()
      .map(({ rule }) => rule);
    expect(rules).not.toContain("declared");
  }
});

test("rows of a table and boxes count as well, with the names of their groups, and so do steps", () => {
  const rows = "<table><tr><td>2</td><td>eggs</td></tr><tr><td>200 g</td><td>flour</td></tr></table>";
  const boxes = "<div>For the top</div><div><b>1</b> <span>pinch of salt</span></div><div>3 spoons sugar</div>";
  const script = declared("2 eggs", "200 g flour", "a pinch of salt", "3 spoons of sugar");
  const { text } = extract(page(script).replace(list, rows + boxes));
  for (const part of ["eggs", "flour", "For the top", "pinch of salt", "sugar"]) expect(text).toContain(part);

  const steps = ["Beat the eggs with all of the sugar.", "Sift the flour over them.", "Bake it for an hour."];
  const how = `<script type="application/ld+json">${JSON.stringify({ "@type": "Recipe", recipeInstructions: steps.map((text) => ({ "@type": "HowToStep", text })) })}</script>`;
  const shown = `<div>${steps.map((text) => `<div>${text}</div>`).join("")}</div>`;
  expect(extract(page(how).replace(list, shown)).text).toContain(steps.join("\n"));
});
