import type { Browser, BrowserType } from "playwright-core";
import { DehuskError } from "../basics/index.ts";

/**
 * Chromium's own ways to the network, closed: requests of pages are answered before they get here, but names that are
 * looked up ahead, connections opened ahead, sockets and updates are not requests of pages. Every connection would have to
 * go through a proxy whose name has no address.
 */
const closed = [
  "--proxy-server=http://proxy.invalid:9",
  "--proxy-bypass-list=<-loopback>",
  "--host-resolver-rules=MAP * ~NOTFOUND",
  "--disable-background-networking",
  "--disable-client-side-phishing-detection",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-domain-reliability",
  "--disable-extensions",
  "--disable-quic",
  "--disable-sync",
  "--dns-prefetch-disable",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--no-first-run",
  "--no-pings",
];

const plain = [
  "--disable-gpu",
  // Stored pages mix http and https; what is answered here is not sent in the clear by anyone.
  "--allow-running-insecure-content",
  "--js-flags=--max-old-space-size=512",
];

/** Chromium with what is needed to end it. */
export interface StartedBrowser {
  readonly browser: Browser;
  /** Number of its main process. */
  readonly pid: number;
}

/**
 * Starts a Chromium that opens no connections. Its sandbox is on, except for root, for whom it cannot be set up.
 *
 * @throws DehuskError `no-browser`
 */
export async function launchBrowser(executablePath: string): Promise<StartedBrowser> {
  const chromium = await importDriver();
  let browser: Browser | undefined;
  try {
    browser = await chromium.launch({
      executablePath,
      chromiumSandbox: process.getuid?.() !== 0,
      args: [...closed, ...plain],
      timeout: 30_000,
    });
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    await session.detach();
    const pid = processInfo.find(({ type }) => type === "browser")?.id;
    if (pid === undefined) throw new Error("It does not tell its process.");
    return { browser, pid };
  } catch (error) {
    await browser?.close();
    const reason = (error instanceof Error ? error.message : String(error)).split("\n")[0];
    throw new DehuskError("no-browser", `The browser "${executablePath}" does not start: ${reason}`, { cause: error });
  }
}

/** The driver is loaded only when a browser is wanted, and need not be installed otherwise. */
async function importDriver(): Promise<BrowserType> {
  try {
    return (await import("playwright-core")).chromium;
  } catch (error) {
    const message = "Rendering needs the package playwright-core: npm install playwright-core.";
    throw new DehuskError("no-browser", message, { cause: error });
  }
}
