import type { FrameOutline } from "../messages.ts";
import { joinBoxes } from "./join-boxes.ts";
import { overlayStyle } from "./overlay-style.ts";
import type { PageNodes, Place } from "./page-nodes.ts";

/** Most outlines to draw; more would be indistinguishable and slow. */
const maxOutlines = 2000;

/** An outline and its style. */
interface Drawn {
  readonly places: readonly Place[];
  readonly classes: string;
  readonly label: string;
  /** The drawn elements. */
  readonly shapes: HTMLElement[];
}

/**
 * The layer above the page: outlines, the selected node, the hovered one. It is in the browser's top layer, above any
 * z-index of the page, in a closed shadow tree, which the page's style sheets do not reach; its own style overrides
 * what they could do to its host.
 */
export class Overlay {
  readonly #nodes: PageNodes;
  readonly #layer = document.createElement("div");
  #outlines: readonly Drawn[] = [];
  #selected: Drawn | undefined;
  #hovered: Drawn | undefined;
  #pointed: Drawn | undefined;
  #isAsked = false;

  constructor(nodes: PageNodes) {
    this.#nodes = nodes;
    const host = document.createElement("dh-overlay");
    host.setAttribute("aria-hidden", "true");
    host.popover = "manual";
    for (const [property, value] of hostStyle) host.style.setProperty(property, value, "important");
    const root = host.attachShadow({ mode: "closed" });
    const style = document.createElement("style");
    style.textContent = overlayStyle;
    root.append(style, this.#layer);
    document.documentElement.append(host);
    // Browsers without it use the highest z-index instead.
    if ("showPopover" in host) host.showPopover();
    const draw = (): void => this.#drawSoon();
    for (const type of ["scroll", "resize", "load", "toggle"])
      addEventListener(type, draw, { capture: true, passive: true });
    const observer = new ResizeObserver(draw);
    observer.observe(document.documentElement);
    observer.observe(document.body);
  }

  showOutlines(outlines: readonly FrameOutline[]): void {
    for (const { shapes } of this.#outlines) for (const shape of shapes) shape.remove();
    this.#outlines = outlines.slice(0, maxOutlines).map(({ nodes, label, kind }) => {
      const places = nodes.map((node) => this.#nodes.placeOf(node)).filter((place) => place !== undefined);
      return { places, classes: kind, label, shapes: [] };
    });
    this.#drawSoon();
  }

  showSelected(place: Place | undefined): void {
    this.#selected = this.#replace(this.#selected, place, "selected");
  }

  showPointed(place: Place | undefined): void {
    this.#pointed = this.#replace(this.#pointed, place, "pointed");
  }

  showHovered(element: Element | undefined): void {
    const index = element === undefined ? -1 : this.#nodes.indexOf(element);
    const place = index < 0 ? undefined : this.#nodes.placeOf(this.#nodes.numbers[index]);
    this.#hovered = this.#replace(this.#hovered, place, "hovered");
  }

  #replace(before: Drawn | undefined, place: Place | undefined, classes: string): Drawn | undefined {
    for (const shape of before?.shapes ?? []) shape.remove();
    this.#drawSoon();
    return place === undefined ? undefined : { places: [place], classes, label: "", shapes: [] };
  }

  #drawSoon(): void {
    if (!this.#isAsked) requestAnimationFrame(() => this.#draw());
    this.#isAsked = true;
  }

  /** Reads all boxes, then draws, so that the browser lays out the page once. */
  #draw(): void {
    this.#isAsked = false;
    const all = [...this.#outlines, this.#hovered, this.#pointed, this.#selected].filter(
      (drawn) => drawn !== undefined,
    );
    const boxes = all.map(({ places }) => joinBoxes(places.flatMap((place) => place.boxes())).filter(isInView));
    for (const [i, drawn] of all.entries()) this.#drawOne(drawn, boxes[i] ?? []);
  }

  #drawOne({ shapes, classes, label }: Drawn, boxes: readonly DOMRect[]): void {
    while (shapes.length > boxes.length) shapes.pop()?.remove();
    for (const [i, box] of boxes.entries()) {
      let shape = shapes[i];
      if (shape === undefined) {
        shape = document.createElement("div");
        shape.className = classes;
        if (label !== "" && i === 0) shape.append(labelOf(label));
        shapes.push(shape);
        this.#layer.append(shape);
      }
      const { style } = shape;
      style.transform = `translate(${box.left}px,${box.top}px)`;
      style.width = `${box.width}px`;
      style.height = `${box.height}px`;
      // The label of a large part stays in view while any of it is.
      const beyond = box.right - document.documentElement.clientWidth;
      style.setProperty("--down", `${Math.max(0, Math.min(-box.top, box.height - 20))}px`);
      style.setProperty("--in", `${Math.max(0, Math.min(beyond, box.width - 60))}px`);
    }
  }
}

const hostStyle: readonly (readonly [string, string])[] = Object.entries({
  all: "initial",
  display: "block",
  position: "fixed",
  inset: "0",
  width: "auto",
  height: "auto",
  margin: "0",
  padding: "0",
  border: "0",
  background: "none",
  overflow: "hidden",
  visibility: "visible",
  "pointer-events": "none",
  "z-index": "2147483647",
});

function labelOf(text: string): HTMLElement {
  const label = document.createElement("span");
  label.textContent = text;
  return label;
}

function isInView({ left, top, right, bottom }: DOMRect): boolean {
  return right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
}
