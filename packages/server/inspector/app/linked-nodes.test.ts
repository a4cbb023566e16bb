import { expect, test } from "vitest";
import { createEngine } from "../engine/run-task.ts";
import { defaultSettings } from "../engine/settings.ts";
import { inResult, wordsIn } from "./linked-nodes.ts";

const html = `<title>Harbour</title><nav><a href=/>Home</a> <a href=/a>Archive</a></nav><main><h1>Harbour</h1>
<p id=one>The harbour wall was <a href=/wall>built by hand</a> in a single winter, says the chronicle of the town.</p>
<ul id=list><li id=first>Stones from the quarry above the town.</li><li>Lime from the kilns by the river.</li></ul>
<p id=two>It has been repaired so often since that hardly any stone of it is where it was.</p></main>`;

function opened() {
  const engine = createEngine();
  const quiet = (): void => {};
  const page = engine.open({ content: html, url: null, name: "harbour" }, quiet);
  const settings = { ...defaultSettings, preset: "everything" as const };
  const node = (label: string): number => page.labels.indexOf(label);
  return { page, node, result: engine.result(settings, quiet), judgement: engine.judge(settings, quiet) };
}

test("every block of the result leads to the page's element, and back", () => {
  const { page, node, result } = opened();
  for (const label of ["p#one", "p#two", "ul#list", "li#first"]) {
    const found = inResult(result, page, node(label));
    expect(label + page.labels[result.source[found as number]]).toBe(label + label);
  }
  // A link lies in its paragraph.
  const link = page.labels.indexOf("built by hand");
  expect(page.labels[result.source[inResult(result, page, link) as number]]).toBe("p#one");
  // What holds several blocks leads to the first of them.
  expect(inResult(result, page, node("main"))).toBe(inResult(result, page, node("h1")));
});

test("words are counted for a node, kept and all", () => {
  const { page, node, judgement } = opened();
  expect(wordsIn(page, judgement.kept, node("li#first"))).toEqual({ kept: 7, all: 7 });
  expect(wordsIn(page, new Uint8Array(page.size), node("main")).kept).toBe(0);
});
