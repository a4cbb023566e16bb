import type { OptionTable } from "../../basics/index.ts";

/** What to omit from the content or change in it, independent of the decision. */
export interface ShapeOptions {
  /** Whether links are written. Default true; with false their text stays. */
  readonly links?: boolean | undefined;
  /** Whether pictures are written. Default true; captions stay. */
  readonly images?: boolean | undefined;
  /** Whether data tables are written. Default true. */
  readonly tables?: boolean | undefined;
  /** Whether tracking parameters (`utm_source`, `fbclid`, …) are removed from links. Default false. */
  readonly cleanLinks?: boolean | undefined;
}

/** The options of `extract` that shape the output. */
export const shapeTable = {
  links: { type: "boolean", default: true },
  images: { type: "boolean", default: true },
  tables: { type: "boolean", default: true },
  cleanLinks: { type: "boolean", default: false },
} as const satisfies OptionTable<ShapeOptions>;
