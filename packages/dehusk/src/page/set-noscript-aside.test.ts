import { expect, test } from "vitest";
import { setNoscriptAside } from "./set-noscript-aside.ts";

const cases: readonly (readonly [string, string, ...string[]])[] = [
  ["<p>none", "<p>none"],
  ["<noscript><p>a</noscript>b", "<noscript><!--0--></noscript>b", "<p>a"],
  ["<NoScript id='>'>a\r\nb</NOSCRIPT >c", "<NoScript id='>'><!--0--></NOSCRIPT >c", "a\nb"],
  ["<noscript></noscript><noscript>x", "<noscript></noscript><noscript><!--0-->", "x"],
  ["<!-- <noscript> --><noscript>a</noscript>", "<!-- <noscript> --><noscript><!--0--></noscript>", "a"],
  ["<!--><noscript>a</noscript>", "<!--><noscript><!--0--></noscript>", "a"],
  [
    "<script>'<noscript>'</script><noscript>a</noscript>",
    "<script>'<noscript>'</script><noscript><!--0--></noscript>",
    "a",
  ],
  ["<script><!--<script></script><noscript>a--></script>b", "<script><!--<script></script><noscript>a--></script>b"],
  ["<script><!--></script><noscript>a", "<script><!--></script><noscript><!--0-->", "a"],
  ["<script><script></script><noscript>a", "<script><script></script><noscript><!--0-->", "a"],
  ["<script>a</script><noscript>b", "<script>a</script><noscript><!--0-->", "b"],
  ["<a title='<noscript>'><noscript>a</noscript>", "<a title='<noscript>'><noscript><!--0--></noscript>", "a"],
  [`<a "><noscript>a</noscript>"`, `<a "><noscript><!--0--></noscript>"`, "a"],
  ["<noscript>a<!-- </noscript> -->", "<noscript><!--0--></noscript> -->", "a<!-- "],
  ["<noscripts>a</noscripts>", "<noscripts>a</noscripts>"],
  ["<plaintext><noscript>a</noscript>", "<plaintext><noscript>a</noscript>"],
  ["<p title='<noscript>a</noscript>", "<p title='<noscript>a</noscript>"],
  ["<?x><!y><noscript>a</noscript>", "<?x><!y><noscript><!--0--></noscript>", "a"],
];

test.each(cases)("%s", (html, rest, ...texts) => {
  expect(setNoscriptAside(html)).toEqual({ rest, texts });
});
