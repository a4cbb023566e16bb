import type { Construction } from "./construction.ts";
import { ElementClass } from "./element-classes.ts";
import { entryOf, type FormattingEntry } from "./formatting-list.ts";

const outerLoops = 8;
const innerLoops = 3;

/**
 * The adoption agency algorithm: closes a formatting element whose content may have been misnested.
 *
 * @returns False if it is to be handled like any other end tag.
 */
export function runAdoptionAgency(p: Construction, tag: number): boolean {
  const { open, formatting } = p;
  if (open.currentTag === tag && formatting.findNode(open.currentNode) === undefined) {
    p.pop();
    return true;
  }
  for (let i = 0; i < outerLoops; i++) {
    const entry = formatting.findTag(tag);
    if (entry === undefined) return false;
    if (!p.isOpen(entry)) {
      formatting.remove(entry);
      return true;
    }
    if (!open.isInScope(entry.slot)) return true;
    const block = furthestBlock(p, entry.slot);
    if (block < 0) {
      p.popTo(entry.slot);
      formatting.remove(entry);
      return true;
    }
    adopt(p, entry, block);
  }
  return true;
}

/** The lowest special element above a slot, -1 for none. */
function furthestBlock({ open }: Construction, slot: number): number {
  if (!open.hasSpecialAbove(slot)) return -1;
  let up = open.above[slot];
  while (up >= 0 && (open.classes[up] & ElementClass.Special) === 0) up = open.above[up];
  return up;
}

function adopt(p: Construction, entry: FormattingEntry, block: number): void {
  const { open, formatting, tree } = p;
  const blockNode = open.node[block];
  const ancestor = open.below[entry.slot];
  let last = blockNode;
  let bookmark = entry;
  let slot = open.below[block];
  for (let i = 0; slot !== entry.slot; i++) {
    const next = open.below[slot];
    const own = formatting.findNode(open.node[slot]);
    if (own === undefined || i >= innerLoops) {
      if (own !== undefined) formatting.remove(own);
      p.remove(slot);
    } else {
      const node = tree.create(own.tag, own.attributes, "");
      open.replace(slot, node);
      formatting.replace(own, node, slot);
      if (last === blockNode) bookmark = own;
      tree.detach(last);
      tree.append(node, last);
      last = node;
    }
    slot = next;
  }
  tree.detach(last);
  if (ancestor >= 0) {
    if ((open.classes[ancestor] & ElementClass.Fosters) !== 0) p.foster(last);
    else tree.append(open.node[ancestor], last);
  }
  const node = tree.create(entry.tag, entry.attributes, "");
  tree.moveChildren(blockNode, node);
  tree.append(blockNode, node);
  const renewed = entryOf(node, block, entry.tag, entry.attributes, entry.start, entry.end);
  renewed.looks = entry.looks;
  formatting.insertAfter(renewed, bookmark);
  formatting.remove(entry);
  if (p.sourceRanges) p.closeAt(entry.slot);
  open.reopen(entry.slot, block, node, (moved, to) => {
    const own = formatting.findNode(moved);
    if (own !== undefined) own.slot = to;
  });
  p.currentChanged();
}
