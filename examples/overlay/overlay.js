import { cleanView } from "./clean-view.js";
import { readPage } from "./read-page.js";
import { style } from "./style.js";

/** Where scripts of one world find the overlay that is open: pages cannot look into an extension's world. */
const closing = Symbol.for("dehusk.close");

/** How often the overlay comes back when the page takes it away. */
const mostReturns = 20;

/** Milliseconds without a change of the window's size after which the page is read again. */
const calm = 200;

/** Closes the overlay that is open; whether there was one. */
export function closeOverlay() {
  const close = globalThis[closing];
  close?.();
  return close !== undefined;
}

/**
 * Shows a document's heat map over it, with a bar to switch to the cleaned page. All of it lies in the closed shadow root of
 * one element in the browser's top layer, and gets its styles from script, so that the page's styles, scripts and content
 * security policy neither touch nor read it. Escape closes: the element, its listeners and the focus are then as if
 * nothing had been.
 */
export function showOverlay(document) {
  const window = document.defaultView;
  const focused = document.activeElement;
  const ending = new AbortController();
  const { signal } = ending;
  let host;
  let root;
  let mode = "heat";
  let timer;
  let returns = 0;

  const draw = () => {
    const takesFocus = host === undefined || document.activeElement === host;
    const before = host;
    host = document.createElement(randomName());
    before?.remove();
    const shadow = host.attachShadow({ mode: "closed" });
    root = document.createElement("div");
    shadow.append(root);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    shadow.adoptedStyleSheets = [sheet];
    try {
      const found = readPage(document);
      root.append(heatView(document, found.marks), panel(document, found.extraction), bar(document, summaryOf(found)));
    } catch (error) {
      root.append(heatView(document, []), bar(document, `This page cannot be read: ${error.message}`, "alert"));
    }
    root.addEventListener("click", ({ target }) => act(target.closest("button")?.name), { signal });
    root.addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey }) => {
      if (!ctrlKey && !metaKey && !altKey) act({ h: "heat", c: "clean" }[key.toLowerCase()]);
    });
    putOnTop();
    alignHeat(root, window);
    show(mode, takesFocus);
  };
  const putOnTop = () => {
    if (!host.isConnected) document.documentElement.append(host);
    host.popover = "manual";
    if (!host.matches(":popover-open")) host.showPopover();
  };
  const putBack = () => {
    if (signal.aborted || returns === mostReturns) return;
    if (host.isConnected && host.matches(":popover-open")) return;
    returns++;
    putOnTop();
  };
  const show = (next, takesFocus = true) => {
    mode = next;
    root.className = `${mode}-mode`;
    for (const button of root.querySelectorAll("button[aria-pressed]")) {
      button.setAttribute("aria-pressed", String(button.name === mode));
    }
    if (!takesFocus) return;
    const target = mode === "clean" ? ".clean" : `button[name=${mode}]`;
    (root.querySelector(target) ?? root.querySelector("button")).focus({ preventScroll: true });
  };
  const act = (name) => {
    if (name === "close") close();
    else if (name !== undefined && root.querySelector(".clean")) show(name);
  };
  const close = () => {
    ending.abort();
    guard.disconnect();
    delete globalThis[closing];
    window.clearTimeout(timer);
    const hadFocus = document.activeElement === host;
    host.remove();
    if (hadFocus && focused !== document.body) focused?.focus?.({ preventScroll: true });
  };
  const onKey = (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    close();
  };
  const onResize = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(draw, calm);
  };
  const guard = new MutationObserver(putBack);
  globalThis[closing] = close;
  window.addEventListener("keydown", onKey, { capture: true, signal });
  window.addEventListener("resize", onResize, { signal });
  draw();
  guard.observe(document, { childList: true, subtree: true, attributeFilter: ["popover"] });
}

/** A name that pages cannot know. */
function randomName() {
  return `x-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
}

function heatView(document, marks) {
  const view = document.createElement("div");
  view.className = "heat";
  // For the eye alone; the bar tells in words what the page holds.
  view.setAttribute("aria-hidden", "true");
  for (const { x, y, w, h, templateness } of marks) {
    const mark = document.createElement("i");
    mark.style.cssText = `left:${x}px;top:${y}px;width:${w}px;height:${h}px;--templateness:${templateness.toFixed(3)}`;
    view.append(mark);
  }
  return view;
}

/** Puts the marks' zero point in the page's top left corner, wherever the page puts its last child. */
function alignHeat(root, window) {
  const view = root.querySelector(".heat");
  const { x, y } = view.getBoundingClientRect();
  view.style.translate = `${-x - window.scrollX}px ${-y - window.scrollY}px`;
}

function panel(document, extraction) {
  const view = document.createElement("section");
  view.className = "clean";
  view.tabIndex = -1;
  view.setAttribute("aria-label", "Cleaned page");
  view.append(cleanView(document, extraction));
  return view;
}

function bar(document, summary, role = "status") {
  const view = document.createElement("div");
  view.className = "bar";
  view.setAttribute("role", "group");
  view.setAttribute("aria-label", "Dehusk");
  const scale = Object.assign(document.createElement("span"), {
    className: "scale",
    textContent: "content – template",
  });
  const text = Object.assign(document.createElement("span"), { className: "summary", textContent: summary });
  text.setAttribute("role", role);
  const buttons = { heat: "Heat map (H)", clean: "Cleaned page (C)", close: "Close (Esc)" };
  view.append(scale, text);
  for (const [name, label] of Object.entries(buttons)) {
    const button = Object.assign(document.createElement("button"), { type: "button", name, textContent: label });
    if (name !== "close") button.setAttribute("aria-pressed", "false");
    view.append(button);
  }
  return view;
}

function summaryOf({ extraction, words }) {
  return `${extraction.words} of ${words} words are content`;
}
