import type { BlockFeature } from "../../features/index.ts";
import type { BlockFacts } from "./block-facts.ts";
import type { ReasonFamily } from "./reason-family.ts";
import { counted, percent, unlogged } from "./say.ts";

/** What the elements of and around a block tell. */
export const markupFamilies: readonly ReasonFamily[] = [
  {
    features: ["textPerHtml", "textPerElement", "blockMarkup", "images", "imagesPerWord"],
    say(facts, _, forContent) {
      const images = unlogged(facts.value("images"));
      const markup = unlogged(facts.value("blockMarkup"));
      if (forContent) return markup <= 2 ? "it is plain text, with little markup" : undefined;
      if (images > 0) return `${counted(images, "image")} ${images === 1 ? "stands" : "stand"} beside it`;
      return "it has much markup for its text";
    },
  },
  {
    features: ["controls", "inControl"],
    say(facts, _, forContent) {
      const controls = unlogged(facts.value("controls"));
      if (forContent) return undefined;
      if (facts.value("inControl") === 1) return "it is the label of a button or a field";
      return controls > 0 ? "it stands beside buttons or fields to fill in" : undefined;
    },
  },
  {
    features: [
      /^is(?:Text|Inline|Item|Paragraph|Division|Cell|Term|Code|Caption)$/,
      "headingRank",
      "elementBlocks",
      "depth",
    ],
    say(facts, leading) {
      for (const feature of leading) {
        if (feature === "headingRank" && facts.value(feature) > 0) return "it is a heading";
        if (Object.hasOwn(ownElement, feature) && facts.value(feature) === 1) return ownElement[feature];
      }
      return unlogged(facts.value("elementBlocks")) > 1 ? "it is loose text beside other things" : undefined;
    },
  },
  {
    features: [
      /^in(?:Navigation|Header|Footer|Aside|Article|Main|List|Table|Form|Heading|Paragraph|Quote|Figure|Preformatted)$/,
    ],
    say: sayInside,
  },
  {
    features: ["alike", "alikeShare", "shapeCount", "shapeWords", "shapeLinks", "blocksAlike"],
    say(facts, leading, forContent) {
      const links = facts.value("shapeLinks");
      if (leading[0] === "shapeLinks" && !forContent && links >= 0.3)
        return `elements of the same look are ${percent(links)} links`;
      const words = unlogged(facts.value("shapeWords"));
      if (forContent)
        return words >= 10 ? `elements of the same look are ${counted(words, "word")} long on average` : undefined;
      const count = unlogged(facts.value("shapeCount"));
      if (count >= 4 && words < 20) return `it is one of ${count} elements of the same look, which are short`;
      return count >= 8 ? `it is one of ${count} elements of the same look` : undefined;
    },
  },
  {
    features: ["instance", "instances", "instanceWords", /^alike(?:Led|Dated|Labelled)$/],
    say(facts, _, forContent) {
      const [number, all] = [facts.value("instance"), facts.value("instances")];
      const words = unlogged(facts.value("instanceWords"));
      if (all < 2) return forContent ? "it is in no list of teasers or the like" : undefined;
      if (!forContent) return `it is in one of ${all} parts of the same look, this one of ${counted(words, "word")}`;
      return number === 1
        ? `it is in the first of ${all} parts of the same look`
        : `it is in one of ${all} parts of the same look, such as posts are`;
    },
  },
];

const ownElement: Readonly<Record<string, string>> = {
  isItem: "it is an item of a list",
  isParagraph: "it is a paragraph",
  isCell: "it is a cell of a table",
  isTerm: "it is in a list of terms",
  isCode: "it is preformatted text",
  isCaption: "it is a caption",
  isText: "it is loose text beside other things",
  isInline: "it is part of a line",
};

const parts: Readonly<Record<string, string>> = {
  inNavigation: "it lies in a navigation element",
  inHeader: "it lies in a header element",
  inFooter: "it lies in a footer element",
  inAside: "it lies in an aside element",
  inArticle: "it lies in an article element",
  inMain: "it lies in the main element",
  inList: "it lies in a list",
  inTable: "it lies in a table",
  inForm: "it lies in a form or a control of one",
  inHeading: "it is a heading",
  inParagraph: "it is a paragraph",
  inQuote: "it is a quotation",
  inFigure: "it lies in a figure",
  inPreformatted: "it is preformatted text",
};

const husks: readonly BlockFeature[] = ["inNavigation", "inHeader", "inFooter", "inAside"];
const kernels: readonly BlockFeature[] = ["inArticle", "inMain"];

/** The part that speaks most for the decision: by the block's lying in it, or by its lying outside of it. */
function sayInside(facts: BlockFacts, leading: readonly BlockFeature[], forContent: boolean): string | undefined {
  const { count } = facts.page.blocks;
  for (const feature of leading.slice(0, 3)) {
    const isIn = facts.value(feature) === 1;
    if (isIn && !(forContent ? husks : kernels).includes(feature)) return parts[feature];
    if (isIn) continue;
    if (forContent && husks.includes(feature) && husks.every((husk) => facts.value(husk) === 0)) {
      return "it is in no navigation, header, footer or aside element";
    }
    if (!forContent && kernels.includes(feature)) {
      for (let b = 0; b < count; b++)
        if (facts.valueOf(feature, b) === 1) return `it lies outside of the ${feature.slice(2).toLowerCase()} element`;
    }
  }
  return undefined;
}
