import { nodeAt } from "dehusk/internal/page";
import { describeSegments, type SegmentView, segmentView, viewSegments } from "dehusk/internal/segment";
import type { FoundSegments } from "./messages.ts";
import type { Models } from "./models.ts";
import type { PageState } from "./open-page.ts";
import type { Settings } from "./settings.ts";

/** Most segments to report, and most nodes of each. */
const maxSegments = 500;
const maxNodes = 50;

/** Segments one page with many λ and models: everything else is computed once. */
export class PageSegmenter {
  readonly #state: PageState;
  readonly #models: Models;
  #view: SegmentView | undefined;

  constructor(state: PageState, models: Models) {
    this.#state = state;
    this.#models = models;
  }

  /**
   * @param progress Called before each step.
   * @throws DehuskError `bad-option`, `bad-model`.
   */
  segment({ lambda, segmentModel }: Settings, progress: (note: string) => void): FoundSegments {
    const start = performance.now();
    const { page, boxes } = this.#state;
    const model = this.#models.forSegments(segmentModel);
    if (this.#view === undefined) progress("Finding the pieces of the page");
    this.#view ??= viewSegments(page, boxes);
    const pieces = this.#view.piece.length;
    progress(`Grouping ${pieces.toLocaleString("en")} pieces`);
    const found = segmentView(this.#view, { algorithm: "gcuts", lambda, model });
    progress("Describing the segments");
    const { segments, energy } = describeSegments(found);
    return {
      segments: segments.slice(0, maxSegments).map(({ paths, templateness, words, box }) => ({
        nodes: paths
          .slice(0, maxNodes)
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
