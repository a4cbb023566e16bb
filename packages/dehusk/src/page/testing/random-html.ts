import fc from "fast-check";

const names =
  "a b i em font nobr p div span ul ol li dl dt dd table tbody thead tr td th caption colgroup col select option " +
  "optgroup button form input textarea title style script noscript template pre listing h1 h2 address center " +
  "frameset frame body html head br hr img image svg math mi mtext annotation-xml desc foreignObject rect x-y o:p " +
  "iframe object applet marquee plaintext ruby rt rp main article section nav details summary dialog";

const attributes = [
  "",
  ' class="a b"',
  " id=x",
  " hidden",
  ' aria-hidden="true"',
  ' style="display:none"',
  " style='white-space: pre; color:red'",
  ' style="display:block"',
  ' href="/in/side?a=1&amp;b=2"',
  " href='https://other.example/'",
  " HREF=#top",
  ' href="mailto:a@b.example"',
  ' encoding="text/html"',
  ' xlink:href="x"',
  ' type="hidden"',
  " a='1' A=2",
  ' title="a &quot; b\r\nc"',
  " /",
];

const texts = [
  "word",
  " ",
  "\n",
  "two words. Then, more!",
  "  spaced \t out\n\nlines ",
  "&amp;&lt;&nbsp;&notanentity;&#x41;&#0;",
  "\u0000",
  "\r\n",
  "a\rb",
  "漢字かな。そして",
  "ประเทศไทย",
  "é\u0301 ½ 𝒳 😀 \u00a0 x",
  "<",
  "</",
  "<!-- c -- d -->",
  "<![CDATA[x]]>",
  "<?pi?>",
  "<!doctype html>",
  "</p>",
  "</br>",
  "</body>tail",
  "]]>",
];

/** Fragments of HTML in any order: misnested, unclosed, misplaced. */
const piece: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(fc.constantFrom(...names.split(" ")), attributeList()).map(([n, a]) => `<${n}${a}>`),
  },
  { weight: 3, arbitrary: fc.constantFrom(...names.split(" ")).map((name) => `</${name}>`) },
  { weight: 5, arbitrary: fc.constantFrom(...texts) },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
);

function attributeList(): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...attributes), { maxLength: 3 }).map((list) => list.join(""));
}

/** Malformed HTML: a soup of tags, text and odd characters. */
export const tagSoup: fc.Arbitrary<string> = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(""));

/** Well-formed HTML: properly nested ordinary elements and text. */
export const wellFormedHtml: fc.Arbitrary<string> = fc
  .letrec<{ node: string; children: string }>((tie) => ({
    children: fc.array(tie("node"), { maxLength: 4 }).map((list) => list.join("")),
    node: fc.oneof(
      { maxDepth: 5, depthIdentifier: "html" },
      fc.constantFrom("one", " two words ", "\n", "Three. Four!", "五六"),
      fc
        .constantFrom("div", "section", "ul", "span", "b", "em")
        .chain((name) => tie("children").map((inner) => `<${name}>${inner}</${name}>`)),
      fc.constantFrom("<br>", "<hr>", '<img src="a.png" alt="x">', "<input>"),
      tie("children").map((inner) => `<div hidden class="a">${inner}</div>`),
      fc.constant('<a href="/x">link text</a>'),
      fc.constant("<table><tbody><tr><td>1</td><td>2</td></tr></tbody></table>"),
    ),
  }))
  .children.map((body) => `<!DOCTYPE html><html><head><title>T</title></head><body>${body}</body></html>`);

/** A page with a few characters deleted, doubled or replaced. */
export function mutated(page: string): fc.Arbitrary<string> {
  const edit = fc.record({
    at: fc.nat(page.length),
    cut: fc.nat(6),
    put: fc.oneof(
      fc.constantFrom("<", ">", '"', "'", "/", "&", "<table>", "</p>", "<b>", "<!--", "\u0000", "="),
      fc.string(),
    ),
  });
  return fc.array(edit, { minLength: 1, maxLength: 8 }).map((edits) => {
    let html = page;
    for (const { at, cut, put } of edits) html = html.slice(0, at) + put + html.slice(at + cut);
    return html;
  });
}
