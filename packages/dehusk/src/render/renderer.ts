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
import { Semaphore } from "./semaphore.ts";
import type { Snapshot } from "./snapshot.ts";
import { stylesOfSnapshot } from "./styles-of-snapshot.ts";
import { PageSession, type SnapshotRequest } from "./take-snapshot.ts";
import { treeOfSnapshot } from "./tree-of-snapshot.ts";

export interface RenderedPage {
  /** The tree Chromium built, after scripts if they ran; without the content of `<template>`. */
  readonly page: Page;
  readonly boxes: Boxes;
  readonly styles: NodeStyles;
}

/** URL in the browser of a page without an http URL; `.invalid` never resolves. */
const placeholderUrl = "https://page.invalid/";

/** Frames per page: they are not read, but each costs as much as a small page. */
const mostFrames = 200;

const frameTags = new Set(["iframe", "frame", "frameset"].map(tagNumber));

/**
 * Renders pages in a local Chromium. Pages are untrusted: scripts are off by default, and only requests the caller
 * allows are sent. One browser serves many pages, each in its own context, and is replaced when it hangs or dies.
 *
 * @example
 * const renderer = await Renderer.open();
 * const { page, boxes, styles } = await renderer.render(html, { url: "https://example.org/" });
 * await renderer.close();
 */
export class Renderer {
  readonly #options: ReturnType<typeof resolveRendererOptions>;
  readonly #keeper: BrowserKeeper;
  readonly #slots: Semaphore;
  #isClosed = false;

  private constructor(options: ReturnType<typeof resolveRendererOptions>) {
    this.#options = options;
    this.#keeper = new BrowserKeeper(findChromium(options.browser), options);
    this.#slots = new Semaphore(options.concurrency);
  }

  /**
   * Finds and starts Chromium.
   *
   * @throws DehuskError `bad-option`; `no-browser` with what to install.
   */
  static async open(options: RendererOptions = {}): Promise<Renderer> {
    const renderer = new Renderer(resolveRendererOptions(options));
    renderer.#keeper.giveBack(await renderer.#keeper.borrow());
    return renderer;
  }

  /**
   * Renders a page. Calls may overlap.
   *
   * @throws DehuskError `bad-option`, `bad-input`, `render-failed`, `no-browser` if a dead browser cannot be restarted,
   * or a `limit-…` code.
   */
  async render(html: string | Uint8Array, options: RenderOptions = {}): Promise<RenderedPage> {
    const { url, encoding, limits, ...sources } = resolveRenderOptions(options);
    this.#checkOpen();
    const source = readSource(html, { url, encoding }, limits);
    const { javaScript, viewport } = this.#options;
    const address = addressOf(source.url);
    // Parsed here first, so that pages over a limit never reach the browser.
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
    const snapshot = await this.#slots.run(() => this.#snapshot(request, limits));
    return assemble(snapshot, source, { ...this.#options, quirks: parsed.quirks, limits });
  }

  /** Closes the browser. Pages in progress fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#keeper.close();
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new DehuskError("render-failed", "The renderer is closed.");
  }

  async #snapshot(request: SnapshotRequest, limits: Limits): Promise<Snapshot> {
    let isAlone = false;
    for (let isFirst = true; ; isFirst = false) {
      this.#checkOpen();
      const lent: LentBrowser = await (isAlone ? this.#keeper.borrowAlone() : this.#keeper.borrow());
      try {
        return await withTimeout(lent, new PageSession(lent.browser, request), limits.milliseconds);
      } catch (error) {
        if (lent.pagesOverMemory === 1) throw tooMuchMemory(this.#options.memoryMb);
        // Of several pages, nobody knows whose memory it was: each is tried again by itself.
        isAlone = lent.pagesOverMemory !== undefined;
        if (isAlone && !this.#isClosed) continue;
        if (error instanceof DehuskError) throw error;
        // If the browser died, another page may be the cause: retry.
        if (!lent.isAlive() && isFirst && !this.#isClosed) continue;
        throw failure(error);
      } finally {
        this.#keeper.giveBack(lent);
      }
    }
  }
}

/** Milliseconds a page gets to close before its browser is killed, normally and after a timeout. */
const closeTimeout = 5_000;
const lateCloseTimeout = 1_000;

/** Takes a page's snapshot, or kills the browser when the time is up. */
async function withTimeout(lent: LentBrowser, session: PageSession, milliseconds: number): Promise<Snapshot> {
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
  let onDisconnected = (): void => {};
  // Not all of Playwright's promises settle when the browser dies.
  const dead = new Promise<never>((_, reject) => {
    onDisconnected = () => reject(new Error("The browser died."));
    lent.browser.once("disconnected", onDisconnected);
  });
  const snapshot = session.snapshot();
  // After a timeout nobody awaits it.
  snapshot.catch(() => {});
  try {
    return await Promise.race([snapshot, late, dead]);
  } finally {
    clearTimeout(timer);
    lent.browser.off("disconnected", onDisconnected);
    await closeOrKill(lent, session, isLate ? lateCloseTimeout : closeTimeout);
  }
}

async function closeOrKill(lent: LentBrowser, session: PageSession, milliseconds: number): Promise<void> {
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
  // Snapshots lack quirks mode, which scripts cannot change.
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

function tooMuchMemory(memoryMb: number): DehuskError {
  return new DehuskError("limit-memory", `The page took more memory to render than the limit of ${memoryMb} MB.`);
}

function checkFrames({ tag }: Page): void {
  const frames = tag.reduce((count, number) => (frameTags.has(number) ? count + 1 : count), 0);
  if (frames > mostFrames) {
    throw new DehuskError("limit-nodes", `The page has ${frames} frames; the limit is ${mostFrames}.`);
  }
}

function addressOf(url: string | undefined): string {
  if (url === undefined || !/^https?:/.test(url)) return placeholderUrl;
  const address = new URL(url);
  address.username = "";
  address.password = "";
  return address.href;
}

function failure(error: unknown): DehuskError {
  const reason = (error instanceof Error ? error.message : String(error)).split("\n")[0];
  return new DehuskError("render-failed", `Chromium failed to render the page: ${reason}`, { cause: error });
}
