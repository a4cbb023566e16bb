import { readFileSync } from "node:fs";
import { extract, pageLevelModel, segment } from "dehusk";
import { writePageLevelModel } from "dehusk/internal/detect";
import { expect, test } from "vitest";
import { createEngine } from "./run-task.ts";
import { defaultSettings, type Settings } from "./settings.ts";

const html = readFileSync(new URL("../../../../examples/article.html", import.meta.url), "utf8");
const url = "https://example.org/story";
const quiet = (): void => {};

function opened(content: string | Uint8Array = html) {
  const engine = createEngine();
  return { engine, page: engine.open({ content, url, name: "article" }, quiet) };
}

function withSettings(changed: Partial<Settings>): Settings {
  return { ...defaultSettings, ...changed };
}

test("the defaults match the library's, in every format", () => {
  const { engine, page } = opened();
  const expected = extract(html, { url });
  const judged = engine.judge(defaultSettings, quiet);
  expect(judged.words).toBe(expected.words);
  expect(judged.confidence).toBe(expected.confidence);
  expect(page.metadata.title).toBe(expected.title);
  for (const format of ["text", "markdown", "html"] as const) {
    expect(engine.write({ format, settings: defaultSettings }, quiet)).toBe(expected[format]);
  }
});

test("a preset and a model change what is kept, as in the library", () => {
  const { engine } = opened();
  for (const preset of ["precision", "recall", "article", "everything"] as const) {
    const text = engine.write({ format: "text", settings: withSettings({ preset }) }, quiet);
    expect(text).toBe(extract(html, { url, preset }).text);
  }
  const plain = engine.write({ format: "text", settings: withSettings({ model: "plain" }) }, quiet);
  expect(plain).toBe(extract(html, { url, model: pageLevelModel }).text);
});

test("a larger penalty makes fewer sections", () => {
  const { engine } = opened();
  const sections = [0, 0.01, 1].map((penaltyFactor) => {
    return engine.judge(withSettings({ penaltyFactor, penaltyMost: 100 }), quiet).allSections;
  });
  expect(sections).toEqual([...sections].sort((a, b) => b - a));
  expect(sections[0]).toBeGreaterThan(sections[2]);
});

test("a node's facts give the reasons that extract gives for its block", () => {
  const { engine, page } = opened();
  const explained = extract(html, { url }).explain();
  const wanted = explained.find(({ text }) => text.startsWith("We use cookies"));
  const node = page.labels.findIndex((label, i) => page.isText[i] === 1 && label.startsWith("We use cookies"));
  const facts = engine.node({ node, settings: defaultSettings }, quiet);
  expect(facts.blocks).toHaveLength(1);
  expect(facts.blocks[0]?.kept).toBe(false);
  expect(facts.blocks[0]?.reasons).toEqual(wanted?.reasons);
  const weights = facts.blockFeatures.map(({ adds }) => Math.abs(adds));
  expect(weights.length).toBeGreaterThan(3);
  expect(weights).toEqual([...weights].sort((a, b) => b - a));
  // Nodes by themselves are what page-level models look at.
  expect(facts.nodeFeatures).toEqual([]);
});

test("hidden nodes say why", () => {
  const { engine, page } = opened("<p>Shown text.</p><div hidden><p id=x>Not shown.</p></div>");
  const node = page.labels.indexOf("p#x");
  expect(page.shown[node]).toBe(0);
  expect(engine.node({ node, settings: defaultSettings }, quiet).hidden).toEqual(["it is marked as hidden"]);
});

test("two settings are compared word by word: the parts add up to the page", () => {
  const { engine } = opened();
  const [a, b] = [withSettings({ preset: "precision" }), withSettings({ preset: "everything" })];
  const compared = engine.compare({ a, b }, quiet);
  const all = engine.judge(a, quiet).allWords;
  expect(compared.both + compared.onlyA + compared.onlyB + compared.neither).toBe(all);
  expect(compared.onlyA).toBe(0);
  expect(compared.onlyB).toBeGreaterThan(50);
  const onlyB = compared.runs.filter(({ who }) => who === "b").map(({ text }) => text);
  expect(onlyB.join(" ")).toContain("We use cookies");
  expect(
    compared.runs
      .filter(({ who }) => who === "both")
      .map(({ text }) => text)
      .join(),
  ).not.toContain("cookies");
});

test("segments match the library's, with progress notes", () => {
  const { engine, page } = opened();
  const notes: string[] = [];
  const found = engine.segment(withSettings({ lambda: 2 }), (note) => notes.push(note));
  const expected = segment(html, { url, lambda: 2, algorithm: "gcuts" });
  expect(found.segments.map(({ words }) => words)).toEqual(expected.segments.map(({ words }) => words));
  expect(found.energy).toBe(expected.energy);
  expect(notes.length).toBeGreaterThan(1);
  for (const { nodes } of found.segments) for (const node of nodes) expect(node).toBeLessThan(page.size);
});

test("the map links to nodes and contains no text of the page", () => {
  const { engine, page } = opened("<nav><a href=/>zebra</a></nav><p>giraffe &lt;script> elephant</p>");
  const { svg: map } = engine.map(defaultSettings, quiet);
  expect(map).not.toMatch(/zebra|giraffe|script|elephant/);
  const targets = [...map.matchAll(/href="#n(\d+)"/g)].map(([, node]) => Number(node));
  expect(targets.length).toBeGreaterThan(0);
  for (const node of targets) expect(node).toBeLessThan(page.size);
});

test("XPaths are resolved, and those that lead nowhere are null", () => {
  const { engine, page } = opened("<p>One</p><p>Two</p>");
  const [second, none, missing] = engine.locate(["/html[1]/body[1]/p[2]", null, "/html[1]/table[1]"], quiet);
  expect(second?.text).toBe("Two");
  expect(page.labels[second?.node as number]).toBe("p");
  expect([none, missing]).toEqual([null, null]);
});

test("a model from a file is used; an invalid one is refused with what is wrong", () => {
  const { engine } = opened();
  const { name, use } = engine.addModel({ id: "mine", text: writePageLevelModel(pageLevelModel) }, quiet);
  expect({ name, use }).toEqual({ name: pageLevelModel.name, use: "detect" });
  const mine = engine.judge(withSettings({ model: "mine" }), quiet);
  expect(mine.score).toEqual(engine.judge(withSettings({ model: "plain" }), quiet).score);
  expect(() => engine.addModel({ id: "x", text: "<html>" }, quiet)).toThrow("it is not JSON");
  expect(() => engine.addModel({ id: "x", text: '{"kind":"recipe"}' }, quiet)).toThrow('its kind is "recipe"');
  const rendered = readFileSync(new URL("../../../dehusk/models/segment-rendered.json", import.meta.url), "utf8");
  expect(() => engine.addModel({ id: "x", text: rendered }, quiet)).toThrow("trained on rendered boxes");
  expect(() => engine.judge(withSettings({ model: "x" }), quiet)).toThrow('There is no model "x"');
});

test("a page without words, a deep one and invalid bytes can all be inspected", () => {
  for (const content of ["", `${"<div>".repeat(30_000)}deep`, new Uint8Array([0x3c, 0x70, 0x3e, 0xff, 0xfd, 0x80])]) {
    const { engine, page } = opened(content);
    const judged = engine.judge(defaultSettings, quiet);
    expect(judged.templateness).toHaveLength(page.size);
    expect(engine.node({ node: page.size - 1, settings: defaultSettings }, quiet).node).toBe(page.size - 1);
    expect(engine.map(defaultSettings, quiet).svg).toMatch(/^<svg /);
  }
});
