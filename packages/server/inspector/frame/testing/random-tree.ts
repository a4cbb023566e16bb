import { buildPage, COMMENT, defaultLimits, type Page, startDeadline, TEXT, TreeBuilder } from "dehusk/internal/page";
import fc from "fast-check";

const tags =
  "html head body div p a b i nobr font span ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr td th form " +
  "button input select optgroup option textarea pre listing plaintext xmp h1 h2 ruby rt rp rb hr br img image style script " +
  "noscript template title iframe object video marquee details summary dialog frameset frame center search x-y o:p foo";
const foreignTags =
  "svg svg,svg g,svg path,svg text,svg title,svg desc,svg foreignObject,svg style,svg script,svg a,svg use,svg p,math math," +
  "math mi,math mtext,math mrow,math annotation-xml,math mglyph,math mtd,math p";

const names = [...tags.split(" "), ...foreignTags.split(",")];
const attributes = [
  { name: "onclick", value: "__xss()" },
  { name: "ONLOAD", value: "__xss()" },
  { name: "href", value: "javascript:__xss()" },
  { name: "src", value: "https://example.org/a.png" },
  { name: "style", value: "background:url(https://example.org/a.png);position:fixed;color:red!important" },
  { name: "style", value: 'color:red"><script>__xss()</script>' },
  { name: "class", value: 'a" onclick="__xss()' },
  { name: 'a"><script>__xss()</script>', value: "" },
  { name: "data-dh-n", value: "7" },
  { name: "data-x", value: "<head>&<!--" },
  { name: "id", value: "body" },
  { name: "fill", value: "url(https://example.org/#a)" },
  { name: "stroke", value: "url(1)" },
  { name: "mask", value: "translate(1) url(a.svg#b)" },
  { name: "xlink:href", value: "https://example.org/#a" },
  { name: "type", value: "hidden" },
];
const texts = [
  "word",
  " ",
  "\n",
  "\n\nlines",
  "<script>__xss()</script>",
  "</style><script>",
  "\0",
  "a\rb",
  "&lt;",
  "-->",
];

interface Step {
  /** Number of open elements to close first. */
  readonly up: number;
  readonly name: string;
  readonly list: readonly { readonly name: string; readonly value: string }[];
  readonly text: string;
}

const step: fc.Arbitrary<Step> = fc.record({
  up: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat(3)),
  name: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...names) }, fc.constantFrom("#text", "#comment")),
  list: fc.uniqueArray(fc.constantFrom(...attributes), { maxLength: 2, selector: ({ name }) => name }),
  text: fc.constantFrom(...texts),
});

/** Pages with any element in any other, as only a script could create them. */
export const randomTree: fc.Arbitrary<Page> = fc.array(step, { maxLength: 40 }).map(treeOf);

function treeOf(steps: readonly Step[]): Page {
  const deadline = startDeadline(defaultLimits);
  const tree = new TreeBuilder(defaultLimits, deadline);
  const element = (name: string, parent: number, list: Step["list"] = []): number => {
    const node = tree.create(tree.tagNames.intern(name), list, "");
    tree.append(parent, node);
    return node;
  };
  const html = element("html", 0);
  element("head", html);
  const open = [element("body", html)];
  for (const { up, name, list, text } of steps) {
    open.length = Math.max(1, open.length - up);
    const parent = open[open.length - 1];
    if (name === "#text") tree.append(parent, tree.create(TEXT, [], text));
    else if (name === "#comment") tree.append(parent, tree.create(COMMENT, [], text));
    else open.push(element(name, parent, list));
  }
  const source = { url: undefined, encoding: undefined, scripting: true, sourceRanges: false, warnings: [] };
  return buildPage(tree, source, defaultLimits, deadline);
}
