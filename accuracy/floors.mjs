/** How far below the measured value a floor is set: two in a thousand, so that a word more or less breaks nothing. */
const margin = 2;

/**
 * Mean F1 of all pages, of each kind, and of the comments of those pages that have some.
 *
 * @param {readonly import("./measure.mjs").PageScores[]} pages
 * @returns {import("./floors.mjs").Floors}
 */
export function meanScores(pages) {
  const kinds = [...new Set(pages.map((page) => page.kind))].sort();
  return {
    overall: mean(pages.map((page) => page.f1)),
    comments: mean(pages.flatMap((page) => (page.comments ? [page.comments.f1] : []))),
    kinds: Object.fromEntries(
      kinds.map((kind) => [kind, mean(pages.filter((page) => page.kind === kind).map((page) => page.f1))]),
    ),
  };
}

/**
 * A sentence for each floor that is missed, is missing, or has no pages.
 *
 * @param {import("./floors.mjs").Floors} floors
 * @param {readonly import("./measure.mjs").PageScores[]} pages
 * @returns {string[]}
 */
export function brokenFloors(floors, pages) {
  const means = meanScores(pages);
  const broken = [];
  const commented = pages.flatMap((page) => (page.comments ? [{ name: page.name, ...page.comments }] : []));
  broken.push(...compare("all pages", floors.overall, means.overall, pages));
  broken.push(...compare("found comments", floors.comments, means.comments, commented));
  for (const kind of Object.keys({ ...means.kinds, ...floors.kinds }).sort()) {
    const own = pages.filter((page) => page.kind === kind);
    broken.push(...compare(kind, floors.kinds[kind], means.kinds[kind], own));
  }
  return broken;
}

/**
 * The floors that the measured pages allow: with `raise`, those that are better than before or new; with `lower`, also
 * those that are broken or have lost their pages.
 *
 * @param {import("./floors.mjs").Floors} floors
 * @param {readonly import("./measure.mjs").PageScores[]} pages
 * @param {{ raise: boolean, lower: boolean }} allowed
 * @returns {import("./floors.mjs").Floors}
 */
export function moveFloors(floors, pages, { raise, lower }) {
  const means = meanScores(pages);
  const move = (floor, measured) => {
    if (measured === undefined) return lower ? undefined : floor;
    const pinned = Math.max(0, Math.floor(measured * 1000) - margin) / 1000;
    if (floor === undefined || pinned > floor) return raise ? pinned : floor;
    return lower && measured < floor ? pinned : floor;
  };
  const kinds = Object.keys({ ...means.kinds, ...floors.kinds }).sort();
  const moved = kinds.map((kind) => [kind, move(floors.kinds[kind], means.kinds[kind])]);
  return {
    overall: move(floors.overall, means.overall),
    comments: move(floors.comments, means.comments),
    kinds: Object.fromEntries(moved.filter(([, floor]) => floor !== undefined)),
  };
}

function compare(name, floor, measured, pages) {
  if (measured === undefined) return [`${name}: has a floor of ${floor} but no pages.`];
  if (floor === undefined) return [`${name}: has pages but no floor; run \`npm run accuracy -- --raise\`.`];
  if (measured >= floor) return [];
  const worst = [...pages].sort((a, b) => a.f1 - b.f1).slice(0, 3);
  const listed = worst.map(
    (page) =>
      `${page.name} (F1 ${page.f1.toFixed(3)}, precision ${page.precision.toFixed(3)}, recall ${page.recall.toFixed(3)})`,
  );
  return [`${name}: mean F1 ${measured.toFixed(4)} is below the floor ${floor}; worst pages: ${listed.join("; ")}.`];
}

function mean(values) {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
