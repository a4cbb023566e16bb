import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { DehuskError } from "../basics/index.ts";
import type { Limits } from "../page/index.ts";
import { RequestAnswers, type RequestSources } from "./request-answers.ts";
import { type Snapshot, styleNames } from "./snapshot.ts";

export interface SnapshotRequest extends RequestSources {
  /** URL of the page in the browser. */
  readonly address: string;
  readonly javaScript: boolean;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly limits: Limits;
}

/** Milliseconds a page with scripts may keep loading after its load event or a blocked navigation. */
const settling = 2_000;

/** A page being rendered, in its own context: no cookies, no storage, nothing from other pages. */
export class PageSession {
  readonly #browser: Browser;
  readonly #request: SnapshotRequest;
  #context: Promise<BrowserContext> | undefined;

  constructor(browser: Browser, request: SnapshotRequest) {
    this.#browser = browser;
    this.#request = request;
  }

  /** @throws DehuskError `render-failed`, `limit-nodes`, `limit-bytes`; anything the driver throws. */
  async snapshot(): Promise<Snapshot> {
    const { address, javaScript, viewport, limits } = this.#request;
    this.#context = this.#browser.newContext({
      viewport,
      javaScriptEnabled: javaScript,
      serviceWorkers: "block",
      acceptDownloads: false,
    });
    const context = await this.#context;
    const tab = await context.newPage();
    context.on("page", (other) => void other.close().catch(() => {}));
    tab.on("dialog", (dialog) => void dialog.dismiss().catch(() => {}));
    const devTools = await context.newCDPSession(tab);
    const watch = watchDocument(tab, devTools);
    const answers = new RequestAnswers(this.#request);
    await context.route("**/*", (route) => answers.answer(route));
    await devTools.send("Page.enable");
    await tab.goto(address, { waitUntil: "commit", timeout: 0 });
    await watch.shown;
    if (javaScript) {
      await tab.waitForLoadState("networkidle", { timeout: settling }).catch(() => {});
      await checkSize(devTools, limits);
    }
    const snapshot = await devTools.send("DOMSnapshot.captureSnapshot", { computedStyles: [...styleNames] });
    if (watch.hasLeft()) throw new DehuskError("render-failed", "The page navigated away while it was rendered.");
    return snapshot;
  }

  async close(): Promise<void> {
    await (await this.#context)?.close();
  }
}

/** Watches a tab; call before it loads its document. */
function watchDocument(tab: Page, devTools: CDPSession) {
  let documents = 0;
  let frameId: string | undefined;
  devTools.on("Page.frameNavigated", ({ frame }) => {
    if (frame.parentId !== undefined) return;
    documents++;
    frameId = frame.id;
  });
  const shown = new Promise<void>((resolve, reject) => {
    devTools.on("Page.loadEventFired", () => {
      if (documents > 0) resolve();
    });
    // After a blocked navigation the load event may never fire.
    devTools.on("Page.frameRequestedNavigation", (event) => {
      if (event.frameId === frameId) setTimeout(resolve, settling);
    });
    tab.on("crash", () => reject(new Error("The page crashed.")));
    tab.on("close", () => reject(new Error("The page was closed.")));
  });
  // It may reject before anyone awaits it.
  shown.catch(() => {});
  return { shown, hasLeft: () => documents > 1 };
}

/** Longer messages from the browser exceed Node's string length. */
const mostCharacters = 100_000_000;

/**
 * Checks the size before capturing, as scripts can make a page of any size. Runs in an isolated world, out of the
 * scripts' reach.
 */
async function checkSize(devTools: CDPSession, limits: Limits): Promise<void> {
  await devTools.send("Performance.enable");
  const { metrics } = await devTools.send("Performance.getMetrics");
  const nodes = metrics.find(({ name }) => name === "Nodes")?.value ?? 0;
  if (nodes > limits.nodes) {
    throw new DehuskError("limit-nodes", `The page has grown to ${nodes} nodes; the limit is ${limits.nodes}.`);
  }
  const { frameTree } = await devTools.send("Page.getFrameTree");
  const { executionContextId } = await devTools.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id });
  const { result } = await devTools.send("Runtime.evaluate", {
    expression: "document.documentElement ? document.documentElement.outerHTML.length : 0",
    contextId: executionContextId,
    returnByValue: true,
  });
  // Too long to measure is too long.
  const characters = typeof result.value === "number" ? result.value : Number.POSITIVE_INFINITY;
  const most = Math.min(limits.bytes, mostCharacters);
  if (characters > most) {
    throw new DehuskError("limit-bytes", `The page has grown to ${characters} characters; the limit is ${most}.`);
  }
}
