import { afterAll, beforeAll, expect, test } from "vitest";
import { attribute, findTag, isText, type Page, tagNumber } from "../page/index.ts";
import { launchChromium } from "../page/testing/chromium.ts";
import { displayKinds } from "./node-styles.ts";
import { type RenderedPage, Renderer } from "./renderer.ts";
import { blankImage } from "./resource.ts";

let renderer: Renderer;
beforeAll(async () => {
  renderer = await Renderer.open();
});
afterAll(() => renderer?.close());

const words = "The quick brown fox jumps over the lazy dog. ".repeat(8);
const made = `<!doctype html><style>body{margin:10px;font:16px/1.3 sans-serif}#flex{display:flex;gap:7.5px}
#fixed{position:fixed;right:3px;bottom:5px;width:50px;height:20px}#moved{transform:translate(11px,7px) scale(.5)}
#far{position:absolute;left:20px;top:3000px}#none{display:none}</style>
<h1 id=head>A page</h1><p id=text>${words}<b id=bold>bold ${words}</b> and <a id=link href=x>a link</a></p>
<div id=flex><div id=one style="flex:1">${words}</div><div id=two style="width:30%">${words}</div></div>
<table id=table><tr id=row><td id=cell colspan=2>a<td id=other>b<tr><td>c</table>
<svg id=svg width=33.5 height=20><rect id=rect x=3 y=4 width=10 height=5 /></svg><input id=input><select id=select><option>o</select>
<div id=moved>moved</div><div id=fixed>f</div><div id=far>far</div><div id=none>n</div><img id=image width=120 height=80 alt="a picture">`;

function node(page: Page, id: string): number {
  for (let i = 0; i < page.size; i++) if (attribute(page, i, "id") === id) return i;
  throw new Error(`no ${id}`);
}

function boxOf({ page, boxes: { x, y, w, h } }: RenderedPage, id: string): number[] {
  const i = node(page, id);
  return [x[i], y[i], w[i], h[i]];
}

/** Snapshots have a resolution of 1/64 pixel. */
function expectNear(box: readonly number[], expected: readonly number[], what: string): void {
  const off = Math.max(...box.map((value, i) => Math.abs(value - expected[i])));
  expect(off, `${what}: ${box} for ${expected}`).toBeLessThan(1 / 32);
}

test("boxes match the browser's own for each element and text", async () => {
  const rendered = await renderer.render(made);
  const browser = await launchChromium();
  try {
    const tab = await browser.newPage({ viewport: { width: 1280, height: 1024 }, javaScriptEnabled: false });
    await tab.setContent(made);
    const measured = await tab.evaluate(() =>
      [...document.querySelectorAll("[id]")].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const range = document.createRange();
        const isTextual = element.firstChild?.nodeType === 3 && element.checkVisibility();
        if (isTextual) range.selectNodeContents(element.firstChild as Node);
        const inside = isTextual ? range.getBoundingClientRect() : undefined;
        const text = inside && [inside.x, inside.y, inside.width, inside.height];
        return { id: element.id, box: [x, y, width, height], text };
      }),
    );
    const { page, boxes } = rendered;
    let texts = 0;
    for (const { id, box, text } of measured) {
      if (id === "none") continue;
      expectNear(boxOf(rendered, id), box, id);
      const inside = node(page, id) + 1;
      if (text === undefined || !isText(page, inside)) continue;
      texts++;
      const own = [boxes.x[inside], boxes.y[inside], boxes.w[inside], boxes.h[inside]];
      expectNear(own, text, `text of ${id}`);
    }
    expect(texts).toBeGreaterThan(8);
  } finally {
    await browser.close();
  }
});

test("the page is as large as its scrollable area", async () => {
  const { boxes } = await renderer.render(
    "<!doctype html><body style='margin:0'><div style='width:2000px;height:3000px'>",
  );
  expect([boxes.geometry, boxes.width, boxes.height, boxes.w[0], boxes.h[0]]).toEqual([
    "rendered",
    2000,
    3000,
    2000,
    3000,
  ]);
  const small = await renderer.render("<!doctype html><body style='margin:0'><p style='margin:0;height:50px'>x");
  expect([small.boxes.width, small.boxes.height]).toEqual([1280, 50]);
});

