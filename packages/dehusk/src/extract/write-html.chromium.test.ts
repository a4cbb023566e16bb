import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "../page/index.ts";
import { launchChromium } from "../page/testing/chromium.ts";
import { keepShown } from "./kept-nodes.ts";
import { loadInChromium } from "./testing/load-in-chromium.ts";
import { xssVectors } from "./testing/xss-vectors.ts";
import { writeHtml } from "./write-html.ts";

const url = "https://example.org/folder/page.html";

const tags =
  "a abbr audio blockquote body br caption cite code dd del details dfn dl dt em figcaption figure h1 h2 h3 h4 h5 h6 " +
  "head hr html img ins kbd li mark ol p pre q rt ruby s samp small strong sub summary sup table tbody td th thead " +
  "time tr u ul var video " +
  "math semantics annotation mrow mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts " +
  "mprescripts none mtable mtr mtd menclose mphantom mspace mfenced mi mn mo ms mtext";
const attributes =
  "href src srcset alt title width height colspan rowspan start type value datetime cite lang dir open class id " +
  "controls poster display encoding";
const allowed = { tags, attributes, schemes: "http https mailto tel" };

describe("clean HTML in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
  });

  it("would notice: vectors run when they are not cleaned", async () => {
    const samples = xssVectors.filter(({ name }) => /^(?:script$|img-onerror)/.test(name));
    const outcomes = await loadInChromium(
      browser,
      samples.map(({ html }) => html),
      allowed,
    );
    expect(samples.length).toBeGreaterThan(5);
    expect(outcomes.map(({ calls }) => calls.length > 0)).toContain(true);
    const quiet = samples.filter((_, i) => outcomes[i]?.calls.length === 0).map(({ name }) => name);
    expect(quiet.length).toBeLessThan(samples.length / 2);
    expect(outcomes.filter(({ forbidden }) => forbidden.length > 0).length).toBeGreaterThan(samples.length / 2);
  });

  const ways: readonly (readonly [string, (html: string) => string])[] = [
    ["what is shown", (html) => clean(html, (kept) => kept)],
    ["every node, hidden or not", (html) => clean(html, (kept) => kept.fill(1))],
  ];
  for (const [name, way] of ways) {
    it(`has nothing that runs, for ${xssVectors.length} vectors: ${name}`, async () => {
      const outcomes = await loadInChromium(
        browser,
        xssVectors.map(({ html }) => way(html)),
        allowed,
      );
      const bad = xssVectors.map(({ name: vector }, i) => ({ vector, ...outcomes[i] }));
      expect(bad.filter(({ calls, forbidden }) => calls.length + forbidden.length > 0)).toEqual([]);
      expect(bad.filter(({ text }) => !text.includes("keepword"))).toEqual([]);
    });
  }
});

function clean(html: string, choose: (kept: Uint8Array) => Uint8Array): string {
  const page = parse(html, { url });
  return writeHtml(page, choose(keepShown(page)));
}
