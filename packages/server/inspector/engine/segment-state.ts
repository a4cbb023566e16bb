import { nodeAt } from "dehusk/internal/page";
import { describeSegments, type SegmentView, segmentView, viewSegments } from "dehusk/internal/segment";
import type { FoundSegments } from "./messages.ts";
import type { Models } from "./models.ts";
import type { PageState } from "./open-page.ts";
import type { Settings } from "./settings.ts";

/** Most segments that are told of, and most nodes of each. */
const mostSegments = 500;
const mostNodes = 50;

/** Segments one page with many λ and models: what does not depend on them is worked out once. */
export class PageSegmenter {
  readonly #state: PageState;
  readonly #models: Models;
  #view: SegmentView | undefined;

  constructor(state: PageState, models: Models) {
    this.#state = state;
    this.#models = models;
  }

  /**
   * @param progress Told of each step before it begins.
   * @throws DehuskError `bad-option`, `bad-model`.
   */
  segment({ lambda, segmentModel }: Settings, progress: (note: string) => void): FoundSegments {
    const start = performance.now();
    const { page, boxes } = this.#state;
    const model = this.#models.forSegments(segmentModel);
    if (this.#view === undefined) progress("Looking for the pieces of the page");
    this.#view ??= viewSegments(page, boxes);
    const pieces = this.#view.piece.length;
    progress(`Putting ${pieces.toLocaleString("en")} pieces together`);
    const found = segmentView(this.#view, { algorithm: "gcuts", lambda, model });
    progress("Describing the segments");
    const { segments, energy } = describeSegments(found);
    return {
      segments: segments.slice(0, mostSegments).map(({ paths, templateness, words, box }) => ({
        nodes: paths
          .slice(0, mostNodes)
          .map((path) => nodeAt(page, path))
          .filter((node) => node >= 0),
        templateness,
        words,
        box,
      })),
      lambda,
      energy,
      pieces,
      milliseconds: performance.now() - start,
    };
  }
}
