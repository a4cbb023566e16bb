import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page as Tab } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome"];

/** `DEHUSK_CHROMIUM`, otherwise the first Chromium on the PATH. */
function chromiumPath(): string {
  const given = process.env["DEHUSK_CHROMIUM"];
  if (given) return given;
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    for (const name of names) if (existsSync(join(folder, name))) return join(folder, name);
  }
  throw new Error("No Chromium found: install the package chromium, or set DEHUSK_CHROMIUM to its path.");
}

const quiet =
  "--disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";

/** A browser without network access of its own. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch(launchOptions());
}

function launchOptions() {
  return {
    executablePath: chromiumPath(),
    // Root, as in containers, cannot set up the sandbox.
    chromiumSandbox: process.getuid?.() !== 0,
    args: quiet.split(" "),
  };
}

/**
 * The same with one unpacked extension, whose toolbar button can be clicked.
 *
 * @param profile A folder for the browser's files.
 */
export async function launchWithExtension(
  extension: string,
  profile: string,
): Promise<{ readonly context: BrowserContext; clickToolbar(tab: Tab): Promise<void> }> {
  const { args, ...options } = launchOptions();
  const loading = [`--disable-extensions-except=${extension}`, `--load-extension=${extension}`];
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    args: [...args, ...loading, "--enable-unsafe-extension-debugging"],
    ignoreDefaultArgs: ["--disable-extensions"],
  });
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  // It receives no events until its script has run.
  await worker.evaluate("chrome.action.onClicked.hasListeners()");
  const session = await context.browser()?.newBrowserCDPSession();
  const send = session?.send.bind(session) as (method: string, parameters: object) => Promise<unknown>;
  return {
    context,
    async clickToolbar(tab) {
      const { targetInfos } = (await send("Target.getTargets", { filter: [{ type: "tab" }] })) as {
        targetInfos: { targetId: string; url: string }[];
      };
      const targetId = targetInfos.find(({ url }) => url === tab.url())?.targetId;
      await send("Extensions.triggerAction", { id: new URL(worker.url()).host, targetId });
    },
  };
}
