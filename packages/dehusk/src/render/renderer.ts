import { DehuskError } from "../basics/index.ts";
import type { Boxes } from "../layout/index.ts";
import {
  buildPage,
  type HtmlSource,
  type Limits,
  type Page,
  parse,
  readSource,
  startDeadline,
  tagNumber,
} from "../page/index.ts";
import { boxesOfSnapshot } from "./boxes-of-snapshot.ts";
import { BrowserKeeper, type LentBrowser } from "./browser-keeper.ts";
import { contentPolicy } from "./content-policy.ts";
import { findChromium } from "./find-chromium.ts";
import { imageSizes } from "./image-sizes.ts";
import type { NodeStyles } from "./node-styles.ts";
import {
  type RendererOptions,
  type RenderOptions,
  resolveRendererOptions,
  resolveRenderOptions,
} from "./renderer-options.ts";
import type { Snapshot } from "./snapshot.ts";
import { stylesOfSnapshot } from "./styles-of-snapshot.ts";
import { PageSession, type SnapshotRequest } from "./take-snapshot.ts";
import { treeOfSnapshot } from "./tree-of-snapshot.ts";
import { Turns } from "./turns.ts";

/** A page as Chromium shows it. */
export interface RenderedPage {
  /** The tree that Chromium made, after scripts where they ran; without the content of `<template>`. */
  readonly page: Page;
  readonly boxes: Boxes;
  readonly styles: NodeStyles;
}

/** Where a page lies in the browser that has no http address. No such host can be. */
const nowhere = "https://page.invalid/";

/** Most frames that a page is rendered with: they are not looked into, but each costs as much as a small page. */
const mostFrames = 200;

const frameTags = new Set(["iframe", "frame", "frameset"].map(tagNumber));

/**
 * Renders pages in a Chromium that is on the machine. Pages are not trusted: scripts are off unless asked for, and no
 * request leaves but what the caller allows. One browser serves many pages, each in a context of its own, and is replaced
 * when it hangs or dies.
 *
 * @example
 * const renderer = await Renderer.open();
 * const { page, boxes, styles } = await renderer.render(html, { url: "https://example.org/" });
 * await renderer.close();
 */
export class Renderer {
  readonly #options: ReturnType<typeof resolveRendererOptions>;
  readonly #keeper: BrowserKeeper;
  readonly #turns: Turns;
  #isClosed = false;

  private constructor(options: ReturnType<typeof resolveRendererOptions>) {
    this.#options = options;
    this.#keeper = new BrowserKeeper(findChromium(options.browser), options.pagesPerBrowser);
    this.#turns = new Turns(options.concurrency);
  }

  /**
   * Finds a Chromium and starts it.
   *
   * @throws DehuskError `bad-option`; `no-browser` with what to install.
   */
  static async open(options: RendererOptions = {}): Promise<Renderer> {
    const renderer = new Renderer(resolveRendererOptions(options));
    renderer.#keeper.giveBack(await renderer.#keeper.borrow());
    return renderer;
  }

