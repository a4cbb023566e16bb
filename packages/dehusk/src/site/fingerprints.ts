/**
 * Node fingerprints: a 64-bit hash of each node's canonical HTML, so that equal parts of different pages are found by
 * comparing numbers (SITELEVEL, section 3 of "Page-level Template Detection via Isotonic Smoothing": h(i) of every DOM
 * node i).
 *
 * One loop from the last node to the first: children come before their parent and add their hashes to its running
 * value, so nothing is walked twice and no HTML is written. Time is linear in nodes plus the characters compared;
 * memory is eight bytes a node.
 */

import { highStep, LaneHash, lowStep, mixHigh, mixLow } from "../basics/index.ts";
import { type Attribute, COMMENT, knownTagNames, Mark, type Page, TEXT, tagNumber } from "../page/index.ts";
import { type CanonicalRules, Compare, canonicalAddress, canonicalRules } from "./canonical.ts";

/** Each node's fingerprint in two halves; both 0 for nodes that do not count. */
export interface Fingerprints {
  readonly low: Uint32Array;
  readonly high: Uint32Array;
}

/** Marks of what is never rendered: its text counts only in `exact`. */
const neverRendered = Mark.Unseen | Mark.NoScript | Mark.Template;

const INPUT = tagNumber("input");

/** Elements that show something without text of their own. */
const embeds = new Set(
  "iframe,object,applet,audio,video,canvas,frame,frameset,source".split(",").map((name) => tagNumber(name)),
);

const knownTags = hashNames(knownTagNames, 0);

/**
 * Hashes each node's canonical HTML.
 *
 * @param rules What is compared; see `Canonical`.
 */
export function nodeFingerprints(page: Page, rules: CanonicalRules = canonicalRules("standard")): Fingerprints {
  return rules.tags ? treeFingerprints(page, rules) : textFingerprints(page);
}

function treeFingerprints(page: Page, rules: CanonicalRules): Fingerprints {
  const { size, parent, tag: tags, strings } = page;
  const low = new Uint32Array(size);
  const high = new Uint32Array(size);
  const ownTags = hashNames(page.tagNames, knownTagNames.length);
  const hash = new LaneHash();
  for (let i = size - 1; i >= 0; i--) {
    const tag = tags[i];
    if (!counts(page, i, tag, rules.unseen)) {
      low[i] = 0;
      high[i] = 0;
      continue;
    }
    if (tag === TEXT) {
      if (!hash.folded(strings[i])) continue;
    } else {
      const known = tag < knownTagNames.length;
      const names = known ? knownTags : ownTags;
      const at = known ? tag : tag - knownTagNames.length;
      hashAttributes(page.attributes[i], rules, hash);
      const children = Math.imul(low[i], lowStep);
      const childrenHigh = Math.imul(high[i], highStep);
      hash.low = mixLow(children + names.low[at] + Math.imul(hash.low, 0x3c6ef372));
      hash.high = mixHigh(childrenHigh + names.high[at] + Math.imul(hash.high, 0x1b873593));
      if (hash.low === 0 && hash.high === 0) hash.low = 1;
    }
    low[i] = hash.low;
    high[i] = hash.high;
    const above = parent[i];
    if (above < 0) continue;
    low[above] = Math.imul(low[above], lowStep) + hash.low;
    high[above] = Math.imul(high[above], highStep) + hash.high;
  }
  return { low, high };
}

/**
 * The same for texts only. A sequence of texts h_0, h_1, … has the value Σ h_k · step^k, so that concatenation needs
 * only the two values, wherever elements start and end.
 */
function textFingerprints(page: Page): Fingerprints {
  const { size, parent, tag: tags, strings } = page;
  const low = new Uint32Array(size);
  const high = new Uint32Array(size);
  const lowPower = new Uint32Array(size).fill(1);
  const highPower = new Uint32Array(size).fill(1);
  const hash = new LaneHash();
  for (let i = size - 1; i >= 0; i--) {
    const tag = tags[i];
    if (tag === TEXT) {
      if (!counts(page, i, tag, false) || !hash.folded(strings[i])) continue;
      low[i] = hash.low;
      high[i] = hash.high;
      lowPower[i] = lowStep;
      highPower[i] = highStep;
    }
    const above = parent[i];
    if (above < 0) continue;
    low[above] = low[i] + Math.imul(low[above], lowPower[i]);
    high[above] = high[i] + Math.imul(high[above], highPower[i]);
    lowPower[above] = Math.imul(lowPower[above], lowPower[i]);
    highPower[above] = Math.imul(highPower[above], highPower[i]);
  }
  return { low, high };
}

/** Whether a node is compared. */
function counts(page: Page, node: number, tag: number, unseen: boolean): boolean {
  if (tag === COMMENT) return false;
  if (unseen) return true;
  if (tag === INPUT) return !isHiddenInput(page.attributes[node]);
  const never = page.marks[node] & neverRendered;
  return never === 0 || (never === Mark.Unseen && embeds.has(tag));
}

function isHiddenInput(attributes: readonly Attribute[]): boolean {
  return attributes.some(({ name, value }) => name === "type" && value.toLowerCase() === "hidden");
}

/** Adds up the attributes' hashes: a sum is unordered. */
function hashAttributes(attributes: readonly Attribute[], rules: CanonicalRules, hash: LaneHash): void {
  let low = 0;
  let high = 0;
  for (let k = 0; k < attributes.length; k++) {
    const { name, value } = attributes[k];
    const compare = rules.attributes.get(name) ?? rules.others;
    if (compare === Compare.Never) continue;
    hash.exact(name);
    const nameLow = hash.low;
    const nameHigh = hash.high;
    hash.exact(compare === Compare.AsAddress ? canonicalAddress(value) : value);
    low += mixLow(Math.imul(nameLow, lowStep) + hash.low);
    high += mixHigh(Math.imul(nameHigh, highStep) + hash.high);
  }
  hash.low = low | 0;
  hash.high = high | 0;
}

function hashNames(names: readonly string[], from: number): Fingerprints {
  const hash = new LaneHash();
  const low = new Uint32Array(names.length - from);
  const high = new Uint32Array(names.length - from);
  for (let i = 0; i < low.length; i++) {
    hash.exact(names[from + i]);
    low[i] = hash.low;
    high[i] = hash.high;
  }
  return { low, high };
}
