import { describe, expect, it } from "vitest";
import { findPageBreaks } from "./structure.mjs";

const list = "<ul><li>a first long item<li>a second long item<li>a third long item</ul>";
const page = { name: "x.html", html: `<h1>Title of it</h1>${list}`, content: [list] };

function kindsOf(markdown: string, title: string | null = null) {
  return findPageBreaks(page, { extract: () => ({ markdown, title }) }).map(({ kind, text }) => [kind, text]);
}

describe("findPageBreaks", () => {
  it("finds nothing in a whole output", () => {
    expect(kindsOf("# Title of it\n\n- a first long item\n- a second long item\n- a third long item")).toEqual([]);
  });

  it("finds a torn list, and the items of the content that are missing", () => {
    expect(kindsOf("- a first long item\n- a third long item")).toEqual([
      ["list with items kept and items dropped", "a second long item"],
      ["list item missing", "a second long item"],
    ]);
  });

  it("finds what is missing even where all of it is", () => {
    expect(kindsOf("Nothing of that.").map(([kind]) => kind)).toEqual(Array(3).fill("list item missing"));
  });

  it("knows a title with the readings of its characters", () => {
    const html = "<h1><ruby>灯台<rt>とうだい</rt></ruby>のパン屋</h1>";
    const answer = { markdown: "# 灯台(とうだい)のパン屋", title: "灯台のパン屋" };
    expect(findPageBreaks({ name: "y.html", html, content: [] }, { extract: () => answer })).toEqual([]);
  });

  it("takes the title from the library", () => {
    expect(kindsOf("- a first long item\n- a second long item\n- a third long item", "Title of it")).toEqual([
      ["headline equal to the title is missing", "Title of it"],
      ["title not at the top", "Title of it"],
    ]);
  });
});
