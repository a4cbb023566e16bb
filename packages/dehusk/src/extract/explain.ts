import { rounded } from "../basics/index.ts";
import {
  type Detection,
  leadingFeatures,
  type PageLevelScoredPage,
  type ScoredPage,
  type TemplateBlockScoredPage,
  type TextKind,
  textKinds,
} from "../detect/index.ts";
import { hiddenMarks, isShown, Mark, type Page, TEXT, tagName, textOf, xpathsOf } from "../page/index.ts";
import type { BlockDecision, Ground } from "./decide/decide-blocks.ts";
import { modelReasons, percent } from "./reasons/index.ts";
import type { Selection } from "./select/select-nodes.ts";
import { verdictOf } from "./verdicts.ts";

/** Why a block of text is, or is not, part of the content. */
export interface ExplainedBlock {
  /** XPath of the block's first text node; null if the page is nested so deeply that all paths together would be huge. */
  readonly path: string | null;
  readonly kept: boolean;
  /** The block's templateness, from 0 to 1; null if it was not computed. */
  readonly templateness: number | null;
  /** The block's probability of content, from 0 to 1; null if that did not count: for labels, copies, hidden text. */
  readonly chance: number | null;
  /** The block's kind; null if it is not content, or if kinds are unknown. */
  readonly kind: TextKind | null;
  /** The ground of the decision, in a word; null if nothing was decided. */
  readonly rule: BlockRule | null;
  /** Sentences for people, most important first. */
  readonly reasons: readonly string[];
  readonly text: string;
}

/**
 * What decides on a block: a ground of the decision, a selector or option of the caller, that the page hides it, or how its
 * content is written.
 */
export type BlockRule = Ground["by"] | "selector" | "option" | "hidden" | "title" | "repeat" | "label";

/** The kept part of a page and the basis of the decision; nothing if everything shown is kept. */
export interface Decision {
  readonly kept: Uint8Array;
  /** The decision on the blocks. */
  readonly blocks?: BlockDecision;
  /** The effect of the caller's selectors. */
  readonly selection?: Selection | undefined;
  readonly scored?: ScoredPage;
  readonly detection?: Detection;
  /** The expected quality of the content, from 0 to 1. */
  readonly confidence?: number;
}

/** The outcome of a block in writing, where it differs from the decision. */
export interface Written {
  readonly kept: boolean;
  readonly rule: BlockRule;
  readonly reason: string;
}

/** Each block of shown text and each piece of hidden text, in document order, with the ground of its decision. */
export function explainBlocks(
  page: Page,
  decision: Decision,
  written?: (block: number) => Written | undefined,
): ExplainedBlock[] {
  const { kept } = decision;
  const blocks: ExplainedBlock[] = [];
  const paths = xpathsOf(page);
  const findingsOf = explainingBlocks(page, decision);
  let block = 0;
  for (let node = 0; node < page.size; node++) {
    if (page.tag[node] !== TEXT) continue;
    const path = shortPath(paths[node]);
    if (node === page.blocks.first[block]) {
      const last = page.blocks.last[block];
      const text = node === last ? textOf(page, node) : page.text.slice(page.textFrom[node], page.textTo[last + 1]);
      const findings = findingsOf(block, node);
      const after = written?.(block);
      blocks.push({ path, kept: kept[node] === 1, ...findings, ...(after && afterwards(after, findings)), text });
      block++;
    } else if (!isShown(page, node) && (page.marks[node] & Mark.Unseen) === 0) {
      const text = page.strings[node].replace(/\s+/g, " ").trim();
      if (text !== "") blocks.push(explainHidden(page, kept, path, node, text));
    }
  }
  return blocks;
}

function afterwards({ kept, rule, reason }: Written, { chance, kind, reasons }: Findings) {
  const asText = kept && chance !== null ? (textKinds[0] ?? null) : null;
  const isLikely = kept || (rule !== "label" && chance !== null && chance >= 0.5);
  return {
    kept,
    rule,
    ...(rule === "label" ? { chance: null } : {}),
    kind: isLikely ? (kind ?? asText) : null,
    reasons: [...reasons.slice(0, 1), reason, ...reasons.slice(1)],
  };
}

type Findings = Pick<ExplainedBlock, "templateness" | "chance" | "kind" | "rule" | "reasons">;

const unknown = { templateness: null, chance: null, kind: null, rule: null };

/**
 * The grounds for each block of shown text, by the kind of model that scored the page, if any.
 *
 * @returns A function of a block's number and its first text node.
 */