test("hidden nodes have an empty box in place, wrappers the box of their content", async () => {
  const rendered =
    await renderer.render(`<!doctype html><body style="margin:0"><div id=first style="height:40px">x</div>
<p id=hidden hidden>y</p><div id=holder style="display:contents"><div id=held style="width:30px;height:20px">z</div></div>`);
  const [x, y, w, h] = boxOf(rendered, "hidden");
  expect([x, y, w, h]).toEqual([0, 40, 0, 0]);
  expect(boxOf(rendered, "holder")).toEqual(boxOf(rendered, "held"));
  expect(boxOf(rendered, "held")).toEqual([0, 40, 30, 20]);
  const { display } = rendered.styles;
  const kinds = ["hidden", "holder", "held"].map((id) => displayKinds[display[node(rendered.page, id)]]);
  expect(kinds).toEqual(["none", "contents", "block"]);
});

test("styles", async () => {
  const { page, styles } = await renderer.render(`<!doctype html><style>#a{color:#123456;background:rgb(255 0 0/.5);
font:700 20px/1 Georgia,serif}#b{display:inline-flex;color:oklch(0.627955 0.257683 29.2339)}</style>
<div id=a>text<span id=c hidden>d</span></div><div id=b>x</div><p id=e style="font-family:Georgia,serif">y`);
  const [a, b, c, e] = ["a", "b", "c", "e"].map((id) => node(page, id)) as [number, number, number, number];
  const inside = a + 1;
  expect(isText(page, inside)).toBe(true);
  expect([a, inside, c].map((i) => styles.color[i])).toEqual([0x123456ff, 0x123456ff, 0x123456ff]);
  expect([a, inside, c, b].map((i) => styles.background[i])).toEqual([0xff000080, 0, 0, 0]);
  expect([a, inside, c, b].map((i) => styles.fontSize[i])).toEqual([20, 20, 20, 16]);
  expect([a, inside, c, b].map((i) => styles.fontWeight[i])).toEqual([700, 700, 700, 400]);
  expect(styles.color[b]).toBe(0xff0000ff);
  expect(styles.fontFamily[a]).toBe(styles.fontFamily[e]);
  expect(styles.fontFamily[a]).not.toBe(styles.fontFamily[b]);
  const kinds = [a, inside, c, b].map((i) => displayKinds[styles.display[i]]);
  expect(kinds).toEqual(["block", "inline", "none", "inline-flex"]);
});

test("shadow roots are part of the page, slotted nodes lie in their slot", async () => {
  const { page, boxes } = await renderer.render(`<!doctype html><div id=host><template shadowrootmode=open>
<p>shadow <slot></slot></p></template>light</div>`);
  expect(page.text).toBe("shadow light");
  const slot = findTag(page, tagNumber("slot"));
  expect([page.strings[slot + 1], boxes.w[slot] > 0]).toEqual(["light", true]);
});

test("stored style sheets and pictures are used, pictures with a known size keep their space", async () => {
  const html = `<!doctype html><base href="/deep/"><link rel=stylesheet href="a.css?b=1&amp;c=2"><div id=box>x</div>
<img id=known src=known.png><img id=sized src=sized.png width=300 height=200 alt="some words"><img id=other src=other.png alt=words>`;
  const resources = new Map([
    ["http://example.org/deep/a.css?b=1&c=2", { body: "@import 'b.css'; #box{height:77px}" }],
    ["http://example.org/deep/b.css", { body: Buffer.from("#box{width:88px} img{max-width:150px;height:auto}") }],
    ["http://example.org/deep/known.png", blankImage(40, 30)],
  ]);
  const rendered = await renderer.render(html, { url: "http://example.org/story", resources });
  expect(boxOf(rendered, "box").slice(2)).toEqual([88, 77]);
  expect(boxOf(rendered, "known").slice(2)).toEqual([40, 30]);
  expect(boxOf(rendered, "sized").slice(2)).toEqual([150, 100]);
});

test("the viewport has the given size", async () => {
  const narrow = await Renderer.open({ viewport: { width: 400, height: 300 } });
  try {
    const html =
      "<!doctype html><style>p{width:100vw;height:50vh;margin:0}@media(max-width:500px){b{display:block}}</style><p id=p><b id=b>x";
    const rendered = await narrow.render(html);
    expect(boxOf(rendered, "p").slice(2)).toEqual([400, 150]);
    expect(displayKinds[rendered.styles.display[node(rendered.page, "b")]]).toBe("block");
  } finally {
    await narrow.close();
  }
});
