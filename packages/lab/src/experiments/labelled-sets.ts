import { join } from "node:path";
import { readJsonLines } from "dehusk/internal/train";
import { type LabelledRecord, type NodeTruth, nodeTruth } from "../node-truth.ts";

/** The sets whose text nodes people labelled, below `extraction/`. */
export const labelledSets = ["google-trends-2017", "krdwrd-canola", "l3s-gn1"] as const;
export type LabelledSet = (typeof labelledSets)[number];

export function labelledSetFile(set: LabelledSet): string {
  return `extraction/${set}.jsonl.br`;
}

/** The pages of a set with their truth, at most `limit` of them; pages that show no labelled text are skipped. */
export async function* labelledPages(data: string, set: LabelledSet, limit: number): AsyncGenerator<NodeTruth> {
  let taken = 0;
  for await (const record of readJsonLines<LabelledRecord>(join(data, labelledSetFile(set)))) {
    if (taken === limit) return;
    const truth = nodeTruth(record);
    if (truth.knownCharacters[truth.page.size] === 0) continue;
    taken++;
    yield truth;
  }
}
