import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DehuskError } from "../basics/index.ts";
import { isShown, parse } from "../page/index.ts";
import { estimateBoxes } from "./estimate-boxes.ts";
import { type Box, boxesById } from "./testing/boxes-by-id.ts";

const right = ({ x, w }: Box): number => x + w;
const bottom = ({ y, h }: Box): number => y + h;
const words = (count: number): string => "lorem ipsum dolor sit amet ".repeat(count / 5);

describe("blocks and text", () => {
  test("blocks fill the viewport and follow each other with collapsed margins", () => {
    const { a, b } = boxesById("<body style='margin:0'><p id=a>One<p id=b>Two") as { a: Box; b: Box };
    expect(a).toMatchObject({ x: 0, y: 16, w: 1280 });
    expect(b.y - bottom(a)).toBeCloseTo(16, 3);
  });

  test("a margin of a first child moves its parents", () => {
    const { a } = boxesById("<body style='margin:0'><div id=a><div><p style='margin-top:50px'>One") as { a: Box };
    expect(a.y).toBe(50);
  });

  test("text in less space takes more lines", () => {
    const html = `<p id=a>${words(200)}</p><p id=b style="width:300px">${words(200)}</p>`;
    const { a, b } = boxesById(html) as { a: Box; b: Box };
    expect(b.h).toBeGreaterThan(a.h * 3);
  });

  test("Chinese text is wider than Latin text of the same length and breaks anywhere", () => {
    const { a, b } = boxesById(`<span id=a>${"中".repeat(40)}</span><br><span id=b>${"e".repeat(40)}</span>`) as {
      a: Box;
      b: Box;
    };
    expect(a.w).toBeGreaterThan(b.w * 1.5);
    const narrow = boxesById(`<p id=a style="width:100px">${"中".repeat(40)}`) as { a: Box };
    expect(narrow.a.h).toBeGreaterThan(80);
  });

  test("preserved line breaks count", () => {
    const { a } = boxesById("<pre id=a>1\n2\n3\n4</pre>") as { a: Box };
    expect(a.h).toBeGreaterThan(4 * 13);
  });

  test("a column with max-width and auto margins is centred", () => {
    const { a } = boxesById("<div id=a style='max-width:600px;margin:0 auto'>Text") as { a: Box };
    expect(a).toMatchObject({ x: 340, w: 600 });
  });

  test("lists are indented, headings larger, hidden elements empty", () => {
    const { li, h1, p, gone } = boxesById(
      "<ul><li id=li>One</ul><h1 id=h1>Title</h1><p id=p>Text</p><div id=gone style='display:none'>Secret</div>",
    ) as { li: Box; h1: Box; p: Box; gone: Box };
    expect(li.x).toBe(48);
    expect(h1.h).toBeGreaterThan(p.h * 1.8);
    expect(gone).toMatchObject({ w: 0, h: 0 });
    expect(gone.y).toBeGreaterThan(p.y);
  });

  test("centred lines centre their content", () => {
    const { a } = boxesById("<center><img id=a width=100 height=50></center>") as { a: Box };
    expect(a.x).toBe(590);
  });
});

