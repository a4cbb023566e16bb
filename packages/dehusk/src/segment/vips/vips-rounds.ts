import { extractBlocks, type VisualBlock } from "./vips-rules.ts";
import { findSeparators, type Parting, type RuleLines, ruleLines } from "./vips-separators.ts";
import { type VisualTree, validChildren } from "./vips-tree.ts";

/** A block or a group of blocks. */
export interface Structure {
  /** Degree of coherence, from 1 to 10. */
  readonly doc: number;
  readonly blocks: readonly VisualBlock[];
  /** Empty for a single block. */
  readonly parts: readonly Structure[];
}

interface Draft extends Structure {
  doc: number;
  readonly parts: Draft[];
}

/** How often each node of a page may be examined as a block; after that, the rest stays undivided. */
const maxLooks = 20;

/**
 * Divides nodes into blocks and groups these (MSR-TR-2003-79, section 4.3). We build the groups top down, which gives
 * the same tree: a region is split at its heaviest separators, then each part, so that a vertical separator that ends
 * at a header is seen once the header is split off. A round costs O(blocks · log blocks) per level of its structure;
 * pages rarely have more than ten, and pages built to have many run out of looks.
 */
export class Rounds {
  readonly #tree: VisualTree;
  #looks: number;

  constructor(tree: VisualTree) {
    this.#tree = tree;
    this.#looks = maxLooks * tree.page.size;
  }

  /** One round over a node; undefined if nothing of it is visible. */
  of(node: number): Structure | undefined {
    const { blocks, rules } = extractBlocks(this.#tree, node);
    return blocks.length === 0 ? undefined : this.#structure(blocks, rules);
  }

  /** One round within a block; empty if it cannot be divided. */
  within(node: number): Structure[] {
    if (this.#looks <= 0 || validChildren(this.#tree, node).length === 0) return [];
    const structure = this.of(node);
    return structure === undefined ? [] : [structure];
  }

  #structure(blocks: readonly VisualBlock[], rules: readonly number[]): Structure {
    const lines = { lying: ruleLines(this.#tree, rules, true), upright: ruleLines(this.#tree, rules, false) };
    const root: Draft = { doc: 10, blocks, parts: [] };
    const all = [root];
    for (let i = 0; i < all.length; i++) {
      const each = all[i];
      const parting = each.blocks.length > 1 ? this.#parting(each.blocks, lines) : undefined;
      if (parting === undefined) continue;
      const most = heaviest(parting);
      each.doc = 10 - Math.max(0, most);
      // Overlapping blocks cannot be separated: they stay together as long as each of them is coherent.
      const pieces = most < 0 ? each.blocks.map((block) => [block]) : split(parting, most);
      for (const piece of pieces) each.parts.push({ doc: 10, blocks: piece, parts: [] });
      for (const part of each.parts) all.push(part);
    }
    for (let i = all.length - 1; i >= 0; i--) {
      const each = all[i];
      const below = each.parts.length > 0 ? each.parts : each.blocks;
      each.doc = Math.max(
        1,
        below.reduce((least, { doc }) => Math.min(least, doc), each.doc),
      );
    }
    return root;
  }

  /** Splits by the heavier separators, horizontal or vertical. */
  #parting(blocks: readonly VisualBlock[], lines: Record<"lying" | "upright", RuleLines>): Parting | undefined {
    this.#looks -= blocks.length;
    if (this.#looks <= 0) return undefined;
    const lying = findSeparators(this.#tree, blocks, lines.lying, true);
    const upright = findSeparators(this.#tree, blocks, lines.upright, false);
    return heaviest(upright) > heaviest(lying) ? upright : lying;
  }
}

/** Weight of the heaviest separator; -1 if there is none. */
function heaviest({ separators }: Parting): number {
  return separators.reduce((most, { weight }) => Math.max(most, weight), -1);
}

function split({ blocks, separators }: Parting, weight: number): VisualBlock[][] {
  const pieces: VisualBlock[][] = [];
  let from = 0;
  for (const separator of separators) {
    if (separator.weight < weight) continue;
    pieces.push(blocks.slice(from, separator.after));
    from = separator.after;
  }
  pieces.push(blocks.slice(from));
  return pieces;
}
