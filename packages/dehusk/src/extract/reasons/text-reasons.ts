import { counted } from "../../basics/index.ts";
import { type BlockFacts, contentName, kindName, type TellingName, tellingWord, textStart } from "./block-facts.ts";
import type { ReasonFamily } from "./reason-family.ts";
import { percent, quoted } from "./say.ts";

/** Short for a line of its own, long for a line of a menu: between them the number of words means nothing. */
const shortText = 12;
const longText = 20;

/** Reasons from the text of a block. */
export const textFamilies: readonly ReasonFamily[] = [
  {
    features: ["words", "plainWords", "blockWords"],
    say({ blocks, block }, _, forContent) {
      const words = blocks.words[block];
      if (forContent ? words < longText : words > shortText) return undefined;
      return words === 0 ? "it has no words" : `it is ${counted(words, "word")} long`;
    },
  },
  {
    features: ["sentenceLength", "sentences", "blockSentences", "punctuation", "blockPunctuation"],
    say(facts, _, forContent) {
      const sentences = facts.value("blockSentences");
      if (forContent) return sentences > 0 ? `it is written in sentences (${sentences})` : undefined;
      return sentences === 0 ? "it is not a whole sentence" : undefined;
    },
  },
  {
    features: ["capitals", "blockCapitals", "wordLength", "blockWordLength"],
    say(facts, _, forContent) {
      const capitals = facts.value("blockCapitals");
      // Scripts without capitals have no lower case to speak of either.
      const isText = facts.blocks.words[facts.block] > shortText && /\p{Ll}/u.test(textStart(facts));
      if (forContent) return isText && capitals < 0.3 ? "its words are mostly in lower case" : undefined;
      return capitals > 0.5 ? `${percent(capitals)} of its words begin with a capital` : undefined;
    },
  },
  {
    features: ["digits", "blockDigits"],
    say(facts, _, forContent) {
      const digits = facts.value("blockDigits");
      if (digits >= 0.1) return `${percent(digits)} of its characters are digits`;
      return forContent && digits === 0 ? "it has no digits" : undefined;
    },
  },
  {
    features: ["linkDensity", "linksPerWord", "anchorWords", "intraLinks", "links", "blockLinks", "inLink"],
    say(facts, _, forContent) {
      const share = facts.value("blockLinks");
      if (share >= 0.995) return forContent ? undefined : "it is all links";
      if (forContent) {
        if (share === 0) return "it has no links";
        return share < 0.3 ? `only ${percent(share)} of its text is links` : undefined;
      }
      return share >= 0.15 ? `${percent(share)} of its text is links` : undefined;
    },
  },
  {
    features: ["titleWords", "titleShare", "blockTitle"],
    say(facts, _, forContent) {
      const likeness = facts.value("blockTitle");
      if (likeness >= 0.5) return forContent ? "it matches the page's title" : "it repeats the page's title";
      if (forContent) return likeness > 0 ? "it has words from the page's title" : undefined;
      return likeness === 0 ? "it has no word from the page's title" : undefined;
    },
  },
  {
    features: ["wordMean", "wordLeast", "wordMost", "wordFirst", "wordAgainst"],
    say(facts, _, forContent) {
      const word = tellingWord(facts, forContent);
      if (word === undefined) return undefined;
      const source = forContent ? "running text" : "menus and footers";
      if (facts.blocks.words[facts.block] === 1) return `it is a word typical of ${source}`;
      return `it has words typical of ${source}, such as ${quoted(word)}`;
    },
  },
  {
    features: [/^name(?:Own|Near|Next|Three|All|Least|Most)$/],
    say: (facts, _, forContent) => named(contentName(facts, forContent)),
  },
  {
    features: ["nameComment", "namePost", "nameReview"],
    say(facts, leading) {
      for (const feature of leading) {
        const name = kindName(facts, kindsByFeature[feature] ?? "comment");
        if (name !== undefined) return named(name);
      }
      return undefined;
    },
  },
  {
    features: ["copies", "copiesBefore", "parentCopied"],
    say: sayCopies,
  },
];

const kindsByFeature: Readonly<Record<string, "comment" | "post" | "review">> = {
  nameComment: "comment",
  namePost: "post",
  nameReview: "review",
};

function named(found: TellingName | undefined): string | undefined {
  if (found === undefined) return undefined;
  return `${found.isOwn ? "its element is named" : "it is in an element named"} ${quoted(found.name)}`;
}

function sayCopies(facts: BlockFacts, _: readonly string[], forContent: boolean): string | undefined {
  const copies = Math.round(2 ** facts.value("copies"));
  if (forContent) return copies === 1 ? "its text is on the page only once" : undefined;
  if (copies > 1) return `the same text is on the page ${copies === 2 ? "twice" : counted(copies, "time")}`;
  const around = facts.value("parentCopied");
  return around >= 0.3 ? `${percent(around)} of what is around it is on the page twice` : undefined;
}
