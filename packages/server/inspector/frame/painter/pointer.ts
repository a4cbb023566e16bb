import { elementAt } from "./element-at.ts";
import type { Overlay } from "./overlay.ts";
import type { PageNodes } from "./page-nodes.ts";
import type { Tell } from "./tell.ts";

/**
 * Reports what the user points at, focuses and clicks, and keeps the page from reacting.
 *
 * @returns A function to call when the pointer has left the frame.
 */
export function followPointer(nodes: PageNodes, overlay: Overlay, tell: Tell): () => void {
  let hovered = -1;
  const hover = (index: number): void => {
    if (index === hovered) return;
    hovered = index;
    overlay.showHovered(nodes.elements[index]);
    tell({ type: "hover", node: index < 0 ? null : nodes.numbers[index] });
  };
  const select = (index: number): void => {
    if (index >= 0) tell({ type: "select", node: nodes.numbers[index] });
  };

  let pointer: { readonly x: number; readonly y: number } | undefined;
  let isAsked = false;
  const look = (): void => {
    isAsked = false;
    hover(pointer === undefined ? -1 : elementAt(nodes, pointer.x, pointer.y));
  };
  const lookSoon = (): void => {
    if (!isAsked) requestAnimationFrame(look);
    isAsked = true;
  };
  const listen = (type: string, act: (event: Event) => void): void =>
    addEventListener(type, act, { capture: true, passive: false });

  listen("mousemove", (event) => {
    const { clientX, clientY } = event as MouseEvent;
    pointer = { x: clientX, y: clientY };
    lookSoon();
  });
  const leave = (): void => {
    pointer = undefined;
    lookSoon();
  };
  document.documentElement.addEventListener("mouseleave", leave);
  listen("scroll", () => {
    if (pointer !== undefined) lookSoon();
  });
  listen("focusin", ({ target }) => {
    if (target instanceof Element) hover(nodes.indexOf(target));
  });
  listen("click", (event) => {
    const { clientX, clientY, detail } = event as MouseEvent;
    event.preventDefault();
    event.stopPropagation();
    // Keyboard clicks have no position.
    if (detail === 0 && event.target instanceof Element) select(nodes.indexOf(event.target));
    else select(elementAt(nodes, clientX, clientY));
  });
  for (const type of ["auxclick", "dragstart", "submit", "beforeinput"])
    listen(type, (event) => event.preventDefault());
  listen("keydown", (event) => {
    const { key, target } = event as KeyboardEvent;
    if (key === "Escape") tell({ type: "leave" });
    else if (key === "Enter" && target instanceof Element && target !== document.body) {
      event.preventDefault();
      select(nodes.indexOf(target));
    }
  });
  return leave;
}
