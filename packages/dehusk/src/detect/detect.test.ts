import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { byId } from "../features/testing/features-of.ts";
import { estimateBoxes } from "../layout/index.ts";
import { type Page, type PageInput, parse, sumOf } from "../page/index.ts";
import { tagSoup, wellFormedHtml } from "../page/testing/random-html.ts";
import { SiteBuilder } from "../site/index.ts";
import { areasOfText } from "./areas.ts";
import { defaultModel } from "./bundled-models.ts";
import { type Detection, detect, detectPage } from "./detect.ts";
import type { DetectOptions } from "./detect-options.ts";
import { pageLevelModel } from "./page-level.ts";
import type { PageLevelModel } from "./page-level-model.ts";
import { penaltyNames } from "./penalties.ts";
import { smoothingTree, weightings } from "./smoothing-tree.ts";
import { madeUpSite } from "./testing/made-up-sites.ts";

const options = fc.record(
  {
    penalty: fc.constantFrom(...penaltyNames),
    penaltyFactor: fc.constantFrom(0, 0.001, 0.01, 1, 100),
    penaltyMost: fc.constantFrom(0, 0.1, 0.7, Number.POSITIVE_INFINITY),
    weighting: fc.constantFrom(...weightings),
    model: fc.constantFrom(defaultModel, pageLevelModel),
  },
  { requiredKeys: [] },
);

/** What there is on any page, with any options. */
function expectSound({ page, score, hidden, templateness, section, kind }: Detection): void {
  for (let i = 0; i < page.size; i++) {
    const value = templateness[i];
    if (!(value >= 0 && value <= 1)) throw new Error(`Node ${i} has templateness ${value}.`);
    if ((hidden[i] === 1) !== Number.isNaN(score[i])) throw new Error(`Node ${i} is hidden, or has no score.`);
    if (hidden[i] === 0 && !(score[i] >= 0 && score[i] <= 1)) throw new Error(`Score of ${i}.`);
    if (kind !== undefined && (kind[i] === 255) !== (sumOf(page, page.sums.characters, i) === 0)) {
      throw new Error(`Node ${i} has no text, or no kind.`);
    }
    const root = section[i];
    if (templateness[root] !== value || section[root] !== root) throw new Error(`Section ${root} of node ${i}.`);
    if (i === 0) continue;
    const up = page.parent[i];
    if (value < templateness[up]) throw new Error(`Node ${i} has less than its parent.`);
    // Connected: a node that is not the root of its section is in its parent's.
    if (root !== i && root !== section[up]) throw new Error(`Node ${i} is cut off from its section.`);
    if (hidden[i] === 1 && root === i) throw new Error(`The hidden node ${i} has a section.`);
    if (root !== i && value !== templateness[up]) throw new Error(`Node ${i} differs within its section.`);
  }
}

describe("on any page", () => {
  test("templateness lies in [0, 1], never falls from parent to child, and sections are connected", () => {
    fc.assert(
      fc.property(fc.oneof(tagSoup, wellFormedHtml), options, (html, given) => expectSound(detect(html, given))),
      { numRuns: 300 },
    );
  });

  test("the same page gives the same values, as a string, as bytes and parsed; the page stays as it is", () => {
    fc.assert(
      fc.property(fc.oneof(tagSoup, wellFormedHtml), (html) => {
        const page = parse(html);
        const before = frozenCopy(page);
        const first = detect(page);
        expect(frozenCopy(page)).toEqual(before);
        expect(first.page).toBe(page);
        for (const input of [html, page] satisfies PageInput[]) {
          const { score, templateness, section, hidden, kind } = detect(input);
          expect({ score, templateness, section, hidden, kind }).toEqual({
            score: first.score,
            templateness: first.templateness,
            section: first.section,
            hidden: first.hidden,
            kind: first.kind,
          });
        }
      }),
      { numRuns: 40 },
    );
  });

  function frozenCopy(page: Page): unknown {
    return structuredClone(page);
  }

  test("bytes give the same result as their text", () => {
    const html = madeUpSite(1).html(0);
    expect(detect(new TextEncoder().encode(html)).templateness).toEqual(detect(html).templateness);
  });
});