describe("floats", () => {
  const columns = `<div id=wrap style="width:1000px;overflow:hidden">
    <div id=left style="float:left;width:200px">${words(50)}</div>
    <div id=right style="float:right;width:250px">${words(50)}</div>
    <div id=main style="margin:0 260px 0 210px">${words(100)}</div></div><div id=after style="clear:both">x</div>`;

  test("two floats make three columns", () => {
    const {
      left,
      right: far,
      main,
      wrap,
      after,
    } = boxesById(columns) as Record<string, Box> as {
      left: Box;
      right: Box;
      main: Box;
      wrap: Box;
      after: Box;
    };
    expect(left.x).toBe(8);
    expect(right(far)).toBe(1008);
    expect(main.x).toBe(218);
    expect(main.y).toBeCloseTo(left.y, 0);
    expect(bottom(wrap)).toBeGreaterThanOrEqual(bottom(left));
    expect(after.y).toBeGreaterThanOrEqual(bottom(wrap));
  });

  test("text flows beside a float and then below it", () => {
    const { box, text } = boxesById(
      `<div id=box style="width:600px"><img style="float:left" width=300 height=100><span id=text>${words(200)}</span></div>`,
    ) as { box: Box; text: Box };
    const without = boxesById(`<div id=box style="width:600px">${words(200)}</div>`) as { box: Box };
    expect(box.h).toBeGreaterThan(without.box.h + 30);
    expect(text.w).toBeGreaterThan(400);
  });

  test("floats that do not fit beside each other go to the next row", () => {
    const item = (id: string): string => `<div id=${id} style="float:left;width:400px;height:90px"></div>`;
    const { a, b, c } = boxesById(`<div style="width:900px">${item("a")}${item("b")}${item("c")}`) as {
      a: Box;
      b: Box;
      c: Box;
    };
    expect([a.x, b.x, c.x]).toEqual([8, 408, 8]);
    expect(c.y).toBe(a.y + 90);
  });

  test("a clearfix keeps floats inside", () => {
    const html = `<style>.fix:after{content:"";display:table;clear:both}</style>
      <div id=a class=fix><div style="float:left;height:80px;width:9px"></div></div>
      <div id=b><div style="float:left;height:80px;width:9px"></div></div>`;
    const { a, b } = boxesById(html) as { a: Box; b: Box };
    expect([a.h, b.h]).toEqual([80, 0]);
  });
});

describe("flex and grid", () => {
  test("a flex row distributes its space by flex-grow", () => {
    const { a, b } = boxesById(
      "<div style='display:flex;width:1000px'><aside id=a style='width:250px'>A</aside><main id=b style='flex:1'>B</main></div>",
    ) as { a: Box; b: Box };
    expect(a).toMatchObject({ x: 8, w: 250 });
    expect(b).toMatchObject({ x: 258, w: 750, y: a.y });
  });

  test("a wrapping flex row starts new lines", () => {
    const html = `<div style="display:flex;flex-wrap:wrap;width:500px">${["a", "b", "c"]
      .map((id) => `<div id=${id} style="width:200px;height:40px"></div>`)
      .join("")}</div>`;
    const { a, b, c } = boxesById(html) as { a: Box; b: Box; c: Box };
    expect(b).toMatchObject({ x: 208, y: a.y });
    expect(c).toMatchObject({ x: 8, y: a.y + 40 });
  });

  test("a grid places its items in columns and rows", () => {
    const html = `<style>#g{display:grid;grid-template-columns:200px 1fr;gap:10px;width:810px}</style>
      <div id=g><div id=a>a</div><div id=b>b</div><div id=c>c</div></div>`;
    const { a, b, c } = boxesById(html) as { a: Box; b: Box; c: Box };
    expect(a.w).toBe(200);
    expect(b).toMatchObject({ x: 218, w: 600, y: a.y });
    expect(c.x).toBe(8);
    expect(c.y).toBeCloseTo(bottom(a) + 10, 3);
  });

  test("named areas go where the map says", () => {
    const html = `<style>#g{display:grid;grid-template-columns:100px 300px;grid-template-areas:"top top" "side main"}
      #m{grid-area:main}#s{grid-area:side}#t{grid-area:top}</style>
      <div id=g><div id=t>t</div><div id=m>m</div><div id=s>s</div></div>`;
    const { t, m, s } = boxesById(html) as { t: Box; m: Box; s: Box };
    expect(t.w).toBe(400);
    expect(m).toMatchObject({ x: 108, w: 300, y: s.y });
    expect(s).toMatchObject({ x: 8, w: 100 });
    expect(s.y).toBeGreaterThanOrEqual(bottom(t));
  });
});

