import { sumOf } from "../page/index.ts";
import { characterKinds } from "./character-sums.ts";
import { type FeatureGroup, logarithm, ratio } from "./feature.ts";
import type { TemplateBlockView } from "./template-block-view.ts";

const reasons: Readonly<Record<(typeof characterKinds)[number]["name"], string>> = {
  commas: "sentences have commas, labels have none",
  periods: "sentences end, and addresses have dots",
  questions: "calls to action shout and ask",
  colons: "labels end in colons, times have them",
  quotes: "texts quote",
  brackets: "counters stand in brackets, asides in texts as well",
  bars: "menus and footers part their links by bars, slashes and bullets",
  dashes: "dates and names of things have dashes",
  signs: "footers have signs of copyright, shops have prices",
};

/** What a block's text is written with. Words and sentences are among `textFeatures`. */
export const blockTextFeatures: FeatureGroup<TemplateBlockView> = {
  features: [
    { name: "characters", unit: "log2 of characters", why: "content is long, parts of templates are short" },
    ...characterKinds.map(({ name }) => ({ name, unit: "marks per 100 characters", why: reasons[name] })),
    { name: "upperCase", unit: "share of characters", why: "labels are in capitals" },
    { name: "shouted", unit: "share of pieces between blanks", why: "buttons and headings are all in capitals" },
    { name: "numeric", unit: "share of pieces between blanks", why: "dates, prices and counters begin with a digit" },
    {
      name: "shortPieces",
      unit: "share of pieces between blanks, of 3 characters at most",
      why: "running text is full of small words, whatever its language",
    },
    { name: "pieceLength", unit: "characters per piece", why: "addresses and labels are long, small words are not" },
  ],
  fill({ view, characters }, node, row, at) {
    const { page } = view;
    const length = sumOf(page, page.sums.characters, node);
    const pieces = sumOf(page, characters.pieces, node);
    row[at] = logarithm(length);
    for (let kind = 0; kind < characterKinds.length; kind++) {
      row[at + 1 + kind] = 100 * ratio(sumOf(page, characters.marks[kind], node), length);
    }
    const next = at + 1 + characterKinds.length;
    row[next] = ratio(sumOf(page, characters.upper, node), length);
    row[next + 1] = ratio(sumOf(page, characters.shouted, node), pieces);
    row[next + 2] = ratio(sumOf(page, characters.numeric, node), pieces);
    row[next + 3] = ratio(sumOf(page, characters.short, node), pieces);
    row[next + 4] = ratio(length, pieces);
  },
};
