import { type ContentNode, contentAttribute, isList, Kind, newNode } from "./content-tree.ts";
import { signOf } from "./list-sign.ts";
import { isSectionBreak } from "./lone-signs.ts";

/** A row of signs is in a few formats at most. */
const mostBreakNodes = 6;

/** Drops bullets and numbers at the start of list items. Check marks have a meaning in a list and stay. */
export function tidyItems(tree: ContentNode[]): void {
  for (let list = 0; list < tree.length; list++) {
    const { kind, end } = tree[list];
    if (!isList(kind)) continue;
    let place = kind === Kind.OrderedList ? Number(contentAttribute(tree[list], "start") ?? 1) : 0;
    for (let item = list + 1; item < end; item = tree[item].end) {
      if (tree[item + 1]?.kind === Kind.Paragraph) dropSigns(tree, item + 1, place);
      if (place > 0) place++;
    }
  }
}

function dropSigns(tree: ContentNode[], paragraph: number, place: number): void {
  const first = tree[paragraph + 1];
  for (;;) {
    const found = signOf(tree, paragraph);
    if (found?.value !== place || /[✓✔]/.test(found.sign) || leavesRule(tree, paragraph, found.length)) return;
    first.text = first.text.slice(found.length);
    if (first.text === "") break;
  }
  // A text that is now first needs no line of its own, and an anchor at the start becomes the paragraph's own id.
  const next = tree[paragraph + 2];
  if (next?.kind === Kind.Anchor && tree[paragraph].attributes.length === 0)
    tree[paragraph].attributes = next.attributes;
  else if (next?.kind !== Kind.Break) return;
  tree[paragraph + 2] = newNode(Kind.Text, next.end);
}

/** Whether a paragraph without its first characters is a row of signs, which would become a rule. */
function leavesRule(tree: readonly ContentNode[], paragraph: number, length: number): boolean {
  const { end } = tree[paragraph];
  if (end - paragraph > mostBreakNodes) return false;
  // Links have a text of their own: their address.
  const texts = tree.slice(paragraph + 1, end).filter(({ kind }) => kind === Kind.Text);
  const text = texts.map((node) => node.text).join("");
  return isSectionBreak(text.slice(length));
}
