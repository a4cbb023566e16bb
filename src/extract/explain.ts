import { type Detection, leadingFeatures, type ScoredPage } from "../detect/index.ts";
import { hiddenMarks, isShown, Mark, type Page, TEXT, tagName, textOf, xpathsOf } from "../page/index.ts";

/** Why a block of text is, or is not, part of the content. */
export interface ExplainedBlock {
  /** XPath of the block's first text node; null where it is nested so deeply that all paths together would be huge. */
  readonly path: string | null;
  readonly kept: boolean;
  /** How much of a template the block is, from 0 to 1; null when that was not looked at. */
  readonly templateness: number | null;
  readonly reasons: readonly string[];
  readonly text: string;
}

/** What is kept of a page, and what that was decided on; nothing where all that is shown is kept. */
export interface Decision {
  readonly kept: Uint8Array;
  readonly scored?: ScoredPage;
  readonly detection?: Detection;
}

/** Each block of shown text, then each piece of hidden text, in document order, with what decided about it. */
export function explainBlocks(page: Page, decision: Decision): ExplainedBlock[] {
  const { kept } = decision;
  const blocks: ExplainedBlock[] = [];
  const paths = xpathsOf(page);
  let block = 0;
  for (let node = 0; node < page.size; node++) {
    if (page.tag[node] !== TEXT) continue;
    if (node === page.blocks.first[block]) {
      const path = shortPath(paths[node] as string);
      blocks.push(explainShown(page, decision, path, node, page.blocks.last[block] as number));
      block++;
    } else if (!isShown(page, node) && ((page.marks[node] as number) & Mark.Unseen) === 0) {
      const text = (page.strings[node] as string).replace(/\s+/g, " ").trim();
      if (text !== "") blocks.push(explainHidden(page, kept, shortPath(paths[node] as string), node, text));
    }
  }
  return blocks;
}

function explainShown(
  page: Page,
  decision: Decision,
  path: string | null,
  first: number,
  last: number,
): ExplainedBlock {
  const templateness = decision.detection?.templateness[first];
  return {
    path,
    kept: decision.kept[first] === 1,
    templateness: templateness === undefined ? null : Math.round(templateness * 1000) / 1000,
    reasons: reasonsFor(decision, first),
    text: first === last ? textOf(page, first) : page.text.slice(page.textFrom[first], page.textTo[last + 1]),
  };
}

/** How many features are named for each block. */
const featuresNamed = 3;

function reasonsFor({ kept, scored, detection }: Decision, node: number): string[] {
  const isKept = kept[node] === 1;
  if (scored === undefined || detection === undefined) return [isKept ? "it is shown" : "it was not chosen"];
  const { page, tree, score } = scored;
  const place = tree.place[node] as number;
  const section = detection.section[node] as number;
  const whole = detection.templateness[node] as number;
  const part = section === 0 ? "the main part of the page" : `a part of the page, ${tagName(page, section)}`;
  const reasons = [`it is in ${part}, that is ${percent(whole)} template`];
  const own = score[place] as number;
  if (Math.abs(own - whole) >= 0.1) reasons.push(`by itself it looks ${percent(own)} like one`);
  for (const { name, value, why } of leadingFeatures(scored, place, !isKept, featuresNamed)) {
    reasons.push(`${why} (${name} ${Number(value.toPrecision(2))})`);
  }
  return reasons;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function explainHidden(page: Page, kept: Uint8Array, path: string | null, node: number, text: string): ExplainedBlock {
  const marks = (page.marks[node] as number) & hiddenMarks;
  const reasons = hiddenReasons.filter(([mark]) => (marks & mark) !== 0).map(([, reason]) => reason);
  return { path, kept: kept[node] === 1, templateness: null, reasons, text };
}

const hiddenReasons: readonly (readonly [number, string])[] = [
  [Mark.HiddenAttribute, "it is in an element marked as hidden"],
  [Mark.AriaHidden, "it is in an element marked aria-hidden"],
  [Mark.HiddenStyle, "its style keeps it from being shown"],
  [Mark.NoScript, "it is only for browsers without scripts"],
  [Mark.Template, "it is in a template, which is not shown by itself"],
];

/** Longest path that is given: about 500 levels. */
const longestPath = 4096;

function shortPath(path: string): string | null {
  return path.length > longestPath ? null : path;
}
