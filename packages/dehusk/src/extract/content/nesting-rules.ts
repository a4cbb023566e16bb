import { isHolder, isList, Kind } from "./content-tree.ts";

/** The required parent of a container; added if the page omits it, as for an `<li>` without a list. */
export const homes = new Map<Kind, readonly Kind[]>([
  [Kind.Item, [Kind.BulletList, Kind.OrderedList]],
  [Kind.Term, [Kind.DefinitionList]],
  [Kind.Description, [Kind.DefinitionList]],
  [Kind.Row, [Kind.Table]],
  [Kind.Cell, [Kind.Row]],
  [Kind.Caption, [Kind.Table]],
]);

/** The container added around content where only such parts are allowed. */
export const wrappers = new Map<Kind, Kind>([
  [Kind.BulletList, Kind.Item],
  [Kind.OrderedList, Kind.Item],
  [Kind.DefinitionList, Kind.Description],
  [Kind.Table, Kind.Row],
  [Kind.Row, Kind.Cell],
]);

/** Whether a container that has ended in the page still accepts a child of this kind. */
export function accepts(container: Kind, kind: Kind): boolean {
  if (isHolder(kind)) return false;
  if (isList(container)) return kind === Kind.Item;
  if (container === Kind.DefinitionList) return kind === Kind.Term || kind === Kind.Description;
  return container === Kind.Item && isList(kind);
}

/**
 * Whether something between the items of a list belongs to the item that has ended before it: browsers give it neither
 * bullet nor number. Lines between bullets are often items or headings all the same.
 */
export function goesOn(list: Kind, kind: Kind): boolean {
  if (homes.has(kind)) return false;
  return kind === Kind.Paragraph ? list === Kind.OrderedList : kind !== Kind.Heading;
}
