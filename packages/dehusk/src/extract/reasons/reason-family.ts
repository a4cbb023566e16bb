import type { BlockFeature } from "../../features/index.ts";
import type { BlockFacts } from "./block-facts.ts";

/** Features that tell of one thing, and how to put that in words. */
export interface ReasonFamily {
  /** Names of the features, or what they look like. */
  readonly features: readonly (BlockFeature | RegExp)[];
  /** Whether it tells only of the page, or of what the first look said of other blocks. */
  readonly isContext?: boolean;
  /**
   * A sentence that speaks for the decision; undefined where there is none that a person would take for a reason.
   *
   * @param leading The family's features, those first that speak most for the decision.
   */
  say(facts: BlockFacts, leading: readonly BlockFeature[], forContent: boolean): string | undefined;
}
