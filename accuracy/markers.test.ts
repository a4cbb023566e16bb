import { describe, expect, it } from "vitest";
import { readMarkers } from "./markers.mjs";

describe("readMarkers", () => {
  it("takes the markers out and hands back what stood between", () => {
    const source =
      "<nav>n</nav><!--content--><h1>a</h1><!--/content--><i>by</i><!--content--><p>b</p><!--/content-->" +
      "<ul><!--comments--><li>c</li><!--/comments--></ul>";
    expect(readMarkers(source)).toEqual({
      html: "<nav>n</nav><h1>a</h1><i>by</i><p>b</p><ul><li>c</li></ul>",
      content: ["<h1>a</h1>", "<p>b</p>"],
      comments: ["<li>c</li>"],
    });
  });

  it("leaves the page's own HTML comments alone", () => {
    const source = "<!-- content --><!--content-->a<!--/content--><!-- /content --><!--comment-->";
    expect(readMarkers(source).html).toBe("<!-- content -->a<!-- /content --><!--comment-->");
  });

  it.each([
    ["a\n<!--content-->b\n<!--content-->", "<!--content--> on line 3 stands inside the <!--content--> of line 2."],
    ["<!--content-->\n<!--comments-->", "<!--comments--> on line 2 stands inside the <!--content--> of line 1."],
    ["<!--content-->\n<!--/comments-->", "<!--/comments--> on line 2 closes the <!--content--> of line 1."],
    ["<!--content-->a<!--/content-->\n<!--/content-->", "<!--/content--> on line 2 closes nothing."],
    ["\n<!--comments-->a", "<!--comments--> on line 2 is never closed."],
    ["<!--comments-->a<!--/comments-->", "No stretch of the page is marked as content."],
  ])("refuses %j", (source, message) => {
    expect(() => readMarkers(source)).toThrow(new Error(message));
  });
});
