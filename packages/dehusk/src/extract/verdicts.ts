import type { BlockDecision } from "./decide/decide-blocks.ts";
import type { UnitKind } from "./decide/unit-tree.ts";
import { percent } from "./reasons/index.ts";

const unitNames: Readonly<Record<UnitKind, string>> = {
  page: "page",
  list: "list",
  item: "list item",
  definitions: "list of definitions",
  definition: "definition with its term",
  table: "table",
  figure: "figure",
  code: "code",
  quote: "quotation",
  lead: "passage that a colon joins",
  section: "section",
  formula: "formula",
};

/** The probability of content of a block and, if that did not decide, the ground that did. */
export function verdictOf(decision: BlockDecision, block: number, chance: number): string[] {
  const verdict = `${percent(chance)} likely to be content`;
  const why = whyOf(decision, block, chance);
  return why === undefined ? [verdict] : [verdict, why];
}

function whyOf(decision: BlockDecision, block: number, chance: number): string | undefined {
  const isKept = decision.kept[block] === 1;
  const ground = decision.groundOf(block);
  switch (ground.by) {
    case "comment":
      return "it is a reader's comment, which this preset leaves out";
    case "signature":
      return "it is the signature of a forum member";
    case "advertisement":
      return "it is a teaser that was paid for";
    case "copy":
      return "the page has the same text elsewhere";
    case "cards":
      return `such text in posts or cards like this one is mostly ${isKept ? "" : "not "}content`;
    case "declared":
      return "the page declares it as part of what it is about";
    case "fact":
      return "it is one of several facts about what the page is about";
    case "midst":
      return "it is surrounded by text that is kept";
    case "short":
      return "the page is short and has no navigation";
    case "heading":
      return isKept ? "it is the heading of something that is kept" : "nothing below this heading is kept";
    case "unit": {
      const name = unitNames[ground.unit];
      return isKept ? `the ${name} that it is part of is kept whole` : `the ${name} that it is part of is left out`;
    }
    default:
      if (isKept === chance >= 0.5) return undefined;
      return `on this page a block like this is kept at ${percent(decision.barOf(block))} or more`;
  }
}
