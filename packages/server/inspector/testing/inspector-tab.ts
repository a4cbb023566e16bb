import type { Browser, BrowserContextOptions, FrameLocator, Page } from "playwright-core";

/** A tab with the inspector in it. */
export interface InspectorTab {
  readonly tab: Page;
  /** The inspected page. */
  readonly framed: FrameLocator;
  /** Everything that went wrong: errors, console messages, external requests. */
  readonly troubles: string[];
  /** The last announcement to screen readers. */
  said(): Promise<string>;
  close(): Promise<void>;
}

/** Opens the inspector like a first-time visitor. */
export async function openInspector(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<InspectorTab> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const tab = await context.newPage();
  tab.setDefaultTimeout(15_000);
  const troubles: string[] = [];
  tab.on("pageerror", (error) => troubles.push(String(error)));
  tab.on("console", (message) => troubles.push(message.text()));
  tab.on("request", (request) => {
    if (new URL(request.url()).origin !== new URL(address).origin) troubles.push(request.url());
  });
  await tab.goto(address);
  return {
    tab,
    framed: tab.frameLocator(".page-frame iframe"),
    troubles,
    said: async () => (await tab.locator("[role=status][aria-live]").textContent()) ?? "",
    close: () => context.close(),
  };
}

/** Opens the first example, and waits until it is coloured. */
export async function openExample({ tab, framed }: InspectorTab): Promise<void> {
  await tab.getByRole("button", { name: "Show me an example" }).click();
  await framed.locator("[data-dh-heat]").first().waitFor();
}