test.each([defaultModel, pageLevelModel])("a menu is more of a template than the article by model $name", (model) => {
  for (let number = 0; number < 6; number++) {
    const { page, templateness } = detect(madeUpSite(number).html(0), { model });
    const mean = (isLink: boolean) => {
      let [sum, count] = [0, 0];
      for (let i = 1; i < page.size; i++) {
        const name = page.tagNames[page.tag[i]];
        if (name !== (isLink ? "a" : "p") || page.sums.words[page.end[i]] === 0) continue;
        sum += templateness[i];
        count++;
      }
      return sum / count;
    };
    expect(mean(true)).toBeGreaterThan(mean(false) + 0.3);
  }
});

test("the tree's nodes are scored, all others follow their nearest ancestor in it", () => {
  const page = parse(madeUpSite(0).html(0));
  const { nodes, place } = smoothingTree(page, areasOfText(page));
  const { score, hidden, templateness } = detectPage(page);
  expect([...nodes]).toEqual([...hidden.keys()].filter((node) => hidden[node] === 0));
  for (let i = 0; i < page.size; i++) expect(templateness[i]).toBe(templateness[nodes[place[i]]]);
  expect([...nodes].every((node) => Number.isFinite(score[node]))).toBe(true);
});

describe("options", () => {
  test.each<[string, Readonly<Record<string, unknown>>, RegExp]>([
    [
      "an unknown penalty",
      { penalty: "width" },
      /Option "penalty" must be one of nodes, area, parent,.*, not "width"\.$/,
    ],
    ["a penalty of all objects", { penalty: "toString" }, /"penalty" must be one of .*, not "toString"/],
    ["an unknown weighting", { weighting: "links" }, /"weighting" must be one of text, nodes, not "links"/],
    ["a negative factor", { penaltyFactor: -0.1 }, /"penaltyFactor" must be a number of at least 0, not -0.1/],
    ["a factor that is no number", { penaltyFactor: Number.NaN }, /"penaltyFactor".*NaN/],
    ["a factor in quotes", { penaltyFactor: "1" }, /"penaltyFactor"/],
    ["a negative cap", { penaltyMost: -1 }, /"penaltyMost" must be a number of at least 0, not -1/],
    [
      "an unknown option",
      { penalties: "area" },
      /^Unknown option "penalties"; did you mean "penalty"\? Known options: url, .*model.*weighting\.$/,
    ],
  ])("%s is an error", (_, given, message) => {
    for (const input of ["<p>x", parse("<p>x")]) {
      expect(() => detect(input, given as DetectOptions)).toThrow(
        expect.objectContaining({ code: "bad-option", message: expect.stringMatching(message) }),
      );
    }
  });

  test("have the defaults that the documentation names, and each of them matters", () => {
    const page = parse(readFileSync(new URL("../../../../examples/article.html", import.meta.url)));
    const model = pageLevelModel;
    const usual = detectPage(page, { model }).templateness;
    const defaults = { penalty: "area", penaltyFactor: 0.01, penaltyMost: 0.7, weighting: "text", model } as const;
    expect(detectPage(page, defaults).templateness).toEqual(usual);
    expect(detectPage(page, { ...defaults, model: defaultModel })).toEqual(detectPage(page));
    const others = [
      { penalty: "nodes" },
      { penaltyFactor: 0.1 },
      { penaltyMost: 0.2 },
      { weighting: "nodes" },
    ] as const;
    for (const other of others) expect(detectPage(page, { ...defaults, ...other }).templateness).not.toEqual(usual);
  });

  test("that are not an object are an error", () => {
    for (const given of [null, 7, "area"]) {
      expect(() => detect("<p>x", given as unknown as DetectOptions)).toThrow(
        expect.objectContaining({ code: "bad-option" }),
      );
    }
  });

  test("a larger penalty never makes more sections, an endless one leaves a single one", () => {
    const page = parse(madeUpSite(2).html(0));
    const sections = (penaltyFactor: number) =>
      new Set(detectPage(page, { penaltyFactor, penaltyMost: Number.POSITIVE_INFINITY }).section).size;
    const counts = [0, 0.0001, 0.01, 1, 1e9].map(sections);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    expect(counts[0]).toBeGreaterThan(2);
    expect(counts.at(-1)).toBe(1);
  });
});

