import { type ContentNode, Kind } from "./content-tree.ts";

/** The sign at the start of a line that looks like a list item. */
export interface ListSign {
  /** The bullet, "" for a number. */
  readonly sign: string;
  /** The number, 0 for a bullet. */
  readonly value: number;
  /** Number of characters before the text of the item. */
  readonly length: number;
}

const signs =
  /^\s*(?:([•●◦▪■‣►▶▸➢➤✓✔❖·])\s*|([-–*])(?:\s+|$)|(\d{1,3})(?:[.)](?:\s+|$)|[.、．]\s*(?=\p{Script=Han})))/u;

/** The sign at the start of a line, undefined for none. */
export function listSign(text: string): ListSign | undefined {
  const found = signs.exec(text);
  if (found === null) return undefined;
  return { sign: found[1] ?? found[2] ?? "", value: Number(found[3] ?? 0), length: found[0].length };
}

/** The sign at the start of a paragraph with more text. */
export function signOf(tree: readonly ContentNode[], paragraph: number): ListSign | undefined {
  const first = tree[paragraph + 1];
  const found = first?.kind === Kind.Text ? listSign(first.text) : undefined;
  return found && (found.length < first.text.length || tree[paragraph].end > paragraph + 2) ? found : undefined;
}

/** Whether lines of dialogue, footnotes or sums also begin with it. */
export function isDoubtful({ sign }: ListSign): boolean {
  return "-–*".includes(sign);
}
