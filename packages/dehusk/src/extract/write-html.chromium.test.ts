import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "../page/index.ts";
import { launchChromium } from "../page/testing/chromium.ts";
import { keepShown } from "./kept-nodes.ts";
import { xssVectors } from "./testing/xss-vectors.ts";
import { writeHtml } from "./write-html.ts";

const url = "https://example.org/folder/page.html";

const allowedTags =
  "a abbr audio blockquote body br caption cite code dd del details dfn dl dt em figcaption figure h1 h2 h3 h4 h5 h6 " +
  "head hr html img ins kbd li mark ol p pre q rt ruby s samp small strong sub summary sup table tbody td th thead " +
  "time tr u ul var video " +
  "math semantics annotation mrow mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts " +
  "mprescripts none mtable mtr mtd menclose mphantom mspace mfenced mi mn mo ms mtext";
const allowedAttributes =
  "href src srcset alt title width height colspan rowspan start type value datetime cite lang dir open class id " +
  "controls poster display encoding";

/** What became of one piece of HTML in the browser. */
interface Outcome {
  /** How often `__xss` was called, and by which way of loading. */
  readonly calls: readonly string[];
  /** Tags, attributes and addresses that have no place in clean HTML. */
  readonly forbidden: readonly string[];
  readonly text: string;
}

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
    const outcomes = await load(
      browser,
      samples.map(({ html }) => html),
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
      const outcomes = await load(
        browser,
        xssVectors.map(({ html }) => way(html)),
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

/**
 * Loads each piece of HTML in frames of its own: as a document, and through innerHTML of what innerHTML gave back,
 * as editors do. Then tries what a reader may do: moves over, clicks, focuses, opens.
 */
async function load(browser: Browser, pieces: readonly string[]): Promise<Outcome[]> {
  const tab = await browser.newPage();
  try {
    await tab.route("**", (route) => route.abort());
    await tab.setContent("<!doctype html><title>test</title>");
    const outcomes: Outcome[] = [];
    const batch = 40;
    for (let i = 0; i < pieces.length; i += batch) outcomes.push(...(await loadBatch(tab, pieces.slice(i, i + batch))));
    return outcomes;
  } finally {
    await tab.close();
  }
}

function loadBatch(tab: Tab, pieces: readonly string[]): Promise<Outcome[]> {
  return tab.evaluate(
    async ({ pieces, tags, attributes }) => {
      const ways = ["document", "innerHTML"];
      const calls = pieces.map((): string[] => []);
      const frames: { frame: HTMLIFrameElement; piece: number; way: string }[] = [];
      for (let piece = 0; piece < pieces.length; piece++) {
        for (const way of ways) {
          const frame = document.createElement("iframe");
          document.body.append(frame);
          frames.push({ frame, piece, way });
          const inner = frame.contentWindow as Window & { __xss?: () => void };
          const html = pieces[piece];
          const note = (): void => {
            calls[piece]?.push(way);
          };
          inner.__xss = note;
          if (way === "document") {
            inner.document.open();
            // Opening may make a new window object.
            inner.__xss = note;
            inner.document.write(html);
            inner.document.close();
          } else {
            inner.document.body.innerHTML = html;
            inner.document.body.innerHTML = String(inner.document.body.innerHTML);
          }
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
      const allowedTags = new Set(tags.split(" "));
      const allowedAttributes = new Set(attributes.split(" "));
      const forbidden = pieces.map(() => new Set<string>());
      for (const { frame, piece } of frames) {
        const inner = frame.contentDocument;
        if (inner === null) {
          forbidden[piece]?.add("went away");
          continue;
        }
        for (const element of inner.querySelectorAll("*")) {
          if (!allowedTags.has(element.localName)) forbidden[piece]?.add(`<${element.localName}>`);
          for (const name of element.getAttributeNames()) {
            if (!allowedAttributes.has(name)) forbidden[piece]?.add(name);
            if (!["href", "src", "poster", "cite"].includes(name)) continue;
            const address = new URL(element.getAttribute(name) ?? "", "https://base.example/");
            const picture = name === "src" && /^data:image\/(?:png|jpe?g|gif|webp|avif)[;,]/.test(address.href);
            if (!/^(?:https?|mailto|tel):$/.test(address.protocol) && !picture) forbidden[piece]?.add(address.href);
          }
          for (const type of [
            "mouseover",
            "mouseenter",
            "mousemove",
            "pointerdown",
            "pointerover",
            "focus",
            "toggle",
          ]) {
            element.dispatchEvent(new Event(type, { bubbles: true }));
          }
          const target = element as HTMLElement & { href?: unknown };
          target.focus?.();
          const leaves = typeof target.href === "string" && /^(?:https?|mailto|tel):/.test(target.href);
          if (!leaves) target.click?.();
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
      const outcomes = pieces.map((_, piece) => {
        const first = frames.find((entry) => entry.piece === piece)?.frame.contentDocument;
        const text = String(first?.body?.textContent ?? "");
        return { calls: calls[piece] ?? [], forbidden: [...(forbidden[piece] ?? [])], text };
      });
      for (const { frame } of frames) frame.remove();
      return outcomes;
    },
    { pieces: [...pieces], tags: allowedTags, attributes: allowedAttributes },
  );
}
