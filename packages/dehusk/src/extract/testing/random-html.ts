import fc from "fast-check";

const blocks =
  "p,div,section,h1,h2,h3,ul,ol,li,dl,dt,dd,blockquote,pre,table,caption,thead,tbody,tr,td,th,figure,figcaption,details,summary,center,form,article";
const inlines = "b,strong,i,em,u,s,del,ins,mark,small,sub,sup,code,kbd,samp,abbr,cite,span,font,a,label,button,tt";

const attributes = [
  "",
  "",
  "",
  "",
  ' id="x"',
  ' class="language-js"',
  ' style="display:none"',
  ' style="display:block"',
  " hidden",
  ' style="white-space:pre-wrap"',
  ' colspan="2"',
  ' rowspan="3"',
  ' start="7"',
  ' title="hint"',
  ' href="/to"',
  ' href="https://example.com/a_(b)?c=d&amp;e=*f*"',
  ' href="javascript:void(0)"',
];

const words = ["word", "zwei", " lead", "trail ", " both ", "\nline", " two words "];

/** Text with a meaning in Markdown or HTML wherever it lands. */
const texts = [
  " ",
  " \n ",
  "three words here",
  "*",
  "**bold**",
  "_",
  "snake_case",
  "__init__",
  "`tick`",
  "``",
  "[x]",
  "[ ] box",
  "](",
  "[a](b)",
  "!",
  "![c]",
  "1. ",
  "2)",
  "- dash",
  "+ plus",
  "# hash",
  "#",
  "###",
  "> more",
  "---",
  "===",
  "| pipe | b |",
  "|---|",
  "\\",
  "C:\\dir\\*",
  "\\n",
  "~~~",
  "~x~",
  "&lt;b&gt;",
  "&lt;script&gt;",
  "&amp;amp;",
  "&amp;lt;",
  "&amp;",
  "$5",
  "日本語",
  "「引用」",
  "(paren)",
  "colon:",
  '"quoted"',
  "&nbsp;",
  "😀",
  "naïve",
  "<br>",
  "<br>",
  "<hr>",
  "<wbr>",
  '<img src="/a.png" alt="picture">',
  "<!-- note -->",
  "<input>",
  "\t",
  "x",
  "http://example.com/q_r_",
  "[^1]",
  "[foo]: bar",
  "    indented",
  ": colon",
  "&#13;",
  "= =",
];

const tag = (names: string): fc.Arbitrary<string> => fc.constantFrom(...names.split(","));

const openTag = (names: string): fc.Arbitrary<string> =>
  fc.tuple(tag(names), fc.constantFrom(...attributes)).map(([name, attribute]) => `<${name}${attribute}>`);

const token = fc.oneof(
  { arbitrary: fc.constantFrom(...words), weight: 6 },
  { arbitrary: fc.constantFrom(...texts), weight: 4 },
  { arbitrary: openTag(blocks), weight: 3 },
  { arbitrary: openTag(inlines), weight: 3 },
  { arbitrary: tag(`${blocks},${inlines}`).map((name) => `</${name}>`), weight: 4 },
);

/** Very bad HTML: tags open and close at random, around text full of signs. */
export const randomHtml: fc.Arbitrary<string> = fc.array(token, { maxLength: 50 }).map((tokens) => tokens.join(""));

const proseTags = "p,b,i,s,a href=/x,code,ul,ol,li,blockquote,pre";
const proseTexts = [
  ...words,
  "*",
  "_x_",
  "`",
  "(a)",
  "colon:",
  "1. ",
  "- ",
  "[x]",
  "日本",
  "「引」",
  "!",
  "~",
  "<br>",
  "\\",
  "#",
];

/** The same with elements that both Markdown and clean HTML can express. */
export const randomProse: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { arbitrary: fc.constantFrom(...proseTexts), weight: 5 },
      { arbitrary: tag(proseTags).map((name) => `<${name}>`), weight: 3 },
      { arbitrary: tag(proseTags).map((name) => `</${name.split(" ", 1)[0]}>`), weight: 3 },
    ),
    { maxLength: 40 },
  )
  .map((tokens) => tokens.join(""));
