import { DehuskError } from "../basics/index.ts";
import {
  type DocumentNode,
  documentNodes,
  isElement,
  isText,
  type LiveDocument,
  type Page,
  type ParseOptions,
  parse,
} from "../page/index.ts";
import type { Boxes } from "./boxes.ts";
import { emptyBoxes, enclose, finishMeasured, type Sides } from "./measured-boxes.ts";

export interface MeasuredPage {
  readonly page: Page;
  /** Current boxes of its nodes, of geometry `rendered`. */
  readonly boxes: Boxes;
  /** The DOM node of each page node; for merged texts, the first. */
  readonly nodes: readonly DocumentNode[];
}

/**
 * Reads a displayed document with the current boxes of its nodes, relative to the page's top left corner whatever the
 * scroll position. Only reads, so the browser lays out at most once; linear in the nodes. Shadow roots and frames are
 * skipped.
 *
 * Boxes of geometry `rendered` need models trained on such: `segment` has one, `detect` and `extract` do not.
 *
 * @example
 * const { page, boxes, nodes } = measurePage(document);
 * const { segments } = segment(page, { boxes });
 *
 * @throws DehuskError `bad-input` if the document is not displayed, as with `DOMParser` and jsdom; otherwise as
 * `parse`.
 */
export function measurePage(document: LiveDocument, options: ParseOptions = {}): MeasuredPage {
  const page = parse(document, options);
  const { window, root, scroller } = shownParts(document);
  if (!window || !root || Element.prototype.getClientRects.call(root).length === 0) {
    throw new DehuskError("bad-input", "The document is not displayed in a window, so its nodes have no boxes.");
  }
  const nodes = documentNodes(document, options.limits) as DocumentNode[];
  const boxes = emptyBoxes(page.size);
  const isLaidOut = new Uint8Array(page.size);
  const measure = new Measure(document, window.scrollX, window.scrollY);
  for (let node = 1; node < page.size; node++) {
    const source = nodes[node];
    if (isElement(page, node)) measure.element(boxes, isLaidOut, node, source as Element);
    else if (isText(page, node)) measure.text(boxes, isLaidOut, node, source as Text);
  }
  const { scrollWidth: width, scrollHeight: height } = scroller ?? root;
  return { page, boxes: finishMeasured(page, boxes, isLaidOut, { width, height }), nodes };
}

interface ShownParts {
  readonly window?: Window | null;
  readonly root?: Element | null;
  readonly scroller?: Element | null;
}

/** Uses prototype getters: named images and forms shadow a document's properties. */
function shownParts(document: LiveDocument): ShownParts {
  if (typeof Document !== "function") return {};
  const read = (name: string) => Object.getOwnPropertyDescriptor(Document.prototype, name)?.get?.call(document);
  return { window: read("defaultView"), root: read("documentElement"), scroller: read("scrollingElement") };
}

class Measure {
  readonly #range: Range;
  readonly #left: number;
  readonly #top: number;
  // A form's controls shadow its element's methods.
  readonly #rectsOf = Element.prototype.getClientRects;
  readonly #boxOf = Element.prototype.getBoundingClientRect;

  constructor(document: LiveDocument, left: number, top: number) {
    this.#range = Document.prototype.createRange.call(document as Document);
    this.#left = left;
    this.#top = top;
  }

  element(boxes: Sides, isLaidOut: Uint8Array, node: number, element: Element): void {
    if (this.#rectsOf.call(element).length === 0) return;
    const { x, y, width, height } = this.#boxOf.call(element);
    enclose(boxes, isLaidOut, node, [x + this.#left, y + this.#top, width, height]);
  }

  /** A text node, with those directly after it. */
  text(boxes: Sides, isLaidOut: Uint8Array, node: number, first: Text): void {
    for (let text: Node | null = first; text !== null && text.nodeType === first.nodeType; text = text.nextSibling) {
      this.#range.selectNodeContents(text);
      if (this.#range.getClientRects().length === 0) continue;
      const { x, y, width, height } = this.#range.getBoundingClientRect();
      enclose(boxes, isLaidOut, node, [x + this.#left, y + this.#top, width, height]);
    }
  }
}
