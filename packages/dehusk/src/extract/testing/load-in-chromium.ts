import type { Browser, Page as Tab } from "playwright-core";

/** Allowed names, separated by spaces. */
interface Allowed {
  readonly tags: string;
  readonly attributes: string;
  readonly schemes: string;
}

/** The outcome of one piece of HTML in the browser. */
export interface Outcome {
  /** The calls of `__xss`, by way of loading. */
  readonly calls: readonly string[];
  /** Tags, attributes and addresses that are not allowed. */
  readonly forbidden: readonly string[];
  readonly text: string;
}

/**
 * Loads each piece of HTML in its own frames: as a document, and through innerHTML of a serialised innerHTML,
 * as editors do. Then simulates a reader: moves over, clicks, focuses, opens.
 */
export async function loadInChromium(
  browser: Browser,
  pieces: readonly string[],
  allowed: Allowed,
): Promise<Outcome[]> {
  const tab = await browser.newPage();
  try {
    await tab.route("**", (route) => route.abort());
    await tab.setContent("<!doctype html><title>test</title>");
    const outcomes: Outcome[] = [];
    const batch = 40;
    for (let i = 0; i < pieces.length; i += batch)
      outcomes.push(...(await loadBatch(tab, pieces.slice(i, i + batch), allowed)));
    return outcomes;
  } finally {
    await tab.close();
  }
}

function loadBatch(tab: Tab, pieces: readonly string[], allowed: Allowed): Promise<Outcome[]> {
  return tab.evaluate(
    async ({ pieces, tags, attributes, schemes }) => {
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
      const allowedSchemes = new Set(schemes.split(" "));
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
            const value = element.getAttribute(name) ?? "";
            // An invalid URL has no target.
            if (!URL.canParse(value, "https://base.example/")) continue;
            const address = new URL(value, "https://base.example/");
            const picture = name === "src" && /^data:image\/(?:png|jpe?g|gif|webp|avif)[;,]/.test(address.href);
            if (!allowedSchemes.has(address.protocol.slice(0, -1)) && !picture) forbidden[piece]?.add(address.href);
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
          const leaves = typeof target.href === "string" && allowedSchemes.has(target.href.replace(/:.*/s, ""));
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
    { pieces: [...pieces], ...allowed },
  );
}
