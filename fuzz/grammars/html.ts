import type { Random } from "../random.ts";
import { addressStarts, hostile, hrefs, plain, tex } from "./texts.ts";

const formats = "b,strong,i,em,s,del,u,sup,sub,kbd,code,q,cite,mark,small,span,font,abbr,var,samp,ins,label".split(",");
const blocks =
  "p,p,p,div,h1,h2,h3,ul,ol,li,blockquote,pre,table,dl,figure,details,section,article,center,form,callout,note,tasks,code,spans,shadow";

/** Elements that show nothing or stand by themselves, to put in the midst of text. */
const leaves = [
  "<br>",
  "<wbr>",
  "<span></span>",
  "<b></b>",
  "<code></code>",
  "<i> </i>",
  "<!-- c -->",
  "<a href='/x'></a>",
  "<a id=x></a>",
  "<sup></sup>",
  "<img src='data:image/gif;base64,AA'>",
  "<img src='/i.png' alt='picture'>",
  "<input type=checkbox>",
  "<hr>",
  "<script></script>",
  "<button>b</button>",
  "<span hidden>h</span>",
  "&shy;",
  "&ZeroWidthSpace;",
  "&nbsp;",
  "&#13;",
  "&#12;",
  "&#x2028;",
];

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Random pages made of real structure around text that means something to Markdown or HTML. */
export class HtmlGrammar {
  readonly #random: Random;
  #depth = 0;
  #deepest = 2;
  #notes = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  page(): string {
    const random = this.#random;
    const head = random.chance(0.3) ? `<title>${escapeHtml(this.text())}</title>` : "";
    const math = random.chance(0.1) ? "<script src=mathjax.js></script>" : "";
    // Most pages are small: as much goes wrong in them, and they are read sooner.
    const isSmall = random.chance(0.85);
    this.#deepest = isSmall ? 1 : 4;
    const body = random.many(1, isSmall ? 1 : 3, () => this.block()).join(random.pick(["", "\n", " "]));
    return `${head}${math}${body}${this.#noteList()}`;
  }

  /** Raw text, not yet HTML. */
  text(): string {
    const random = this.#random;
    const parts = random.many(1, 4, () => {
      const roll = random.next();
      if (roll < 0.35) return random.pick(plain);
      if (roll < 0.5) return random.pick(addressStarts);
      return random.pick(hostile);
    });
    return parts.join(random.pick(["", "", " ", "\n"]));
  }

  /** Text as HTML, cut at random places by elements that change what stands beside what. */
  inline(): string {
    const random = this.#random;
    const text = this.text();
    if (random.chance(0.4)) return escapeHtml(text);
    let html = "";
    let from = 0;
    while (from < text.length) {
      const to = Math.min(text.length, from + 1 + random.below(random.pick([2, 6, 30])));
      const piece = escapeHtml(text.slice(from, to));
      html += random.chance(0.5) ? this.#format(piece) : piece;
      if (random.chance(0.15)) html += random.pick(leaves);
      from = to;
    }
    return html;
  }

  #format(inner: string): string {
    const random = this.#random;
    const roll = random.next();
    if (roll < 0.12)
      return `<a href="${escapeHtml(random.pick(hrefs))}" title="${escapeHtml(this.text())}">${inner}</a>`;
    if (roll < 0.16)
      return `<img src="${escapeHtml(random.pick(hrefs))}" alt="${escapeHtml(this.text())}" title="${escapeHtml(this.text())}">${inner}`;
    if (roll < 0.19) return `${this.#formula()}${inner}`;
    if (roll < 0.22) return `${inner}${this.#note()}`;
    if (roll < 0.24) return `<ruby>${inner}<rt>${escapeHtml(this.text())}</rt></ruby>`;
    if (roll < 0.26) return `<video src="/v.mp4" title="${escapeHtml(this.text())}"></video>${inner}`;
    if (roll < 0.27)
      return `<iframe src="https://www.youtube.com/embed/abcdefg" title="${escapeHtml(this.text())}"></iframe>`;
    const tag = random.pick(formats);
    return `<${tag}>${inner}</${tag}>`;
  }

  #formula(): string {
    const random = this.#random;
    const source = escapeHtml(random.pick(random.chance(0.5) ? tex : hostile));
    return random.pick([
      `<script type="math/tex">${source.replaceAll("&#60;", "<")}</script>`,
      `<script type="math/tex; mode=display">${source}</script>`,
      `<span class="katex"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">${source}</annotation></semantics></math></span>`,
      `<math><mi>${source}</mi><mo>&lt;</mo><mtext>${source}</mtext></math>`,
      `<img class="tex" alt="${source}" src="/t.png">`,
    ]);
  }

  #note(): string {
    const number = ++this.#notes;
    return `<sup><a href="#fn${number}" id="ref${number}">${number}</a></sup>`;
  }

  #noteList(): string {
    if (this.#notes === 0) return "";
    let list = "";
    for (let i = 1; i <= this.#notes; i++) list += `<li id="fn${i}">${this.inline()} <a href="#ref${i}">↩</a></li>`;
    return `<ol class="footnotes">${list}</ol>`;
  }

  block(): string {
    const random = this.#random;
    if (this.#depth > this.#deepest) return this.inline();
    this.#depth++;
    const tag = random.pick(blocks.split(","));
    const html = this.#element(tag);
    this.#depth--;
    return html;
  }

  #content(): string {
    const random = this.#random;
    return random.chance(0.5) ? this.inline() : random.many(1, 3, () => this.block()).join("");
  }

  #element(tag: string): string {
    const random = this.#random;
    switch (tag) {
      case "p":
      case "h1":
      case "h2":
      case "h3":
        return `<${tag}>${this.inline()}</${tag}>`;
      case "ul":
      case "ol":
        return `<${tag}>${random.many(1, 3, () => `<li>${this.#content()}</li>`).join("")}</${tag}>`;
      case "tasks":
        return `<ul>${random.many(1, 2, () => `<li><input type=checkbox>${this.inline()}</li>`).join("")}</ul>`;
      case "pre":
        return `<pre>${random.chance(0.5) ? escapeHtml(random.many(1, 4, () => this.text()).join("\n")) : this.inline()}</pre>`;
      case "code":
        return `<pre><code class="language-${escapeHtml(random.pick(["js", "c++", "x`y", "a b"]))}">${escapeHtml(this.text())}</code></pre>`;
      case "table":
        return `<table>${random.chance(0.3) ? `<caption>${this.inline()}</caption>` : ""}${random
          .many(1, 3, () => `<tr>${random.many(1, 3, () => this.#cell()).join("")}</tr>`)
          .join("")}</table>`;
      case "spans":
        return `<table>${random.many(3, 4, () => `<tr>${random.many(3, 3, () => this.#cell()).join("")}</tr>`).join("")}</table>`;
      case "shadow":
        return this.#shadow();
      case "dl":
        return `<dl><dt>${this.inline()}</dt><dd>${this.#content()}</dd></dl>`;
      case "figure":
        return `<figure><img src="/f.png" alt="${escapeHtml(this.text())}"><figcaption>${this.inline()}</figcaption></figure>`;
      case "details":
        return `<details><summary>${this.inline()}</summary>${this.#content()}</details>`;
      case "callout":
        return `<div class="admonition ${random.pick(["note", "tip", "warning"])}"><p class="admonition-title">${this.inline()}</p>${this.#content()}</div>`;
      case "note":
        return `<p>${this.inline()}${this.#note()}</p>`;
      default:
        return random.chance(0.9) ? `<${tag}>${this.#content()}</${tag}>` : `<${tag}>${this.#content()}`;
    }
  }

  #cell(): string {
    const tag = this.#random.pick(["td", "td", "th"]);
    const span = this.#random.chance(0.2) ? this.#random.pick([" rowspan=2", " colspan=2", " colspan=1000"]) : "";
    return `<${tag}${span}>${this.#content()}</${tag}>`;
  }

  #shadow(): string {
    const slot = this.#random.pick(["<slot></slot>", "<slot name=a>none</slot>", ""]);
    const root = `<template shadowrootmode=open>${this.#content()}${slot}</template>`;
    return `<x-part>${root}${this.#content()}<p slot=a>${this.inline()}</p></x-part>`;
  }

  /** A page that shows next to nothing and has its text in data for scripts, or in frames. */
  hollow(): string {
    const random = this.#random;
    if (random.chance(0.2)) {
      const frames = random.many(
        1,
        3,
        () => `<frame src="${escapeHtml(random.pick(hrefs))}" name="${escapeHtml(this.text())}">`,
      );
      return `<frameset>${frames.join("")}</frameset>`;
    }
    const text = (): string =>
      `${"Some words that make up a whole sentence. ".repeat(6)}${random.chance(0.5) ? this.text() : this.block()}`;
    const data = JSON.stringify(random.many(1, 4, () => ({ body: text(), [random.pick(hostile)]: text() })));
    const json = random.chance(0.8) ? data.replaceAll("<", "\\u003c") : data;
    return random.chance(0.7)
      ? `<script type="application/json">${json}</script>`
      : `<script>self.__next_f.push([1,${JSON.stringify(json)}])</script>`;
  }
}
