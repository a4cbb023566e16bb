/** How many examples a sentence about a broken ceiling names. */
const named = 5;

/**
 * How often each kind of break occurs, of kinds without breaks too.
 *
 * @param {readonly string[]} kinds
 * @param {readonly import("./structure.mjs").PageBreak[]} breaks
 * @returns {import("./ceilings.mjs").Ceilings}
 */
export function countKinds(kinds, breaks) {
  return Object.fromEntries(kinds.map((name) => [name, breaks.filter(({ kind }) => kind === name).length]));
}

/**
 * A sentence for each ceiling that the breaks go above, that is missing, or whose kind is not counted.
 *
 * @param {import("./ceilings.mjs").Ceilings} ceilings
 * @param {import("./ceilings.mjs").Ceilings} counts
 * @param {readonly import("./structure.mjs").PageBreak[]} breaks
 * @returns {string[]}
 */
export function brokenCeilings(ceilings, counts, breaks) {
  return Object.keys({ ...counts, ...ceilings }).flatMap((kind) => {
    const [ceiling, count] = [ceilings[kind], counts[kind]];
    if (count === undefined) return [`${kind}: has a ceiling of ${ceiling} but is not counted.`];
    if (ceiling === undefined) return [`${kind}: has no ceiling; run \`npm run accuracy -- --raise\`.`];
    if (count <= ceiling) return [];
    const own = breaks.filter((found) => found.kind === kind);
    const listed = own.slice(0, named).map(({ page, text }) => `${page} ("${text.slice(0, 60)}")`);
    return [`${kind}: ${count} breaks are above the ceiling ${ceiling}; among them ${listed.join("; ")}.`];
  });
}

/**
 * The ceilings that the counts allow. The bar is what `raise` and `lower` move: with `raise`, ceilings sink to fewer breaks
 * and new kinds get one; with `lower`, broken ceilings rise and those of kinds that are not counted go.
 *
 * @param {import("./ceilings.mjs").Ceilings} ceilings
 * @param {import("./ceilings.mjs").Ceilings} counts
 * @param {{ raise: boolean, lower: boolean }} allowed
 * @returns {import("./ceilings.mjs").Ceilings}
 */
export function moveCeilings(ceilings, counts, { raise, lower }) {
  const moved = Object.keys({ ...counts, ...ceilings }).map((kind) => {
    const [ceiling, count] = [ceilings[kind], counts[kind]];
    if (count === undefined) return [kind, lower ? undefined : ceiling];
    if (ceiling === undefined || count < ceiling) return [kind, raise ? count : ceiling];
    return [kind, lower ? count : ceiling];
  });
  return Object.fromEntries(moved.filter(([, ceiling]) => ceiling !== undefined));
}
