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

/** A live document as its window shows it. */
export interface MeasuredPage {
  readonly page: Page;
  /** Where its nodes lie at this moment, of geometry `rendered`. */
  readonly boxes: Boxes;
  /** The document's node that each node of the page was made of; of texts that lie side by side the first. */
  readonly nodes: readonly DocumentNode[];
}

/**
 * Reads a document that is shown in a window, with the places of its nodes as the window has them now: scrolled or not,
 * they count from the page's top left corner. Only reads, so the browser lays the page out once at most; linear in the
 * nodes. What lies in shadow roots and frames is not looked into.
 *
 * Boxes of geometry `rendered` fit models that were trained on such: `segment` has one, `detect` and `extract` have not.
 *
 * @example
 * const { page, boxes, nodes } = measurePage(document);
 * const { segments } = segment(page, { boxes });
 *
 * @throws DehuskError `bad-input` when the document is not shown, as with `DOMParser` and jsdom; else as `parse`.
 */
export function measurePage(document: LiveDocument, options: ParseOptions = {}): MeasuredPage {
  const page = parse(document, options);
  const { window, root, scroller } = shownParts(document);
  if (!window || !root || Element.prototype.getClientRects.call(root).length === 0) {
    throw new DehuskError("bad-input", "The document is not shown in a window, so nothing in it has a place.");
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
  const { scrollWidth, scrollHeight } = scroller ?? root;
  return { page, boxes: finishMeasured(page, boxes, isLaidOut, scrollWidth, scrollHeight), nodes };
}

interface ShownParts {
  readonly window?: Window | null;
  readonly root?: Element | null;
  readonly scroller?: Element | null;
}

/** Read where the page cannot reach: images and forms hide what the document has under their names. */
function shownParts(document: LiveDocument): ShownParts {
  if (typeof Document !== "function") return {};
  const read = (name: string) => Object.getOwnPropertyDescriptor(Document.prototype, name)?.get?.call(document);
  return { window: read("defaultView"), root: read("documentElement"), scroller: read("scrollingElement") };
}

class Measure {
  readonly #range: Range;
  readonly #left: number;
  readonly #top: number;
  // A form's controls hide what its element has under the same names.
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
    enclose(boxes, isLaidOut, node, x + this.#left, y + this.#top, width, height);
  }

  /** A text, with those that lie right after it. */
  text(boxes: Sides, isLaidOut: Uint8Array, node: number, first: Text): void {
    for (let text: Node | null = first; text !== null && text.nodeType === first.nodeType; text = text.nextSibling) {
      this.#range.selectNodeContents(text);
      if (this.#range.getClientRects().length === 0) continue;
      const { x, y, width, height } = this.#range.getBoundingClientRect();
      enclose(boxes, isLaidOut, node, x + this.#left, y + this.#top, width, height);
    }
  }
}
