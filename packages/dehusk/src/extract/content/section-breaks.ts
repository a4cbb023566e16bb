import { type ContentNode, isFormat, Kind } from "./content-tree.ts";
import { isSectionBreak } from "./lone-signs.ts";

/** A row of signs is a text in a paragraph, in a few formats at most. */
const mostBreakNodes = 5;

/** Nodes of a heading that are read, which bounds the time of many rules below a long one. */
const mostHeadingNodes = 50;

/** Containers in which a rule is allowed. */
const takingRules = new Set<Kind>([Kind.Quote, Kind.Item, Kind.Details]);
const definitions = new Set<Kind>([Kind.DefinitionList, Kind.Description]);

/**
 * The innermost open container except definitions, undefined for none: indented lines may turn out
 * not to be definitions.
 */
export function ruleHolder(nodes: readonly ContentNode[], open: readonly number[]): Kind | undefined {
  let level = open.length - 1;
  while (level >= 0 && definitions.has(nodes[open[level]].kind)) level--;
  return nodes[open[level] ?? -1]?.kind;
}

export function takesRules(holder: Kind | undefined): boolean {
  return holder === undefined || takingRules.has(holder);
}

/** Whether a heading was written last: a line below it only underlines it. */
export function isAfterHeading(nodes: readonly ContentNode[]): boolean {
  let last = nodes.length - 1;
  while (last > 0 && nodes[last].kind >= Kind.Link && nodes.length - last < mostHeadingNodes) last--;
  return nodes[last].kind === Kind.Heading;
}

/** Whether the last paragraph or heading is a row of signs such as "* * *", which separates its neighbours. */
export function isRowOfSigns(nodes: readonly ContentNode[], paragraph: number): boolean {
  if (nodes.length - paragraph > mostBreakNodes || !endsInSigns(nodes)) return false;
  for (let i = paragraph + 1; i < nodes.length - 1; i++) if (!isFormat(nodes[i].kind)) return false;
  return true;
}

/** Where the last line of a paragraph begins if it is a row of signs: at a break or the paragraph; -1 if it is not. */
export function lineOfSigns(nodes: readonly ContentNode[]): number {
  if (!endsInSigns(nodes)) return -1;
  let at = nodes.length - 2;
  while (isFormat(nodes[at].kind)) at--;
  return nodes[at].kind === Kind.Break || nodes[at].kind === Kind.Paragraph ? at : -1;
}

function endsInSigns(nodes: readonly ContentNode[]): boolean {
  const last = nodes[nodes.length - 1];
  return last.kind === Kind.Text && isSectionBreak(last.text);
}
