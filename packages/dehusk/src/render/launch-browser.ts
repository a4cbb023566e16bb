import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserType } from "playwright-core";
import { DehuskError } from "../basics/index.ts";

/**
 * Closes Chromium's own ways to the network: page requests are intercepted, but DNS prefetch, preconnect, sockets and
 * updates are not page requests. All connections go to a proxy whose name does not resolve.
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
  // Stored pages mix http and https; nothing answered here leaves the machine.
  "--allow-running-insecure-content",
  "--js-flags=--max-old-space-size=512",
];

export interface StartedBrowser {
  readonly browser: Browser;
  /** Pid of its main process. */
  readonly pid: number;
  /** Where it puts temporary files; to be deleted after it. */
  readonly folder: string;
}

/**
 * Starts a Chromium that opens no connections. The sandbox is on, except for root, who cannot set it up.
 *
 * @throws DehuskError `no-browser`
 */
export async function launchBrowser(executablePath: string): Promise<StartedBrowser> {
  const chromium = await importDriver();
  const folder = await mkdtemp(join(tmpdir(), "dehusk-browser-"));
  let browser: Browser | undefined;
  try {
    browser = await chromium.launch({
      executablePath,
      chromiumSandbox: process.getuid?.() !== 0,
      args: [...closed, ...plain],
      // The driver would end the browser and leave this process running. Its own clean-up at exit stays.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      env: { ...process.env, TMPDIR: folder } as Record<string, string>,
      timeout: 30_000,
    });
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    await session.detach();
    const pid = processInfo.find(({ type }) => type === "browser")?.id;
    if (pid === undefined) throw new Error("Its process id is unknown.");
    return { browser, pid, folder };
  } catch (error) {
    await browser?.close();
    await removeFolder(folder);
    const reason = (error instanceof Error ? error.message : String(error)).split("\n")[0];
    throw new DehuskError("no-browser", `The browser "${executablePath}" did not start: ${reason}`, { cause: error });
  }
}

/** Deletes a folder that processes which are about to end may still write to. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }).catch(() => {});
}

/** Loads the driver on first use: it is an optional package. */
async function importDriver(): Promise<BrowserType> {
  try {
    return (await import("playwright-core")).chromium;
  } catch (error) {
    const message = "Rendering needs the package playwright-core: npm install playwright-core.";
    throw new DehuskError("no-browser", message, { cause: error });
  }
}
