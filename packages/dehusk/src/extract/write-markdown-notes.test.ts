import { describe, expect, it } from "vitest";
import { examples, markdown } from "./testing/markdown-examples.ts";

examples("callouts", [
  [
    "a title that would be a link or a tag",
    '<div class="admonition note"><p class="admonition-title">See [x](y) &lt;b&gt; `c`</p><p>a</p></div>',
    "> [!note] See [x\\](y) &lt;b> \\`c\\`\n> a",
  ],
  ["a kind that is none", '<div class="callout" data-callout="a] <b>"><p>a</p></div>', "> [!note]\n> a"],
  ["a title and nothing else", '<div class="alert alert-info"><p class="alert-title">a</p></div>', "> [!info]\n> a"],
  [
    "a list needs a line to itself",
    '<div class="alert alert-info"><ol start=2><li>a</ol></div>',
    "> [!info]\n>\n> 2. a",
  ],
]);

examples("notes", [
  [
    "a power is no mark",
    "<p>9 m<sup>2</sup> a.<sup>1</sup><hr><p><sup>1</sup> b</p>",
    "9 m<sup>2</sup> a.[^1]\n\n---\n\n[^1]: b &#32;",
  ],
  ["marks without notes stay", "<p>a<sup>1</sup></p><hr><p>b</p>", "a<sup>1</sup>\n\n---\n\nb"],
  [
    "a sidenote that repeats a listed note",
    '<p>a<sup><a href="#n1">1</a></sup><span class="sidenote">1. more to say</span> b</p><ol class="footnotes"><li id="n1">more to say</ol>',
    "a[^1] b\n\n[^1]: more to say",
  ],
]);

examples("footnotes", [
  [
    "in a list",
    '<p>a<sup id="r1"><a href="#n1">1</a></sup> b<sup><a href="#n2">[2]</a></sup></p>' +
      '<ol><li id="n1">One. <a href="#r1">↩</a></li><li id="n2"><p>Two.</p><p>More. <a href="#r2">^</a></p></li></ol>',
    "a[^1] b[^2]\n\n[^1]: One. &#32;\n\n[^2]: Two. &#32;\n\n    More.",
  ],
  [
    "in paragraphs",
    '<p>a<a class="footnote-ref" id="r" href="#n">*</a></p><p id="n"><a href="#r" class="backref">*</a> Note</p>',
    "a[^n-1]\n\n[^n-1]: Note &#32;",
  ],
  [
    "with brackets outside the link",
    '<p>a<sup id="r">[<a href="#n">1</a>]</sup></p><p id="n">b <a href="#r">↩</a></p>',
    "a[^1]\n\n[^1]: b &#32;",
  ],
  [
    "whose other links stay",
    '<p>a<sup id="cite_ref-1"><a href="#n">[1]</a></sup></p>' +
      '<ol><li id="n">^ <a href="#cite_ref-1">a</a> <a href="#cite_ref-2">b</a> <a href="#CITEREFHay">Hay</a></li></ol>',
    "a[^1]\n\n[^1]: [Hay](https://example.org/folder/page.html#CITEREFHay) &#32;",
  ],
  [
    "not without a link back",
    '<p>a<sup><a href="#n">1</a></sup></p><p id="n">b</p>',
    "a[<sup>1</sup>](https://example.org/folder/page.html#n)\n\nb",
  ],
]);

examples("a footnote below a table in a tight list", [
  [
    "is no row of it",
    '<ul><li><table><tr><th>a<th>b<tr><td>c<sup><a href="#n">1</a></sup><td>d</table><ol class=footnotes><li id=n>e</ol></ul>',
    "- | a | b |\n  | --- | --- |\n  | c[^1] | d |\n\n  [^1]: e &#32;",
  ],
]);

describe("a link in a note", () => {
  it("is left out only if it is short", () => {
    const note = (text: string): string =>
      markdown(`<p>a<sup><a href="#n1">1</a></sup></p><p id="n1">Note <a class="backtotop" href="#r1">${text}</a>`);
    expect(note("back")).toBe("a[^1]\n\n[^1]: Note &#32;");
    expect(note("An important sentence that nobody should lose")).toContain("An important sentence");
  });
});
