/** The results of peers.mjs as a page of tables. */

import { FIELDS } from "../measures/metadata.mjs";
import { fixed, score, table } from "../report/table.mjs";

const BASE = "dehusk";

/**
 * @param {any} results as peers.mjs writes them
 * @returns {string}
 */
export function renderPeers({ date, node, pages, peers, archives }) {
  const all = Object.entries(peers);
  const broken = (peer) => peer.structure.broken;
  const columns = [
    ["word F1", (peer) => peer.f1, 3, 1],
    ["pages with a break, per 1,000", (peer) => (peer.f1 === null ? null : broken(peer)), 0, -1],
    ["pages per CPU-second, warm", (peer) => peer.warmPagesPerSecond, 1, 1],
    ["first page, CPU ms", (peer) => peer.coldMs, 0, -1],
    ["memory, MB", (peer) => peer.memory / 1e6, 0, -1],
    ["errors", (peer) => peer.errors, 0, -1],
  ];
  const rows = all.map(([name, peer]) => [name, ...columns.map(([, pick, decimals]) => fixed(pick(peer), decimals))]);
  const metaRows = all
    .filter(([, { meta }]) => Object.keys(meta ?? {}).length > 0)
    .map(([name, { meta }]) => [name, ...FIELDS.map((field) => score(meta[field]?.exact))]);
  const hostile = Object.keys(peers[BASE]?.hostile ?? all[0]?.[1].hostile ?? {});
  const hostileRows = all
    .filter(([, peer]) => peer.hostile !== null)
    .map(([name, peer]) => [
      name,
      ...hostile.map((page) => (peer.hostile[page] === null ? "failed" : fixed(peer.hostile[page], 2))),
    ]);
  const archiveRows = Object.entries(archives).map(([name, { plain, gzip }]) => [
    name,
    fixed(plain, 0),
    fixed(gzip, 0),
  ]);
  return [
    "# Peers",
    `Measured on ${date} with Node ${node} on ${pages} pages, by \`cd bench && node peers.mjs --data FOLDER\`. Pages weigh the same. An error counts as an empty answer. *Warm* is the second half of the pages; Node and Java need some hundred pages to warm up. Dehusk's model was trained on some of the sets, so its word F1 is *dev*: nested figures are in [accuracy](accuracy.md). Few pages are an anecdote: give more with \`--limit\`.`,
    table(["extractor", ...columns.map(([title]) => title)], rows),
    "## Metadata: share of pages that are exactly right",
    table(["extractor", ...FIELDS], metaRows),
    ...(hostile.length > 0 ? ["## Hostile pages, CPU seconds", table(["extractor", ...hostile], hostileRows)] : []),
    "## Web archives: MB of payload per CPU-second",
    table(["reader", "plain", "gzip"], archiveRows),
    "## Where a peer is ahead of Dehusk",
    aheadOf(peers, columns, archives)
      .map((line) => `- ${line}`)
      .join("\n") || "Nowhere.",
    "## Versions",
    all.map(([name, { version }]) => `${name}: ${version}`).join("; "),
  ].join("\n\n");
}

/** Every cell in which a peer is better. */
function aheadOf(peers, columns, archives) {
  const own = peers[BASE];
  if (own === undefined) return [];
  const others = Object.entries(peers).filter(([name]) => !name.startsWith(BASE));
  const ahead = (title, pick, sign, decimals) => {
    const base = pick(own);
    const better = others.filter(([, peer]) => typeof pick(peer) === "number" && sign * (pick(peer) - base) > 0);
    const names = better.map(([name, peer]) => `${name} (${fixed(pick(peer), decimals)})`);
    return names.length === 0 ? [] : [`${title} (Dehusk: ${fixed(base, decimals)}): ${names.join(", ")}`];
  };
  const readers = Object.entries(archives).filter(([name]) => name !== BASE);
  const readersAhead = ["plain", "gzip"].flatMap((kind) => {
    const names = readers
      .filter(([, each]) => each[kind] > archives[BASE]?.[kind])
      .map(([name, each]) => `${name} (${fixed(each[kind], 0)})`);
    return names.length === 0
      ? []
      : [`reading ${kind} archives, MB/s (Dehusk: ${fixed(archives[BASE][kind], 0)}): ${names.join(", ")}`];
  });
  return [
    ...columns.flatMap(([title, pick, decimals, sign]) => ahead(title, pick, sign, decimals)),
    ...FIELDS.flatMap((field) => ahead(`${field}, exactly right`, (peer) => peer.meta?.[field]?.exact ?? null, 1, 3)),
    ...Object.keys(own.hostile ?? {}).flatMap((page) =>
      ahead(`${page}, CPU seconds`, (peer) => peer.hostile?.[page] ?? null, -1, 2),
    ),
    ...readersAhead,
  ];
}
