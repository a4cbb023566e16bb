/** The results of peers.mjs as a page of tables. */

import { FIELDS } from "../measures/metadata.mjs";
import { fixed, percent, score, table } from "../report/table.mjs";

const BASE = "dehusk";
/** Groups with fewer pages say little. */
const LEAST_PAGES = 5;

/** What is compared: title, value, how it is shown, and whether more (1) or less (-1) is better. */
const WORDS = [
  ["precision", (peer) => peer.overSets?.meanPrecision, score, 1],
  ["recall", (peer) => peer.overSets?.meanRecall, score, 1],
  ["F1", (peer) => peer.overSets?.meanF1, score, 1],
  ["F1, independent", (peer) => peer.overSets?.independentF1, score, 1],
  ["segments F", (peer) => peer.overSets?.segmentF, score, 1],
  ["F1 < 0.5", (peer) => peer.overSets?.misses, percent, -1],
];
const COST = [
  ["pages with a break, per 1,000", (peer) => (peer.f1 === null ? null : peer.structure.broken), round, -1],
  ["pages per CPU-second, warm", (peer) => peer.warmPagesPerSecond, (value) => fixed(value, 1), 1],
  ["first page, CPU ms", (peer) => peer.coldMs, round, -1],
  ["memory, MB", (peer) => peer.memory / 1e6, round, -1],
  ["errors", (peer) => peer.errors, round, -1],
];
const METADATA = FIELDS.map((field) => [field, (peer) => peer.meta?.[field]?.exact, score, 1]);

function round(value) {
  return fixed(value, 0);
}

/**
 * @param {any} results as peers.mjs writes them
 * @returns {string}
 */
export function renderPeers({ date, node, pages, limit, pagesByGroup, peers, archives }) {
  const hostileTitles = Object.keys(Object.values(peers).find(({ hostile }) => hostile)?.hostile ?? {});
  const hostile = hostileTitles.map((title) => [
    title,
    (peer) => peer.hostile && (peer.hostile[title] ?? Infinity),
    (value) => (value === Infinity ? "failed" : fixed(value, 2)),
    -1,
  ]);
  return [
    "# Peers",
    `Measured on ${date} with Node ${node} on ${pages} pages, at most ${limit} of each set, by \`cd bench && node peers.mjs --data FOLDER --limit ${limit}\`; [bench/README.md](https://github.com/dehusk/dehusk/blob/main/bench/README.md) defines the columns.`,
    "Dehusk's model was trained on most of the sets, so its words are *dev*: figures for hosts and sets that it has not seen are in [accuracy](accuracy.md). An error counts as an empty answer.",
    "## Words: means over sets",
    'A snapshot set is one tool\'s own output, and favours it: "independent" leaves those out. "Segments F" counts phrases that must and must not appear.',
    peersTable(peers, WORDS),
    "## Where others are ahead in words: F1 of each set and type of page",
    bestTable(peers, pagesByGroup),
    "## Structure and cost",
    "*Warm* is the second half of the pages. The machine was busy with other things: compare rows.",
    peersTable(peers, COST),
    "## Metadata: share of pages that are exactly right",
    peersTable(peers, METADATA),
    ...(hostile.length > 0
      ? [
          "## Hostile pages, CPU seconds",
          "The first pages of a process. Some answer at once, with nothing.",
          peersTable(peers, hostile),
        ]
      : []),
    "## Web archives: MB of payload per CPU-second",
    table(
      ["reader", "plain", "gzip"],
      Object.entries(archives).map(([name, { plain, gzip }]) => [name, round(plain), round(gzip)]),
    ),
    "## Where a peer is ahead of Dehusk",
    [...aheadInColumns(peers, [...WORDS, ...COST, ...METADATA, ...hostile]), ...aheadInArchives(archives)]
      .map((line) => `- ${line}`)
      .join("\n") || "Nowhere.",
    "## Versions",
    Object.entries(peers)
      .map(([name, { version }]) => `${name}: ${version}`)
      .join("; "),
  ].join("\n\n");
}

/** A row for each extractor that has any of the values. */
function peersTable(peers, columns) {
  const rows = Object.entries(peers).filter(([, peer]) => columns.some(([, pick]) => typeof pick(peer) === "number"));
  return table(
    ["extractor", ...columns.map(([title]) => title)],
    rows.map(([name, peer]) => [name, ...columns.map(([, pick, show]) => show(pick(peer)))]),
  );
}

/** Every set and type of page, unless it has few pages, on which the best peer's F1 is not below Dehusk's. */
function bestTable(peers, pagesByGroup) {
  const own = peers[BASE];
  const others = Object.entries(peers).filter(([name]) => !name.startsWith(BASE));
  if (own === undefined || others.length === 0) return "";
  const groups = Object.keys(own.f1ByGroup).filter((group) => pagesByGroup[group] >= LEAST_PAGES);
  const rows = groups.flatMap((group) => {
    const f1 = ([, peer]) => peer.f1ByGroup[group] ?? -1;
    const best = others.reduce((a, b) => (f1(b) > f1(a) ? b : a));
    const base = own.f1ByGroup[group];
    if (f1(best) < base) return [];
    return [[group, String(pagesByGroup[group]), score(base), `${score(f1(best))} (${best[0]})`]];
  });
  return [
    table(["set, or set and type", "pages", "Dehusk", "best peer"], rows),
    `Groups of at least ${LEAST_PAGES} pages; on the other ${groups.length - rows.length} of ${groups.length} Dehusk is ahead of all.`,
  ].join("\n\n");
}

/** Every cell in which a peer is better. */
function aheadInColumns(peers, columns) {
  const own = peers[BASE];
  if (own === undefined) return [];
  const others = Object.entries(peers).filter(([name]) => !name.startsWith(BASE));
  return columns.flatMap(([title, pick, , sign]) => {
    const base = pick(own);
    const better = others.filter(([, peer]) => typeof pick(peer) === "number" && sign * (pick(peer) - base) > 0);
    return better.length === 0 ? [] : [`${title}: ${better.map(([name]) => name).join(", ")}`];
  });
}

function aheadInArchives(archives) {
  const readers = Object.entries(archives).filter(([name]) => name !== BASE);
  return ["plain", "gzip"].flatMap((kind) => {
    const names = readers.filter(([, each]) => each[kind] > archives[BASE]?.[kind]).map(([name]) => name);
    return names.length === 0 ? [] : [`reading ${kind} archives: ${names.join(", ")}`];
  });
}
