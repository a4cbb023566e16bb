import fc from "fast-check";

const names = ["", " class=post", " class='post sidebar'", " id=comments", " role=main class=article-body"];

/** Pages with parts of many shapes and lengths, some of them repeated: threads, teasers, menus. */
export const randomThread: fc.Arbitrary<string> = fc
  .letrec<{ node: string; part: string }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, depthIdentifier: "thread" },
      fc.tuple(fc.constantFrom("p", "h2", "li", "span", "td"), fc.constantFrom(1, 4, 12, 25)).map(([name, words]) => {
        return `<${name}>${"Word more, ".repeat(words)}</${name}>`;
      }),
      fc.constantFrom("loose words", "<br><br>", "<a href=/x>link text here</a>", "<p>the same text</p>", "* * *"),
      tie("part"),
    ),
    part: fc
      .tuple(
        fc.constantFrom("div", "section", "span", "article"),
        fc.constantFrom(...names),
        fc.integer({ min: 1, max: 3 }),
        fc.array(tie("node"), { maxLength: 4 }),
      )
      .map(([name, attributes, times, inner]) => `<${name}${attributes}>${inner.join("")}</${name}>`.repeat(times)),
  }))
  .part.map((body) => `<title>Word same</title><main>${body}</main><footer>small print</footer>`);
