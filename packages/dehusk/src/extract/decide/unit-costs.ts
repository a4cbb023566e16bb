import { type UnitKind, unitKinds } from "./unit-tree.ts";

/** The cost of keeping only a part of a unit, in words per word of the unit. From a half on it never pays. */
const costs: Readonly<Record<UnitKind, number>> = {
  page: 0,
  list: 0.3,
  item: 0.5,
  definitions: 0.3,
  definition: 0.5,
  table: 0.5,
  figure: 0.5,
  code: 0.5,
  quote: 0.1,
  lead: 0.3,
  section: 0,
  formula: 0.5,
};

/** How units are kept together. */
export interface UnitCosts {
  /** For each kind of unit, the cost of keeping only a part of it. */
  readonly splitCost: readonly number[];
  /** A heading of kept text is kept from this share of the bar on. */
  readonly headingShare: number;
}

export const unitCosts: UnitCosts = { splitCost: unitKinds.map((kind) => costs[kind]), headingShare: 0.4 };
