import { cleanView } from "./clean-view.js";
import { readPage } from "./read-page.js";
import { style } from "./style.js";

const hostName = "dehusk-overlay";
const closing = "dehusk-close";

/** Milliseconds without a change of the window's size after which the page is read again. */
const calm = 200;

/** Closes the overlay that a document shows; whether there was one. */
export function closeOverlay(document) {
  return document.querySelector(hostName)?.dispatchEvent(new Event(closing)) ?? false;
}

/**
 * Shows a document's heat map over it, with a bar to switch to the cleaned page. All of it lies in a shadow root of one
 * element, and gets its styles from script, so that neither the page's styles nor its content security policy touch it.
 * Escape closes: the element, its listeners and the focus are then as if nothing had been.
 */
export function showOverlay(document) {
  const window = document.defaultView;
  const focused = document.activeElement;
  const ending = new AbortController();
  const { signal } = ending;
  let host;
  let mode = "heat";
  let timer;

  const draw = () => {
    const takesFocus = host === undefined || document.activeElement === host;
    host?.remove();
    host = document.createElement(hostName);
    const root = host.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    root.adoptedStyleSheets = [sheet];
    try {
      const found = readPage(document);
      root.append(heatView(document, found.marks), panel(document, found.extraction), bar(document, summaryOf(found)));
    } catch (error) {
      root.append(heatView(document, []), bar(document, `This page cannot be read: ${error.message}`, "alert"));
    }
    host.addEventListener(closing, close, { signal });
    root.addEventListener("click", ({ target }) => act(target.closest("button")?.name), { signal });
    root.addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey }) => {
      if (!ctrlKey && !metaKey && !altKey) act({ h: "heat", c: "clean" }[key.toLowerCase()]);
    });
    document.documentElement.append(host);
    alignHeat(host, window);
    show(mode, takesFocus);
  };
  const show = (next, takesFocus = true) => {
    mode = next;
    host.setAttribute("data-mode", mode);
    for (const button of host.shadowRoot.querySelectorAll("button[aria-pressed]")) {
      button.setAttribute("aria-pressed", String(button.name === mode));
    }
    if (!takesFocus) return;
    const target = mode === "clean" ? ".clean" : `button[name=${mode}]`;
    (host.shadowRoot.querySelector(target) ?? host.shadowRoot.querySelector("button")).focus({ preventScroll: true });
  };
  const act = (name) => {
    if (name === "close") close();
    else if (name !== undefined && host.shadowRoot.querySelector(".clean")) show(name);
  };
  const close = () => {
    ending.abort();
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
  window.addEventListener("keydown", onKey, { capture: true, signal });
  window.addEventListener("resize", onResize, { signal });
  draw();
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
function alignHeat(host, window) {
  const view = host.shadowRoot.querySelector(".heat");
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
