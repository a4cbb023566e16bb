import { type BlockFacts, headingText } from "./block-facts.ts";
import type { ReasonFamily } from "./reason-family.ts";
import { quoted, unlogged } from "./say.ts";

/** Reasons from the position of a block: on the page, and in the order of its text. */
export const placeFamilies: readonly ReasonFamily[] = [
  {
    features: ["holderScore", "bestHolder", "inMainPart", "fromMainPart"],
    say(facts, _, forContent) {
      const isIn = facts.value("inMainPart") === 1;
      if (forContent) return isIn ? "it is in the part with most of the running text" : undefined;
      if (isIn) return undefined;
      return facts.value("fromMainPart") > 1.5 ? "it is far from the main text" : "it is outside the main text";
    },
  },
  {
    features: ["textBefore", "textAfter", "proseBefore", "proseAfter"],
    say(facts, _, forContent) {
      const [before, after] = [facts.value("proseBefore"), facts.value("proseAfter")];
      if (before + after === 0) return undefined;
      if (forContent)
        return before > 0.02 && after > 0.02 ? "it is in the middle of the page's running text" : undefined;
      if (before <= 0.02) return "it comes before the page's running text";
      return after <= 0.02 ? "it comes after the page's running text" : undefined;
    },
  },
  {
    features: ["pastHeadline", "headlineDistance", "fromHeadline"],
    say(facts, _, forContent) {
      const past = facts.value("pastHeadline");
      const isNear = Math.abs(facts.value("headlineDistance")) < nearHeadline;
      if (past === 0) return undefined;
      if (forContent)
        return past > 0 ? (isNear ? "it comes soon after the headline" : "it comes after the headline") : undefined;
      if (past < 0) return "it comes before the headline";
      return isNear ? undefined : "it is far below the headline";
    },
  },
  {
    features: ["headingTitle", "headingAbove", "sinceHeading", "wordHeading"],
    say: sayHeading,
  },
  {
    features: ["parentPlace"],
    say(facts) {
      const place = facts.value("parentPlace");
      if (unlogged(facts.value("parentBlocks")) < 3) return undefined;
      if (place === 0) return "it comes first in the part around it";
      return place > 0.75 ? "it comes last in the part around it" : undefined;
    },
  },
];

/** About a thousand characters. */
const nearHeadline = 10;

function sayHeading(facts: BlockFacts, leading: readonly string[], forContent: boolean): string | undefined {
  const heading = headingText(facts);
  if (heading === undefined) return forContent ? undefined : "there is no heading above it";
  if (forContent) {
    if (facts.value("headingTitle") >= 0.5) return "the heading above it matches the page's title";
    return facts.value("wordHeading") > 0 ? `the heading above it is ${quoted(heading)}` : undefined;
  }
  if (facts.value("wordHeading") < 0) return `the heading above it, ${quoted(heading)}, is typical of boxes and lists`;
  return leading[0] === "sinceHeading" && facts.value("sinceHeading") > 4
    ? `the heading above it, ${quoted(heading)}, is far away`
    : undefined;
}