export function explainingBlocks(page: Page, decision: Decision): (block: number, first: number) => Findings {
  const { kept, scored, detection, blocks: decided } = decision;
  if (scored === undefined || detection === undefined || decided === undefined) {
    return (_, first) => ({ ...unknown, reasons: [kept[first] === 1 ? "it is shown" : "it was not chosen"] });
  }
  const templatenessOf = (node: number): number => rounded(detection.templateness[node], 3);
  if (scored.detector !== "content") {
    return (block, first) => {
      const isKept = kept[first] === 1;
      const reasons =
        scored.detector === "page-level"
          ? nodeReasons(scored, detection, first, isKept)
          : templateBlockReasons(scored, detection, first, isKept);
      const [, why] = verdictOf(decided, block, 1 - detection.templateness[first]);
      return {
        ...unknown,
        templateness: templatenessOf(first),
        rule: decided.groundOf(block).by,
        reasons: why === undefined ? reasons : [...reasons, why],
      };
    };
  }
  const { blocks } = scored;
  const { onSite } = blocks;
  return (block, first) => {
    const isKept = kept[first] === 1;
    const chance = blocks.chance[block];
    const reasons = [...verdictOf(decided, block, chance), ...modelReasons(page, blocks, block, isKept)];
    const rule = decided.groundOf(block).by;
    return {
      templateness: templatenessOf(first),
      chance: rule === "copy" ? null : rounded(chance, 3),
      kind: rule !== "copy" && (isKept || chance >= 0.5) ? (textKinds[blocks.kind[block]] ?? null) : null,
      rule,
      reasons: onSite[block] === 1 ? ["many pages of the site have it", ...reasons] : reasons,
    };
  };
}

/** Number of features named per block with a page-level model. */
const featuresNamed = 3;

/** The features of a page-level model in words. */
function nodeReasons(scored: PageLevelScoredPage, detection: Detection, node: number, isKept: boolean): string[] {
  const place = scored.tree.place[node];
  const whole = detection.templateness[node];
  const reasons = [partReason(detection, node)];
  const own = scored.score[place];
  if (Math.abs(own - whole) >= 0.1) reasons.push(`by itself it looks ${percent(own)} like one`);
  for (const { name, value, why } of leadingFeatures(scored, place, !isKept, featuresNamed)) {
    reasons.push(`${why} (${name} ${Number(value.toPrecision(2))})`);
  }
  return reasons;
}

function partReason({ page, section, templateness }: Detection, node: number): string {
  const root = section[node];
  const part = root === 0 ? "the main part of the page" : `a part of the page, ${tagName(page, root)}`;
  return `it is in ${part}, that is ${percent(templateness[node])} template`;
}

/** For a template block detector: the score of the smallest template block, then the part of the page if that does not explain it. */
function templateBlockReasons(
  { page, tree, model, templateBlocks }: TemplateBlockScoredPage,
  detection: Detection,
  node: number,
  isKept: boolean,
): string[] {
  const { nodes, score, isTemplate, smallest, onSite } = templateBlocks;
  const reasons: string[] = [];
  const isOnSite = onSite?.(tree.nodes[tree.place[node]]) === true;
  if (isOnSite) reasons.push("many pages of the site have it");
  const block = smallest[node];
  if (block < 0) reasons.push("it is in no block of text that is long enough to be judged");
  else {
    const [looks, is] = isTemplate[block] === 1 ? ["looks", "is"] : ["does not look", "would be"];
    const figures = `score ${rounded(score[block], 3)}, at ${rounded(model.threshold, 3)} or more it ${is} one`;
    reasons.push(`the block around it, ${tagName(page, nodes[block])}, ${looks} like a template: ${figures}`);
  }
  const isTemplateBlock = block >= 0 && isTemplate[block] === 1;
  if (isTemplateBlock === isKept) reasons.push(partReason(detection, node));
  return reasons;
}

function explainHidden(page: Page, kept: Uint8Array, path: string | null, node: number, text: string): ExplainedBlock {
  const marks = page.marks[node] & hiddenMarks;
  const reasons = hiddenReasons.filter(([mark]) => (marks & mark) !== 0).map(([, reason]) => reason);
  return { path, kept: kept[node] === 1, ...unknown, rule: "hidden", reasons, text };
}

const hiddenReasons: readonly (readonly [number, string])[] = [
  [Mark.HiddenAttribute, "it is in an element marked as hidden"],
  [Mark.AriaHidden, "it is in an element marked aria-hidden"],
  [Mark.HiddenStyle, "its style keeps it from being shown"],
  [Mark.NoScript, "it is only for browsers without scripts"],
  [Mark.Template, "it is in a template, which is not shown by itself"],
];

/** Longest path returned: about 500 levels. */
const longestPath = 4096;

function shortPath(path: string): string | null {
  return path.length > longestPath ? null : path;
}