  /**
   * Renders a page. Several calls can be under way at a time.
   *
   * @throws DehuskError `bad-option`, `bad-input`, `render-failed`, `no-browser` when a browser that died cannot be
   * started again, or a `limit-…` code.
   */
  async render(html: string | Uint8Array, options: RenderOptions = {}): Promise<RenderedPage> {
    const { url, encoding, limits, ...sources } = resolveRenderOptions(options);
    this.#checkOpen();
    const source = readSource(html, { url, encoding }, limits);
    const { javaScript, viewport } = this.#options;
    const address = addressOf(source.url);
    // Parsed here first: what is over a limit does not get to the browser.
    const parsed = parse(source.html, { url: address, scripting: javaScript, limits });
    checkFrames(parsed);
    const request: SnapshotRequest = {
      ...sources,
      html: source.html,
      address,
      javaScript,
      viewport,
      limits,
      imageSizes: imageSizes(parsed, address),
      policy: contentPolicy(javaScript, sources.allow !== undefined || sources.resources.size > 0),
      bytes: limits.bytes,
    };
    const snapshot = await this.#turns.run(() => this.#snapshot(request, limits));
    return assemble(snapshot, source, { ...this.#options, quirks: parsed.quirks, limits });
  }

  /** Ends the browser. Pages that are being rendered fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#keeper.close();
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new DehuskError("render-failed", "The renderer is closed.");
  }

  async #snapshot(request: SnapshotRequest, limits: Limits): Promise<Snapshot> {
    for (let isFirst = true; ; isFirst = false) {
      this.#checkOpen();
      const lent = await this.#keeper.borrow();
      try {
        return await inTime(lent, new PageSession(lent.browser, request), limits.milliseconds);
      } catch (error) {
        if (error instanceof DehuskError) throw error;
        // A browser that died may have done so because of another page.
        if (!lent.isAlive() && isFirst && !this.#isClosed) continue;
        throw failure(error);
      } finally {
        this.#keeper.giveBack(lent);
      }
    }
  }
}

/** Time that a page gets to be closed before its browser is killed; and one that was over its limit. */
const patience = 5_000;
const littlePatience = 1_000;

/** A page's snapshot; the browser of a page that takes longer is replaced. */
async function inTime(lent: LentBrowser, session: PageSession, milliseconds: number): Promise<Snapshot> {
  let timer: NodeJS.Timeout | undefined;
  let isLate = false;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      lent.retire();
      const message = `The page took longer to render than the limit of ${milliseconds} ms.`;
      reject(new DehuskError("limit-time", message));
    }, milliseconds);
  });
  let onGone = (): void => {};
  // Not everything that waits for a browser hears of its end.
  const gone = new Promise<never>((_, reject) => {
    onGone = () => reject(new Error("The browser is gone."));
    lent.browser.once("disconnected", onGone);
  });
  const snapshot = session.snapshot();
  // Once it is late nobody waits for it.
  snapshot.catch(() => {});
  try {
    return await Promise.race([snapshot, late, gone]);
  } finally {
    clearTimeout(timer);
    lent.browser.off("disconnected", onGone);
    await closeSoon(lent, session, isLate ? littlePatience : patience);
  }
}

async function closeSoon(lent: LentBrowser, session: PageSession, milliseconds: number): Promise<void> {
  if (!lent.isAlive()) return;
  let timer: NodeJS.Timeout | undefined;
  const stuck = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      lent.kill();
      resolve();
    }, milliseconds);
  });
  await Promise.race([session.close().catch(() => {}), stuck]);
  clearTimeout(timer);
}

function assemble(
  snapshot: Snapshot,
  source: HtmlSource,
  { javaScript, quirks, limits }: { javaScript: boolean; quirks: boolean; limits: Limits },
): RenderedPage {
  const deadline = startDeadline(limits);
  const { tree, nodeOf } = treeOfSnapshot(snapshot, limits, deadline);
  // The snapshot does not tell, and what makes the difference comes before any script.
  tree.quirks = quirks;
  const { url, encoding, warnings } = source;
  const known = { url, encoding, warnings, scripting: javaScript, sourceRanges: false };
  const page = buildPage(tree, known, limits, deadline);
  return {
    page,
    boxes: boxesOfSnapshot(page, snapshot.documents[0], nodeOf),
    styles: stylesOfSnapshot(page, snapshot, nodeOf),
  };
}

function checkFrames({ tag }: Page): void {
  const frames = tag.reduce((count, number) => (frameTags.has(number) ? count + 1 : count), 0);
  if (frames > mostFrames) {
    throw new DehuskError("limit-nodes", `The page has ${frames} frames; at most ${mostFrames} can be rendered.`);
  }
}

function addressOf(url: string | undefined): string {
  if (url === undefined || !/^https?:/.test(url)) return nowhere;
  const address = new URL(url);
  address.username = "";
  address.password = "";
  return address.href;
}

function failure(error: unknown): DehuskError {
  const reason = (error instanceof Error ? error.message : String(error)).split("\n")[0];
  return new DehuskError("render-failed", `Chromium gave the page up: ${reason}`, { cause: error });
}