describe("tables", () => {
  test("width attributes set columns, also in nested tables", () => {
    const html = `<table width=800 cellspacing=0 cellpadding=0><tr><td id=a width=200>nav</td>
      <td id=b><table width="100%" cellspacing=0 cellpadding=0><tr><td id=c width="25%">x</td><td id=d>y</td></tr></table></td></tr></table>`;
    const { a, b, c, d } = boxesById(html) as { a: Box; b: Box; c: Box; d: Box };
    expect(a).toMatchObject({ x: 8, w: 200 });
    expect(b).toMatchObject({ x: 208, w: 600 });
    expect(c).toMatchObject({ x: 208, w: 150 });
    expect(d).toMatchObject({ x: 358, w: 450 });
  });

  test("columns are sized by their content", () => {
    const { a, b } = boxesById(`<table><tr><td id=a>one<td id=b>a good deal more text than in the first</table>`) as {
      a: Box;
      b: Box;
    };
    expect(b.w).toBeGreaterThan(a.w * 4);
  });

  test("cells span columns and rows", () => {
    const html = `<table width=600 cellspacing=0 cellpadding=0><tr><td id=a colspan=2>head</td></tr>
      <tr><td id=b rowspan=2 width=200>side</td><td id=c>one</td></tr><tr><td id=d>two</td></tr></table>`;
    const { a, b, c, d } = boxesById(html) as { a: Box; b: Box; c: Box; d: Box };
    expect(a.w).toBe(600);
    expect(c).toMatchObject({ x: 208, w: 400 });
    expect(d).toMatchObject({ x: 208, w: 400 });
    expect(bottom(b)).toBeCloseTo(bottom(d), 0);
  });

  test("cells of a row are equally tall, and their content sits in the middle", () => {
    const { a, b, s } = boxesById("<table><tr><td id=a height=200>x<td id=b><span id=s>y</span></table>") as {
      a: Box;
      b: Box;
      s: Box;
    };
    expect(b.h).toBe(a.h);
    expect(s.y + s.h / 2).toBeCloseTo(b.y + b.h / 2, 0);
  });
});

describe("pictures, controls, positions", () => {
  test("pictures take their size from attributes and style", () => {
    const { a, b, c } = boxesById(
      "<img id=a width=120 height=60><br><img id=b width=400 height=200 style='width:100px;height:auto'><br>" +
        "<div style='width:50px'><img id=c width=200 height=100 style='max-width:100%;height:auto'></div>",
    ) as { a: Box; b: Box; c: Box };
    expect(a).toMatchObject({ w: 120, h: 60 });
    expect(b).toMatchObject({ w: 100, h: 50 });
    expect(c).toMatchObject({ w: 50, h: 25 });
  });

  test("form controls and frames have a size", () => {
    const { t, c, f } = boxesById(
      "<input id=t><input id=c type=checkbox><iframe id=f width=400 height=90></iframe>",
    ) as {
      t: Box;
      c: Box;
      f: Box;
    };
    expect(t.w).toBeGreaterThan(100);
    expect(c.w).toBe(13);
    expect(f).toMatchObject({ w: 404, h: 94 });
  });

  test("absolute boxes leave the flow and are placed in their containing block", () => {
    const { a, b } = boxesById(
      `<div style="position:relative;width:500px;margin-left:100px">
       <div id=a style="position:absolute;right:10px;top:20px;width:50px">x</div><p id=b style="margin:0">y</p></div>`,
    ) as { a: Box; b: Box };
    expect(right(a)).toBe(598);
    expect(a.y - b.y).toBe(20);
  });
});

describe("the page's style sheets", () => {
  test("ids beat classes, classes beat tags, !important beats all", () => {
    const { a, b, c } = boxesById(
      `<style>#a{width:300px}.k{width:200px}div{width:100px}p{height:9px!important}#c{height:50px}</style>
      <div id=a class=k></div><div id=b class=k></div><p id=c></p>`,
    ) as { a: Box; b: Box; c: Box };
    expect([a.w, b.w, c.h]).toEqual([300, 200, 9]);
  });

  test("media queries use the viewport", () => {
    const html =
      "<style>@media (max-width:600px){#a{width:50px}}@media screen and (min-width:1000px){#a{width:70px}}</style><div id=a>";
    expect((boxesById(html) as { a: Box }).a.w).toBe(70);
    expect((boxesById(html, { viewport: 500 }) as { a: Box }).a.w).toBe(50);
  });

  test.each([
    ["main > .k", true],
    ["section .k", true],
    ["nav .k", false],
    ["section > .k", false],
    ["p + .k", true],
    ["h1 ~ .k", true],
    [".k:first-child", false],
    [".k:not(.z)", true],
    [".k:hover", false],
    [".k::before", false],
    ["[data-x^=ab]", true],
    [":is(.k, .z)", true],
    ["div:nth-child(odd)", true],
  ])("%s", (selector, matches) => {
    const html = `<style>${selector}{width:77px}</style>
      <section><main><h1>t</h1><p>p</p><div id=a class="j k" data-x=abc>x</div></main></section>`;
    expect((boxesById(html) as { a: Box }).a.w === 77).toBe(matches);
  });

  test("custom properties and calc", () => {
    const { a, b } = boxesById(
      `<style>:root{--wide:640px}#a{width:var(--wide)}#b{width:calc(100% - 264px)}</style><div id=a></div><div id=b></div>`,
    ) as { a: Box; b: Box };
    expect([a.w, b.w]).toEqual([640, 1000]);
  });
});

