import type { BlockFeature } from "../../features/index.ts";
import type { BlockFacts } from "./block-facts.ts";
import type { ReasonFamily } from "./reason-family.ts";
import { percent } from "./say.ts";

/** Reasons from the first look at the other blocks of the page. */
export const contextFamilies: readonly ReasonFamily[] = [
  {
    features: [/^mean[1-6]$/, /^held[1-6]$/],
    isContext: true,
    say: sayPart,
  },
  {
    features: [/^mean(?:Before|After)\d$/, "fadingBefore", "fadingAfter"],
    isContext: true,
    say(facts, leading, forContent) {
      for (const feature of leading.slice(0, 3)) {
        const isContent = facts.value(feature) >= 0.5;
        if (isContent !== forContent) continue;
        const side = feature.includes("Before") ? "before" : "after";
        const near = /1$/.test(feature) ? "right " : "";
        return `what comes ${near}${side} it is ${isContent ? "" : "not "}content`;
      }
      return undefined;
    },
  },
  {
    features: ["meanAlike"],
    isContext: true,
    say(facts, _, forContent) {
      if (facts.value("blocksAlike") === 0) return undefined;
      const share = facts.value("meanAlike");
      if (forContent !== share >= 0.5) return undefined;
      return `similar blocks are mostly ${forContent ? "" : "not "}content`;
    },
  },
  {
    features: ["likelyShare", "likeliest"],
    isContext: true,
    say(facts, _, forContent) {
      const share = facts.value("likelyShare");
      if (forContent) return share >= 0.5 ? `most of the page looks like content (${percent(share)})` : undefined;
      return share < 0.5 ? `little of the page looks like content (${percent(share)})` : undefined;
    },
  },
];

/** The part around the block with the strongest evidence: how much of it looks like content. */
function sayPart(facts: BlockFacts, leading: readonly BlockFeature[], forContent: boolean): string | undefined {
  for (const feature of leading.slice(0, 4)) {
    const value = facts.value(feature);
    const isMuch = value >= 0.5;
    if (isMuch !== forContent) continue;
    if (feature.startsWith("held"))
      return `it is in a part with ${isMuch ? "" : "only "}${percent(value)} of the page's content`;
    const much = value >= 0.9 ? "nearly all" : value >= 0.5 ? "mostly" : value >= 0.1 ? "mostly not" : "hardly";
    return `it is in a part that is ${much} content (${percent(value)})`;
  }
  return undefined;
}
