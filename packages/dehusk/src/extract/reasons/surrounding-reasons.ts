import { counted } from "../../basics/index.ts";
import type { ReasonFamily } from "./reason-family.ts";
import { percent, unlogged } from "./say.ts";

/** Reasons from the text around a block, whatever was decided on it. */
export const surroundingFamilies: readonly ReasonFamily[] = [
  {
    features: [/^(?:around|wider|wide|widest)LinkDensity$/, "parentLinks"],
    say(facts, leading, forContent) {
      const share = facts.value(leading[0]);
      const part = partNames[partOf(leading[0])];
      if (forContent && share === 0) return `${part} has no links`;
      if (forContent) return share < 0.3 ? `${part} has few links (${percent(share)})` : undefined;
      return share >= 0.3 ? `${part} is ${percent(share)} links` : undefined;
    },
  },
  {
    features: [
      /^(?:around|wider|wide|widest)(?:Words|Share|TextPerElement|ProseShare|ProseHeld)$/,
      "parentWords",
      "parentBlocks",
      "wordShare",
      "proseShare",
      "proseHeld",
    ],
    say(facts, leading, forContent) {
      for (const feature of leading.slice(0, 4)) {
        const value = facts.value(feature);
        const part = partNames[partOf(feature)];
        const isMuch = value >= 0.5;
        if (/ProseShare$/.test(feature)) {
          if (forContent === isMuch)
            return `${part} is ${isMuch ? percent(value) : `only ${percent(value)}`} running text`;
        } else if (/ProseHeld$/.test(feature)) {
          if (forContent === isMuch)
            return `${part} has ${isMuch ? percent(value) : `only ${percent(value)}`} of the page's running text`;
        } else if (/(?:Share)$/.test(feature) && partOf(feature) !== "own") {
          if (forContent === isMuch)
            return `${part} has ${isMuch ? percent(value) : `only ${percent(value)}`} of the page's words`;
        } else if (/^(?:parent|around|wide).*Words$/.test(feature)) {
          const words = unlogged(value);
          if (forContent ? words >= 150 : words < 150)
            return `${part} has ${forContent ? "" : "only "}${counted(words, "word")}`;
        } else if (/TextPerElement$/.test(feature) && !forContent && value < 5) {
          return `${part} is cut into small pieces`;
        }
      }
      return undefined;
    },
  },
  {
    features: [/^(?:before|after)(?:1|4|12)(?:Words|LinkDensity|Prose)$/, "wordBefore", "wordAfter"],
    say(facts, leading, forContent) {
      for (const feature of leading.slice(0, 4)) {
        const value = facts.value(feature);
        const where = /before/i.test(feature) ? "before" : "after";
        if (/LinkDensity$/.test(feature)) {
          if (!forContent && value >= 0.5) return `what comes ${where} it is ${percent(value)} links`;
        } else if (/Prose$/.test(feature)) {
          if (forContent && value >= 0.5) return `running text comes ${where} it`;
          if (!forContent && value < 0.2) return `no running text comes right ${where} it`;
        } else if (/Words$/.test(feature)) {
          const words = unlogged(value);
          if (!forContent && words === 0) return `nothing comes right ${where} it`;
          if (forContent && words >= 20) return `long text comes ${where} it`;
          if (!forContent && words < 20)
            return `only ${counted(words, "word")} ${words === 1 ? "comes" : "come"} right ${where} it`;
        } else if (forContent ? value > 0 : value < 0) {
          return `words typical of ${forContent ? "running text" : "menus and footers"} come right ${where} it`;
        }
      }
      return undefined;
    },
  },
  {
    features: ["pageWords", "pageLinkDensity", "pageProse", "pageBlocks"],
    isContext: true,
    say(facts, _, forContent) {
      const [prose, links] = [facts.value("pageProse"), facts.value("pageLinkDensity")];
      if (forContent) {
        if (prose < 0.2) return "the page has little running text, so other things are its content";
        return prose >= 0.5 ? `the page is ${percent(prose)} running text` : undefined;
      }
      if (links >= 0.3) return `the page is ${percent(links)} links`;
      return prose >= 0.3 ? "the page has enough other running text" : undefined;
    },
  },
];

type PartName = "own" | "parent" | "around" | "wider" | "wide" | "widest";

const partNames: Readonly<Record<PartName, string>> = {
  own: "its element",
  parent: "what is right around it",
  around: "the part around it",
  wider: "the wider part around it",
  wide: "the larger part of the page around it",
  widest: "the largest part of the page around it",
};

function partOf(feature: string): PartName {
  const found = (["parent", "around", "widest", "wider", "wide"] as const).find((name) => feature.startsWith(name));
  return found ?? "own";
}
