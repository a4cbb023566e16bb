import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { nodeAt, parse, sumOf } from "../page/index.ts";
import { textKinds } from "./content-model.ts";
import { describeDetection } from "./describe-detection.ts";
import { detect, detectPage } from "./detect.ts";
import { pageLevelModel } from "./page-level.ts";

const example = (name: string) => readFileSync(new URL(`../../../../examples/${name}.html`, import.meta.url));

test.each(["article", "forum-thread", "malformed", "table-layout-1999"])("%s as plain data hangs together", (name) => {
  const detection = detect(example(name));
  const { page } = detection;
  const report = describeDetection(detection);
  const ids = new Set(report.nodes.map(({ id }) => id));
  expect(report).toMatchObject({ version: 1, url: page.url, geometry: "estimate", model: detection.model });
  expect(report.nodes[0]).toMatchObject({ id: 0, parent: null, tag: "#document", path: "/" });
  for (const { id, parent, path, section, score, hidden, templateness, kind } of report.nodes) {
    expect(id === 0 || ids.has(parent as number)).toBe(true);
    expect(nodeAt(page, path as string)).toBe(id);
    expect(ids.has(section)).toBe(true);
    expect(score === null).toBe(hidden);
    expect(templateness >= 0 && templateness <= 1).toBe(true);
    if (sumOf(page, page.sums.characters, id) === 0) expect(kind).toBeNull();
    else if (detection.templateness[id] >= 0.5) expect(kind).toBe("template");
    else expect(textKinds).toContain(kind);
  }
  expect(report.sections.map(({ root }) => root)).toEqual(
    [...new Set(report.nodes.map(({ section }) => section))].sort((a, b) => a - b),
  );
  const words = report.sections.reduce((sum, section) => sum + section.words, 0);
  const links = report.sections.reduce((sum, section) => sum + section.links, 0);
  expect({ words, links }).toEqual({ words: sumOf(page, page.sums.words, 0), links: sumOf(page, page.sums.links, 0) });
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
});

test("numbers are rounded, and the page's hidden parts are left out", () => {
  const report = describeDetection(detect("<title>t</title><p>seen <b>words</b></p>  <p hidden>unseen</p><!-- no -->"));
  expect(report.nodes.map(({ tag }) => tag)).toEqual(["#document", "html", "body", "p", "#text", "b", "#text"]);
  expect(report.url).toBeNull();
  expect(JSON.stringify(report)).not.toMatch(/\d\.\d{5}/);
});

test("a page-level model has no kinds", () => {
  const { nodes, sections, model } = describeDetection(detect(example("article"), { model: pageLevelModel }));
  expect(model).toBe("page-level");
  expect([...nodes, ...sections].filter(({ kind }) => kind !== null)).toEqual([]);
});

test("sections have the kind of most of their own text", () => {
  const { sections } = describeDetection(detect(example("forum-thread")));
  expect(sections[0]?.kind).toBe("post");
  for (const { kind, templateness, words } of sections) {
    if (words > 0 && Math.abs(templateness - 0.5) > 0.001) expect(kind === "template").toBe(templateness > 0.5);
  }
});

test("a page nested 100,000 deep gives paths only as far as they stay short", () => {
  const page = parse(`${"<div>".repeat(100_000)}text`, { limits: { depth: 200_000, nodes: 300_000 } });
  const report = describeDetection(detectPage(page));
  expect(report.nodes.length).toBe(page.size - 1);
  expect(report.nodes.at(-1)?.path).toBeNull();
  expect(report.nodes[10]?.path).not.toBeNull();
  expect(JSON.stringify(report).length).toBeLessThan(60_000_000);
});

test("a page of 300,000 nodes is described", () => {
  const page = parse("<ul>".concat("<li>x <a href=a>y</a>".repeat(75_000)), { limits: { nodes: 1_000_000 } });
  expect(page.size).toBeGreaterThan(300_000);
  expect(describeDetection(detectPage(page)).nodes.length).toBeGreaterThan(290_000);
});