describe("models", () => {
  test("of another geometry are refused", () => {
    const rendered: PageLevelModel = { ...pageLevelModel, name: "seen", geometry: "rendered" };
    expect(() => detect("<p>x", { model: rendered })).toThrow(
      expect.objectContaining({
        code: "bad-model",
        message: 'The model seen was trained on boxes of kind "rendered", these are of kind "estimate".',
      }),
    );
    const page = parse("<p>x");
    const boxes = { ...estimateBoxes(page), geometry: "rendered" as const };
    expect(() => detectPage(page, { boxes, model: pageLevelModel })).toThrow(
      expect.objectContaining({ code: "bad-model" }),
    );
    expect(detectPage(page, { boxes, model: rendered }).model).toBe("seen");
    // The default model needs no layout.
    expect(detectPage(page, { boxes }).boxes).toBe(boxes);
  });

  test("trained on labelled pages is the default, and has kinds of text", () => {
    const html = madeUpSite(3).html(0);
    expect(detect(html)).toEqual(detect(html, { model: defaultModel }));
    expect(detect(html)).toMatchObject({ model: "default", kind: expect.any(Uint8Array) });
    expect(detect(html, { model: pageLevelModel })).toMatchObject({ model: "page-level", kind: undefined });
  });

  test("are used, by the range of a node's area", () => {
    const zero = pageLevelModel.features.map(() => 0);
    const areas = [-1, 0, 1, 2].map((bias) => ({ bias, weights: zero }));
    const page = parse(`<div style="width:100px;height:30px">a<b>b</b></div><div style="height:900px">c<b>d</b></div>`);
    const { score, boxes, hidden } = detectPage(page, {
      model: { ...pageLevelModel, borders: [5000, 50_000, 1e6], areas },
    });
    const seen = new Set<number>();
    for (let i = 0; i < page.size; i++) {
      if (hidden[i] === 1) continue;
      const area = boxes.w[i] * boxes.h[i];
      const bias = area < 5000 ? -1 : area < 50_000 ? 0 : area < 1e6 ? 1 : 2;
      expect(score[i]).toBeCloseTo(1 / (1 + Math.exp(-bias)), 12);
      seen.add(bias);
    }
    expect(seen.size).toBeGreaterThan(1);
  });
});

describe("templates of the site", () => {
  const repeated = (text: string) =>
    `<div id=notice><p>${"The harbour is closed to all boats until the storm has passed, says the board. ".repeat(4)}</p></div><main id=main><h1>${text}</h1><p>${text.repeat(30)}</p></main>`;
  const builder = new SiteBuilder();
  for (let number = 0; number < 8; number++) builder.add(parse(repeated(`Story number ${number} of its own. `)));
  const site = builder.finish();

  test.each([
    { model: defaultModel, evidence: 5 },
    { model: pageLevelModel, evidence: 3 },
  ])("raise scores by log-odds of $evidence, and no others, with model $model.name", ({ model, evidence }) => {
    const page = parse(repeated("What no other page has told yet. "));
    const plain = detectPage(page, { model });
    const known = detectPage(page, { model, site });
    const odds = ({ score }: Detection, node: number) => Math.log(score[node] / (1 - score[node]));
    const notice = byId(page, "notice");
    expect(odds(known, notice) - odds(plain, notice)).toBeCloseTo(evidence, 6);
    const main = byId(page, "main");
    expect(known.score[main]).toBeCloseTo(plain.score[main], 12);
    expect(known.templateness[notice]).toBeGreaterThan(plain.templateness[notice]);
    expectSound(known);
  });
});
