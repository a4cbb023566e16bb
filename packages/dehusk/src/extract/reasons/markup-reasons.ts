import { counted } from "../../basics/index.ts";
import type { BlockFeature } from "../../features/index.ts";
import type { BlockFacts } from "./block-facts.ts";
import type { ReasonFamily } from "./reason-family.ts";
import { percent, unlogged } from "./say.ts";

/** Reasons from the elements of and around a block. */
export const markupFamilies: readonly ReasonFamily[] = [
  {
    features: ["textPerHtml", "textPerElement", "blockMarkup", "images", "imagesPerWord"],
    say(facts, _, forContent) {
      const images = unlogged(facts.value("images"));
      const markup = unlogged(facts.value("blockMarkup"));
      if (forContent) return markup <= 2 ? "it is plain text, with little markup" : undefined;
      if (images > 0) return `${counted(images, "image")} ${images === 1 ? "is" : "are"} next to it`;
      return "it has much markup for its text";
    },
  },
  {
    features: ["controls", "inControl"],
    say(facts, _, forContent) {
      const controls = unlogged(facts.value("controls"));
      if (forContent) return undefined;
      if (facts.value("inControl") === 1) return "it is the label of a button or field";
      return controls > 0 ? "it is next to buttons or form fields" : undefined;
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
      return unlogged(facts.value("elementBlocks")) > 1 ? "it is loose text next to other elements" : undefined;
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
        return `similar elements are ${percent(links)} links`;
      const words = unlogged(facts.value("shapeWords"));
      if (forContent) return words >= 10 ? `similar elements are ${counted(words, "word")} long on average` : undefined;
      const count = unlogged(facts.value("shapeCount"));
      if (count >= 4 && words < 20) return `it is one of ${count} similar elements, which are short`;
      return count >= 8 ? `it is one of ${count} similar elements` : undefined;
    },
  },
  {
    features: ["instance", "instances", "instanceWords", /^alike(?:Led|Dated|Labelled)$/],
    say(facts, _, forContent) {
      const [number, all] = [facts.value("instance"), facts.value("instances")];
      const words = unlogged(facts.value("instanceWords"));
      if (all < 2) return forContent ? "it is not in a list of teasers or the like" : undefined;
      if (!forContent) return `it is in one of ${all} similar parts; this one has ${counted(words, "word")}`;
      return number === 1
        ? `it is in the first of ${all} similar parts`
        : `it is in one of ${all} similar parts, as posts are`;
    },
  },
];

const ownElement: Readonly<Record<string, string>> = {
  isItem: "it is an item of a list",
  isParagraph: "it is a paragraph",
  isCell: "it is a cell of a table",
  isTerm: "it is in a definition list",
  isCode: "it is preformatted text",
  isCaption: "it is a caption",
  isText: "it is loose text next to other elements",
  isInline: "it is part of a line",
};

const parts: Readonly<Record<string, string>> = {
  inNavigation: "it is in a navigation element",
  inHeader: "it is in a header element",
  inFooter: "it is in a footer element",
  inAside: "it is in an aside element",
  inArticle: "it is in an article element",
  inMain: "it is in the main element",
  inList: "it is in a list",
  inTable: "it is in a table",
  inForm: "it is in a form or a form control",
  inHeading: "it is a heading",
  inParagraph: "it is a paragraph",
  inQuote: "it is a quotation",
  inFigure: "it is in a figure",
  inPreformatted: "it is preformatted text",
};

const husks: readonly BlockFeature[] = ["inNavigation", "inHeader", "inFooter", "inAside"];
const kernels: readonly BlockFeature[] = ["inArticle", "inMain"];

/** The part with the strongest evidence for the decision, by the block being in it or outside it. */
function sayInside(facts: BlockFacts, leading: readonly BlockFeature[], forContent: boolean): string | undefined {
  const { count } = facts.page.blocks;
  for (const feature of leading.slice(0, 3)) {
    const isIn = facts.value(feature) === 1;
    if (isIn && !(forContent ? husks : kernels).includes(feature)) return parts[feature];
    if (isIn) continue;
    if (forContent && husks.includes(feature) && husks.every((husk) => facts.value(husk) === 0)) {
      return "it is not in a navigation, header, footer or aside element";
    }
    if (!forContent && kernels.includes(feature)) {
      for (let b = 0; b < count; b++)
        if (facts.valueOf(feature, b) === 1) return `it is outside the ${feature.slice(2).toLowerCase()} element`;
    }
  }
  return undefined;
}
