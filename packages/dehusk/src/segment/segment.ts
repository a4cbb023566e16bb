import { checkOptions, pickOptions } from "../basics/index.ts";
import { type PageInput, parse, parseTable } from "../page/index.ts";
import { describeSegments, type Segmentation } from "./describe-segments.ts";
import { type SegmentOptions, segmentTable } from "./segment-options.ts";
import { type PageSegments, segmentPage } from "./segment-page.ts";

/**
 * Splits a page into segments: parts that are seen as one thing, such as a menu, an article, a footer.
 *
 * @example
 * const { segments } = segment(html, { algorithm: "gcuts" });
 * for (const { box, templateness, text } of segments) console.log(box, templateness, text.slice(0, 60));
 *
 * @throws DehuskError `bad-option`, `bad-input`, `bad-model`, or a `limit-…` code when the page is over a limit.
 */
export function segment(input: PageInput, options: SegmentOptions = {}): Segmentation {
  return describeSegments(findSegments(input, options));
}

/** The same at node level, for details that `segment` leaves out, such as the segment of each leaf. */
export function findSegments(input: PageInput, options: SegmentOptions = {}): PageSegments {
  checkOptions(options, segmentTable);
  return segmentPage(parse(input, pickOptions(options, parseTable)), options);
}
