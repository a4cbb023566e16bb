import type { Description, Feature } from "../feature.ts";

/** Puts names and descriptions together. @throws RangeError for a name without a description. */
export function describeAll(
  names: readonly string[],
  lists: readonly Readonly<Record<string, Description>>[],
): readonly Feature[] {
  const all: Readonly<Record<string, Description>> = Object.assign({}, ...lists);
  return names.map((name) => {
    const description = all[name];
    if (description === undefined) throw new RangeError(`Feature ${name} has no description.`);
    return { name, ...description };
  });
}
