import { describe, expect, test } from "vitest";
import { extract } from "../extract.ts";

const filler = "The lake froze early that year and the ferry lay at its pier until the thaw set in at last. ".repeat(6);
const html = `<title>The lake</title><nav><a href=/>Home</a> <a href=/all>All stories of the lake</a></nav><main>
<h1>The lake</h1><p>${filler}</p><p class=note>A note on the level of the water, <b>which was low</b>.</p><p>${filler.replaceAll("lake", "river")}</p>
<div hidden class=more>What the page hides.</div></main><footer><p>Printed on paper.</p><p class=licence>Free to share.</p></footer>`;

describe("selectors", () => {
  test("leave out what they match, inline parts too", () => {
    expect(extract(html).text).toContain("A note on the level");
    expect(extract(html, { exclude: ".note" }).text).not.toContain("A note on the level");
    expect(extract(html, { exclude: [".note b"] }).text).toMatch(/level of the water, ?\./);
    expect(extract(html, { exclude: "p" }).text).not.toContain("ferry");
  });

  test("keep what they match in addition, links of menus and hidden text too", () => {
    const { text } = extract(html, { include: ["nav", ".more"] });
    for (const part of ["All stories", "What the page hides.", "ferry", "A note"]) expect(text).toContain(part);
  });

  test("are tidied like everything else, except elements that they match themselves", () => {
    const shared = html.replace("<footer>", '<footer><a class=share href="https://x.example/share?u=1">Share</a>');
    expect(extract(shared, { include: "footer" }).text).toMatch(/Printed on paper/);
    expect(extract(shared, { include: "footer" }).text).not.toMatch(/^Share$/m);
    expect(extract(shared, { include: ".share" }).text).toMatch(/^Share$/m);
  });

  test("the innermost decides, and of two on an element exclude", () => {
    const { text } = extract(html, { exclude: "footer", include: ".licence, .note" });
    expect(text).toContain("Free to share.");
    expect(text).not.toContain("Printed");
    expect(extract(html, { exclude: ".note", include: "p.note" }).text).not.toContain("A note");
  });

  test("work with everything that is shown", () => {
    expect(extract(html, { preset: "everything", exclude: "nav, footer" }).text).not.toMatch(/Home|Printed/);
  });

  test("are named by explain", () => {
    const blocks = extract(html, { exclude: ".note", include: "footer" }).explain();
    const find = (text: string) => blocks.find((block) => block.text.startsWith(text));
    expect(find("A note")).toMatchObject({ kept: false, rule: "selector" });
    expect(find("A note")?.reasons).toContain("it matches the selector .note");
    expect(find("Printed")).toMatchObject({ kept: true, rule: "selector" });
  });

  test("that are invalid are a bad option", () => {
    expect(() => extract(html, { exclude: ["p", "p["] })).toThrow(
      /^Option "exclude" must be CSS selectors, not "p\["\.$/,
    );
  });

  test("keep at least what is kept without selectors", () => {
    const without = new Set(extract(html).text.split("\n"));
    const { text } = extract(html, { include: "footer" });
    for (const line of without) expect(text).toContain(line);
  });
});
