/** Pages that are hard to segment: very wide, very deep, very large, or uniform. */

import { randomFrom } from "./seeded-random.mjs";

/** @returns {{ name: string, html: string }[]} */
export function hardPages() {
  return Object.entries(shapes).map(([name, make]) => ({
    name,
    html: `<!DOCTYPE html><title>hard</title><body>${make()}`,
  }));
}

const times = (count, make) => Array.from({ length: count }, (_, i) => make(i)).join("");

const shapes = {
  "5,000 nested divs, a word in each": () => "<div>word".repeat(5000),
  "5,000 nested divs, text before and after": () =>
    `${"<div><p>word</p>".repeat(5000)}${"<p>x</p></div>".repeat(5000)}`,
  "1,000 nested tables": () => "<table><tr><td>word<td>".repeat(1000),
  "20,000 paragraphs side by side": () => "<p>word".repeat(20_000),
  "4,900 paragraphs of 40 words": () => `<p>${"word ".repeat(40)}`.repeat(4900),
  "a table of 300 × 50": () => table(300, 50),
  "a table of 4,000 × 2": () => table(4000, 2),
  "1,200 alike cards": () => times(1200, card),
  "10,000 alike cards": () => times(10_000, card),
  "3,300 lists, 200,000 nodes": () => `<ul>${"<li><a href=x>item</a>".repeat(20)}</ul>`.repeat(3300),
  "5,000 tiny floats": () => "<div style='float:left;width:3px;height:3px'>a</div>".repeat(5000),
  "4,900 boxes on one another": () =>
    "<div style='position:absolute;left:0;top:0;width:500px;height:500px'>abc</div>".repeat(4900),
  "a random tree of 14,000 nodes": () => randomTree(12_000),
  "a random tree of 70,000 nodes": () => randomTree(60_000),
  "2,400 pairs": () => "<div><p>a</p><p>b</p></div>".repeat(2400),
  "20,000 inputs": () => "<input>".repeat(20_000),
  "4,900 images": () => "<img width=120 height=120>".repeat(4900),
};

function table(rows, columns) {
  return `<table>${times(rows, (i) => `<tr>${times(columns, (j) => `<td>${i * j}`)}`)}</table>`;
}

function card(i) {
  return `<div class=card><img src=a.png width=100 height=100><h3><a href=/${i}>Title ${i}</a></h3><p>Some text ${i}</p><span>$${i}</span></div>`;
}

/** Boxes opened and closed at random, with texts and headings in them. This seed gives elements with thousands of children. */
function randomTree(steps) {
  const random = randomFrom(7);
  let depth = 0;
  return times(steps, (i) => {
    const kind = random();
    if (kind < 0.4) {
      depth++;
      return random() < 0.3 ? `<div style="float:left;width:${Math.floor(random() * 400)}px">` : "<div>";
    }
    if (kind < 0.6 && depth > 0) {
      depth--;
      return "</div>";
    }
    return `<${random() < 0.5 ? "p" : "h3"}>w${i} ${"word ".repeat(Math.floor(random() * 30))}`;
  });
}
