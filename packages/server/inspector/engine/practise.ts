import type { createEngine } from "./run-task.ts";
import { defaultSettings } from "./settings.ts";

/** How often the page is judged: after that, compilers gain little more. */
const rounds = 8;

/**
 * Judges a made-up page some times, so that the engine's code is loaded and compiled when the first page comes: that page
 * would take two to three times as long. Pauses after each step and stops as soon as `isNeeded` says so.
 */
export async function practise(engine: ReturnType<typeof createEngine>, isNeeded: () => boolean): Promise<void> {
  const source = { content: practicePage(), url: null, name: "practice" };
  const steps = [
    () => engine.open(source, () => {}),
    () => engine.judge(defaultSettings, () => {}),
    () => engine.result(defaultSettings, () => {}),
  ];
  for (let round = 0; round < rounds; round++) {
    for (const step of steps) {
      await new Promise((resolve) => setTimeout(resolve));
      if (isNeeded()) return;
      step();
    }
  }
}

/** A page with something for every part of the engine: menus, text, lists, tables, code, images, teasers. */
function practicePage(): string {
  const many = (count: number, write: (i: number) => string): string =>
    Array.from({ length: count }, (_, i) => write(i)).join("");
  const menu = many(12, (i) => `<li><a href="/${i}">Topic ${i}</a>`);
  const parts = many(
    30,
    (i) => `<h2>Part ${i}</h2><p class="c${i % 7}" style="margin:0 ${i % 5}px">Sentence ${i} of a made-up page, with
<a href="/l${i}">a link</a>, <b>bold</b> and <em>other</em> words, long enough to pass for running text.</p>
<ul><li>One ${i}</li><li>Two <a href="/x${i}">two</a></li></ul>`,
  );
  const data = '<table><tr><th>A<th>B<tr><td>1<td>2</table><pre><code>let a;</code></pre><img src="/a.png" alt="A">';
  const teasers = many(20, (i) => `<div class="card"><a href="/r${i}">Other story ${i}</a><p>Teaser ${i}.</p></div>`);
  return `<title>Practice | Site</title><header><nav><ul>${menu}</ul></nav></header><main><article><h1>Practice</h1>
<p class="byline">By <a href="/a">A. Writer</a> <time datetime="2026-01-02">2 January 2026</time></p>${parts}${data}
</article><aside><h3>Related</h3>${teasers}</aside></main><footer><a href="/terms">Terms</a> © Site</footer>`;
}
