import type { OptionTable } from "../../basics/index.ts";

/** What is left out of the content, or changed in it, whatever was decided about the page. */
export interface ShapeOptions {
  /** Whether links lead anywhere. Default true; with false their text stays. */
  readonly links?: boolean | undefined;
  /** Whether pictures are written. Default true; captions stay. */
  readonly images?: boolean | undefined;
  /** Whether tables of data are written. Default true. */
  readonly tables?: boolean | undefined;
  /** Whether parameters that only track readers (`utm_source`, `fbclid`, …) are taken out of links. Default false. */
  readonly cleanLinks?: boolean | undefined;
}

/** The options of `extract` that shape what is written. */
export const shapeTable = {
  links: { type: "boolean", default: true },
  images: { type: "boolean", default: true },
  tables: { type: "boolean", default: true },
  cleanLinks: { type: "boolean", default: false },
} as const satisfies OptionTable<ShapeOptions>;
