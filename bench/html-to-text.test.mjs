import assert from "node:assert/strict";
import { test } from "node:test";
import { htmlToText } from "./html-to-text.mjs";

test("words of neighbouring blocks, cells and lines do not glue together", () => {
  assert.equal(
    htmlToText("<h1>One</h1><p>two<br>three</p><ul><li>four</li><li>five</li></ul>"),
    "One\ntwo\nthree\nfour\nfive",
  );
  assert.deepEqual(htmlToText("<table><tr><td>a</td><td>b</td></tr><tr><th>c</th></tr></table>").split(/\s+/u), [
    "a",
    "b",
    "c",
  ]);
});

test("inline elements do not split a word", () => {
  assert.equal(htmlToText("<p>ex<b>tract</b>or and <a href=x>li</a>nk</p>"), "extractor and link");
});

test("white space folds to one space, but stays in pre", () => {
  assert.equal(htmlToText("<p>a\n   b</p>"), "a b");
  assert.equal(htmlToText("<pre>a\nb</pre>"), "a\nb");
});

test("scripts, styles, templates and the head are no text", () => {
  const html = "<head><title>t</title></head><script>s</script><style>y</style><template>e</template><p>kept</p>";
  assert.equal(htmlToText(html), "kept");
});

test("entities are decoded", () => {
  assert.equal(htmlToText("<p>a &amp; b &eacute;&#x4e2d;</p>"), "a & b é中");
});

test("text after unclosed and stray tags is kept", () => {
  assert.equal(htmlToText("<div><p>one<p>two</i></div>three</section>"), "one\ntwo\nthree");
});
