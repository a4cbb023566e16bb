import { sumOf } from "../page/index.ts";
import { type CharacterKind, characterKinds } from "./character-sums.ts";
import { columnsOf, type FeatureFamily, logarithm, ratio } from "./feature.ts";
import type { TemplateBlockView } from "./template-block-view.ts";

const names = ["upperCase", "shouted", "numeric", "shortPieces", "pieceLength"] as const;
const column = /* @__PURE__ */ columnsOf(names);

export type TemplateBlockText = "characters" | CharacterKind | (typeof names)[number];

/** The characters of a block's text. Words and sentences are among `textFeatures`. */
export const templateBlockTextFeatures: FeatureFamily<TemplateBlockView, TemplateBlockText> = {
  names: ["characters", .../* @__PURE__ */ characterKinds.map(({ name }) => name), ...names],
  fill({ view, characters }, node, row, at) {
    const { page } = view;
    const length = sumOf(page, page.sums.characters, node);
    const pieces = sumOf(page, characters.pieces, node);
    row[at] = logarithm(length);
    for (let kind = 0; kind < characterKinds.length; kind++) {
      row[at + 1 + kind] = 100 * ratio(sumOf(page, characters.marks[kind], node), length);
    }
    const next = at + 1 + characterKinds.length;
    row[next + column.upperCase] = ratio(sumOf(page, characters.upper, node), length);
    row[next + column.shouted] = ratio(sumOf(page, characters.shouted, node), pieces);
    row[next + column.numeric] = ratio(sumOf(page, characters.numeric, node), pieces);
    row[next + column.shortPieces] = ratio(sumOf(page, characters.short, node), pieces);
    row[next + column.pieceLength] = ratio(length, pieces);
  },
};
