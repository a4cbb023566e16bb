import type { ScoredBlocks } from "../../detect/index.ts";
import { type BlockFeature, blockFeatureNames, firstLookWidth } from "../../features/index.ts";
import { contributions } from "../../learn/index.ts";
import type { Page } from "../../page/index.ts";
import { factsOf } from "./block-facts.ts";
import { familiesOf, ownLook } from "./reason-families.ts";
import type { ReasonFamily } from "./reason-family.ts";

/** Maximum reasons per block. */
const mostReasons = 3;
/** Maximum of these that concern only the block's surroundings. */
const mostOfContext = 1;

/** A family that adds less than this to the log-odds is not a reason. */
const leastAdded = 0.05;

/** The contribution of a family of features to the decision. */
interface Weighed {
  readonly family: ReasonFamily;
  /** Its contribution to the log-odds of the decision. */
  readonly adds: number;
  /** Its features, the strongest for the decision first. */
  readonly leading: readonly BlockFeature[];
}

/**
 * Why the content model takes a block for content, or does not: the families of features that contributed most, each as a
 * sentence. Contributions are those of Saabas (2014); those of the first look to the
 * second go to the features that the first look used.
 *
 * @param forContent Whether to give reasons for content, or against it.
 */
export function modelReasons(page: Page, blocks: ScoredBlocks, block: number, forContent: boolean): string[] {
  const facts = factsOf(page, blocks, block);
  const reasons: string[] = [];
  let ofContext = 0;
  for (const { family, leading } of weighFamilies(addedByFeatures(blocks, block), forContent)) {
    if (reasons.length === mostReasons) break;
    if (family.isContext && ofContext === mostOfContext) continue;
    const sentence = family.say(facts, leading, forContent);
    if (sentence === undefined || reasons.includes(sentence)) continue;
    if (family.isContext) ofContext++;
    reasons.push(sentence);
  }
  return reasons;
}

const ownLookColumns = ownLook.map((name) => blockFeatureNames.indexOf(name));

let familyOfColumn: readonly (ReasonFamily | undefined)[] | undefined;

/** The family of each column; none for those whose share goes to others. Computed on first use, as few need it. */
function columnFamilies(): readonly (ReasonFamily | undefined)[] {
  familyOfColumn ??= blockFeatureNames.map((name) => familiesOf(name)[0]);
  return familyOfColumn;
}

/** The contribution of each feature, in the order of `blockFeatureNames`, to a block's log-odds of content. */
export function addedByFeatures({ model, rows }: ScoredBlocks, block: number): Float64Array {
  const width = blockFeatureNames.length;
  const added = contributions(model.second, rows, width, block);
  let passed = 0;
  for (const column of ownLookColumns) {
    passed += added[column];
    added[column] = 0;
  }
  const first = contributions(model.first, rows, width, block).subarray(0, firstLookWidth);
  const agreeing = first.map((value) => Math.max(0, value * Math.sign(passed)));
  const sum = agreeing.reduce((total, value) => total + value, 0);
  if (sum === 0) return added;
  for (let f = 0; f < firstLookWidth; f++) added[f] = added[f] + (passed * agreeing[f]) / sum;
  return added;
}

/** The families that support a decision, the strongest first. */
function weighFamilies(added: Float64Array, forContent: boolean): Weighed[] {
  const sign = forContent ? 1 : -1;
  const families = columnFamilies();
  const members = new Map<ReasonFamily, { adds: number; features: [name: BlockFeature, adds: number][] }>();
  for (const [column, name] of blockFeatureNames.entries()) {
    const family = families[column];
    if (family === undefined) continue;
    const own = members.get(family) ?? { adds: 0, features: [] };
    members.set(family, own);
    const adds = sign * added[column];
    own.adds += adds;
    own.features.push([name, adds]);
  }
  return [...members]
    .filter(([, { adds }]) => adds >= leastAdded)
    .map(([family, { adds, features }]) => ({
      family,
      adds,
      leading: features.sort((a, b) => b[1] - a[1]).map(([name]) => name),
    }))
    .sort((a, b) => b.adds - a.adds);
}
