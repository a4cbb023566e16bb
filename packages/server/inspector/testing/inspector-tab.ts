import type { Browser, BrowserContextOptions, FrameLocator, Page } from "playwright-core";

/** A tab with the inspector in it. */
export interface InspectorTab {
  readonly tab: Page;
  /** The inspected page. */
  readonly framed: FrameLocator;
  /** The result beside it. */
  readonly result: FrameLocator;
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
  tab.setDefaultTimeout(60_000);
  const troubles: string[] = [];
  tab.on("pageerror", (error) => troubles.push(String(error)));
  tab.on("console", (message) => troubles.push(message.text()));
  tab.on("request", (request) => {
    if (new URL(request.url()).origin !== new URL(address).origin) troubles.push(request.url());
  });
  await tab.goto(address);
  return {
    tab,
    framed: tab.frameLocator("iframe[title^='The page']"),
    result: tab.frameLocator("iframe[title='The result']"),
    troubles,
    said: async () => (await tab.locator("[role=status][aria-live]").textContent()) ?? "",
    close: () => context.close(),
  };
}

/** Opens the first example, and waits until page and result are shown. */
export async function openExample({ tab, framed }: InspectorTab): Promise<void> {
  await tab.getByRole("button", { name: "Show me an example" }).click();
  await framed.locator("[data-dh-heat]").first().waitFor();
}

/** Pastes HTML as a user does, into the field for it; returns when, in milliseconds since 1970. */
export async function paste({ tab }: InspectorTab, html: string): Promise<number> {
  await tab.getByLabel("Paste HTML").focus();
  return tab.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    const now = performance.timeOrigin + performance.now();
    document.activeElement?.dispatchEvent(event);
    return now;
  }, html);
}

/** Drops a file anywhere in the window. */
export async function dropFile({ tab }: InspectorTab, name: string, content: string | Uint8Array): Promise<void> {
  await tab.evaluate(
    ({ name, content }) => {
      const dataTransfer = new DataTransfer();
      const bytes = typeof content === "string" ? content : new Uint8Array(content);
      dataTransfer.items.add(new File([bytes], name));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    },
    { name, content: typeof content === "string" ? content : [...content] },
  );
}
