import { readState } from "../messages.ts";
import { colourNodes, isDark } from "./colour-nodes.ts";
import { layInFlow } from "./lay-in-flow.ts";
import { Overlay } from "./overlay.ts";
import { PageNodes } from "./page-nodes.ts";
import { followPointer } from "./pointer.ts";
import { reveal } from "./reveal.ts";
import type { Tell } from "./tell.ts";

/**
 * The only script in the frame. It runs before the page is parsed, shows the inspector's state, and reports pointer
 * events. The page has no scripts, but is still not trusted: the painter draws out of its reach.
 */
function start(): void {
  const { token = "", origin = "" } = document.currentScript?.dataset ?? {};
  const inspector = window.parent;
  const tell: Tell = (event) => inspector.postMessage({ token, ...event }, origin === "null" ? "*" : origin);
  document.addEventListener("DOMContentLoaded", () => {
    showBody();
    const nodes = new PageNodes(document);
    layInFlow(nodes);
    const overlay = new Overlay(nodes);
    const dark = isDark(document.body);
    document.documentElement.toggleAttribute("data-dh-dark", dark);
    const colour = colourNodes(nodes);
    const leave = followPointer(nodes, overlay, tell);
    addEventListener("message", (message) => {
      if (message.source !== inspector) return;
      const state = readState(message.data, token);
      if (state === undefined) return;
      if (state.heat !== undefined) colour(state.heat);
      if (state.outlines !== undefined) overlay.showOutlines(state.outlines);
      if (state.selected !== undefined) {
        const place = state.selected === null ? undefined : nodes.placeOf(state.selected);
        if (place !== undefined) reveal(place);
        overlay.showSelected(place);
      }
      if (state.pointed !== undefined) {
        const place = state.pointed === null ? undefined : nodes.placeOf(state.pointed);
        if (place !== undefined) reveal(place);
        overlay.showPointed(place);
      }
      if (state.left) leave();
    });
    tell({ type: "ready", dark });
  });
}

/** Pages that hide all of themselves wait for a script that does not run here. */
function showBody(): void {
  const { body } = document;
  if (getComputedStyle(body).display === "none") body.style.setProperty("display", "block", "important");
}

start();
