import type { BlockFeature } from "../../features/index.ts";
import type { BlockFacts } from "./block-facts.ts";

/** Features about one thing, and how to put that in words. */
export interface ReasonFamily {
  /** Names of the features, or patterns of them. */
  readonly features: readonly (BlockFeature | RegExp)[];
  /** Whether it concerns only the page, or the first look at other blocks. */
  readonly isContext?: boolean;
  /**
   * A sentence that supports the decision; undefined if a person would not accept it as a reason.
   *
   * @param leading The family's features, the strongest for the decision first.
   */
  say(facts: BlockFacts, leading: readonly BlockFeature[], forContent: boolean): string | undefined;
}