describe("invariants", () => {
  test("unknown and invalid options are errors", () => {
    const page = parse("<p>x");
    expect(() => estimateBoxes(page, { window: 9 } as never)).toThrow(DehuskError);
    expect(() => estimateBoxes(page, { viewport: Number.NaN })).toThrow(/viewport/);
  });

  const tag = fc.constantFrom(
    "div",
    "p",
    "span",
    "table",
    "tr",
    "td",
    "ul",
    "li",
    "img",
    "input",
    "br",
    "b",
    "h2",
    "center",
  );
  const declaration = fc.constantFrom(
    "float:left",
    "float:right",
    "display:flex",
    "display:inline-block",
    "display:grid;grid-template-columns:1fr 2fr",
    "display:none",
    "display:table-cell",
    "width:50%",
    "width:9999999999px",
    "width:-5px",
    "height:1e9em",
    "margin:-40px",
    "margin:0 auto",
    "padding:300%",
    "font-size:900%",
    "position:absolute;left:5px",
    "position:fixed;bottom:1px",
    "position:relative;top:-9px",
    "clear:both",
    "white-space:nowrap",
    "overflow:hidden",
    "line-height:0",
    "flex:1",
    "max-width:10px",
    "min-width:200px",
  );
  const piece = fc.oneof(
    fc.tuple(tag, fc.array(declaration, { maxLength: 3 })).map(([name, list]) => `<${name} style="${list.join(";")}">`),
    tag.map((name) => `</${name}>`),
    fc.constantFrom(
      "text",
      " ",
      "longer text of several words ",
      "中文",
      "<td colspan=1000000>",
      "<td rowspan=9 width=30%>",
    ),
  );
  const html = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

  test("every number is finite, no size is negative, hidden nodes are empty, and results repeat", () => {
    fc.assert(
      fc.property(html, (source) => {
        const page = parse(source);
        const boxes = estimateBoxes(page);
        for (let node = 0; node < page.size; node++) {
          const [x, y, w, h] = [boxes.x[node], boxes.y[node], boxes.w[node], boxes.h[node]] as [
            number,
            number,
            number,
            number,
          ];
          if (![x, y, w, h].every(Number.isFinite) || w < 0 || h < 0) return false;
          if (!isShown(page, node) && page.tag[node] !== 0 && w * h > 0) return false;
        }
        const again = estimateBoxes(parse(source));
        expect(again).toEqual(boxes);
        return true;
      }),
      { numRuns: 300 },
    );
  });

  test("ordinary blocks stay within the page's width", () => {
    const block = fc.constantFrom("div", "p", "ul", "li", "blockquote", "section", "h2");
    const nested = fc.array(
      fc.oneof(
        block.map((name) => `<${name}>`),
        block.map((name) => `</${name}>`),
        fc.constant("some text "),
      ),
    );
    fc.assert(
      fc.property(nested, (pieces) => {
        const page = parse(pieces.join(""));
        const boxes = estimateBoxes(page);
        for (let node = 1; node < page.size; node++) {
          const left = boxes.x[node];
          if (left < 0 || (left < 1280 && left + boxes.w[node] > 1280.5)) return false;
        }
        return true;
      }),
    );
  });

  test("the page is not changed", () => {
    const page = parse("<style>p{width:9px}</style><p style='float:left'>Hello <b>world</b>");
    const before = structuredClone({ ...page });
    estimateBoxes(page);
    expect({ ...page }).toEqual(before);
  });
});
