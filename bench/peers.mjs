/**
 * Measures Dehusk and peers of all languages on the same pages in one run: words, structure, metadata, processor time,
 * memory, hostile pages, and readers of web archives. See README.md.
 *
 * Installs the peers of other languages first, into peers.local/; what cannot be installed is left out with a line.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseArgs } from "node:util";
import { listSets, readSet, sampleEvenly } from "./data-sets.mjs";
import { EXTRACTORS, versionsOf } from "./extractors/index.mjs";
import { largePage, nestedDivs } from "./generate-pages.mjs";
import { readArchives } from "./peers/archives.mjs";
import { writeDocuments } from "./peers/documents.mjs";
import { renderPeers } from "./peers/render.mjs";
import { setUpPeers } from "./peers/set-up.mjs";
import { ExtractorProcess } from "./process/extractor-process.mjs";
import { readNumbers, split } from "./run-options.mjs";
import { scorePage } from "./score-page.mjs";
import { findBreaks } from "./structure/find-breaks.mjs";
import { outlineOf } from "./structure/source-outline.mjs";
import { Tally } from "./structure/tally.mjs";
import { mean, summariseMetadata, summariseOverSets, summariseSet } from "./summarise.mjs";
import { summarisePageTypes } from "./summarise-groups.mjs";

const USAGE = `Usage: node peers.mjs --data FOLDER [options]

  --data FOLDER     folder of .jsonl.br sets
  --sets a,b        only these sets
  --extractors x,y  only these (default: all, without the variants of Dehusk)
  --limit N         at most N pages of each set, evenly spaced (default 10)
  --timeout S       seconds for a page (default 20)
  --archive-pages N pages of the archives that are read (default 300)
  --no-set-up       install nothing
  --no-hostile      leave out the hostile pages
  --out NAME        writes NAME.json and NAME.md, anew after each peer (default results/peers.local)
  --resume          keeps the peers that NAME.json has, except those that --extractors names
  --from FILE       measures nothing: takes an earlier run's JSON
  --docs ROOT       writes docs/research/peers.md and the peers' F1 in README.md and docs/guide/choosing.md
`;

const HOSTILE = {
  "100,000 nested div": () => nestedDivs(100_000),
  "10 MB page": () => largePage(10),
  "50,000 unclosed b and i": () => `<p>${"<b>x<i>y".repeat(50_000)}`,
  "a million characters of one attribute": () => `<p title="${"a&amp;".repeat(200_000)}">Some text of a page.`,
};

const say = (line) => process.stderr.write(`${line}\n`);

async function main() {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      sets: { type: "string" },
      extractors: { type: "string" },
      limit: { type: "string", default: "10" },
      timeout: { type: "string", default: "20" },
      "archive-pages": { type: "string", default: "300" },
      "no-set-up": { type: "boolean", default: false },
      "no-hostile": { type: "boolean", default: false },
      out: { type: "string", default: "results/peers.local" },
      resume: { type: "boolean", default: false },
      from: { type: "string" },
      docs: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return say(USAGE);
  const out = resolve(values.out);
  const results =
    values.from === undefined ? await measureAll(values, out) : JSON.parse(readFileSync(values.from, "utf8"));
  if (results === null) return;
  if (values.docs !== undefined) writeDocuments(resolve(values.docs), results);
}

/** The measurements of all peers, written to files on the way; null where there is no data. */
async function measureAll(values, out) {
  const found = values.data === undefined ? null : listSets(values.data);
  if (found === null) {
    say(`skipped: no data folder (${values.data ?? "give one with --data"})`);
    return null;
  }
  const numbers = readNumbers(values, { limit: 1, timeout: 1, "archive-pages": 1 });
  if (!values["no-set-up"]) setUpPeers(say);
  const named = values.extractors === undefined ? null : split(values.extractors);
  const isUsual = ({ name }) => !name.startsWith("dehusk-");
  const chosen = EXTRACTORS.filter(
    (each) => each.kind === "extractor" && (named?.includes(each.name) ?? isUsual(each)),
  );
  const pages = await choosePages(values.data, values.sets === undefined ? found : split(values.sets), numbers.limit);
  const results = {
    version: 2,
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    pages: pages.length,
    limit: numbers.limit,
    pagesByGroup: countByGroup(pages),
    peers: {},
    archives: {},
  };
  if (values.resume && existsSync(`${out}.json`)) {
    const earlier = JSON.parse(readFileSync(`${out}.json`, "utf8"));
    if (earlier.version !== results.version || earlier.pages !== pages.length)
      throw new Error(`${values.out}.json is of other pages: it cannot be resumed`);
    Object.assign(results, { peers: earlier.peers, archives: earlier.archives });
    for (const name of named ?? []) delete results.peers[name];
  }
  mkdirSync(dirname(out), { recursive: true });
  const write = () => {
    const order = EXTRACTORS.filter(({ name }) => name in results.peers);
    results.peers = Object.fromEntries(order.map(({ name }) => [name, results.peers[name]]));
    writeFileSync(`${out}.json`, `${JSON.stringify(results, roundNumbers, 1)}\n`);
    writeFileSync(`${out}.md`, `${renderPeers(results)}\n`);
  };
  say(`${pages.length} pages, ${chosen.length} extractors`);
  for (const extractor of chosen.filter(({ name }) => !(name in results.peers))) {
    const measured = await measure(extractor, pages, numbers.timeout * 1000);
    if (typeof measured === "string") say(`skipped: ${extractor.name}: ${measured}`);
    else results.peers[extractor.name] = measured;
    write();
  }
  for (const [name, peer] of values["no-hostile"] ? [] : Object.entries(results.peers)) {
    if (peer.hostile !== undefined) continue;
    peer.hostile = await faceHostile(name, numbers.timeout * 1000);
    say(`${name}: ${Object.values(peer.hostile).map((seconds) => seconds?.toFixed(2) ?? "failed")}`);
    write();
  }
  if (Object.keys(results.archives).length === 0) results.archives = readArchives(numbers["archive-pages"], say);
  write();
  say(`wrote ${values.out}.json, ${values.out}.md`);
  return results;
}

/** Of a file that people compare: six digits say all. */
function roundNumbers(_key, value) {
  return typeof value === "number" ? Number(value.toPrecision(6)) : value;
}

/** Pages of all sets in turn, so that any stretch of them covers all sets. */
async function choosePages(data, sets, limit) {
  const bySet = [];
  for (const set of sets) {
    const pages = sampleEvenly(await readSet(data, set), limit);
    bySet.push(pages.map((page) => ({ set, page, outline: outlineOf(page.html) })));
  }
  const most = Math.max(...bySet.map(({ length }) => length));
  return Array.from({ length: most }, (_, i) => bySet.flatMap((pages) => pages[i] ?? [])).flat();
}

/** The numbers of pages by set, and by set and type of page where the set names types. */
function countByGroup(pages) {
  const counts = {};
  for (const { set, page } of pages) {
    const type = page.meta?.pageType;
    for (const group of [set, ...(typeof type === "string" ? [`${set}, ${type}`] : [])])
      counts[group] = (counts[group] ?? 0) + 1;
  }
  return counts;
}

/** The measurements of an extractor, or why it cannot be used. */
async function measure(extractor, pages, timeoutMs) {
  const asked = new ExtractorProcess(extractor.name, { timeoutMs });
  const tally = new Tally({ examples: 0 });
  const scores = [];
  const warm = [];
  let cold = null;
  try {
    for (const [i, { set, page, outline }] of pages.entries()) {
      const reply = await asked.ask(page, { withStructure: true });
      if (asked.unavailable !== null) return asked.unavailable;
      cold ??= reply.totalCpuMs ?? null;
      scores.push(scorePage(set, page, extractor, reply));
      if (reply.error !== undefined) tally.addError();
      else {
        const title = extractor.fields.includes("title") ? (reply.meta.title ?? null) : undefined;
        const output = { markdown: reply.markdown, isPlain: reply.isPlain, blocks: reply.blocks, title };
        tally.add({ set, id: page.id }, output, findBreaks({ html: page.html, outline }, output));
        // The first half of the pages has warmed it up.
        if (i >= pages.length / 2) warm.push(reply.cpuMs);
      }
    }
    const bySet = Object.fromEntries(
      [...new Set(scores.map(({ set }) => set))].map((set) => [
        set,
        summariseSet(scores.filter((each) => each.set === set)),
      ]),
    );
    const hasText = extractor.name !== "htmldate";
    const f1 = hasText ? mean(scores.flatMap(({ words }) => (words === null ? [] : [words.f1]))) : null;
    say(`${extractor.name}: F1 ${f1?.toFixed(3) ?? "–"}, ${(1000 / mean(warm)).toFixed(1)} pages per second`);
    return {
      version: asked.version ?? versionsOf(extractor),
      overSets: hasText ? summariseOverSets(bySet) : null,
      f1,
      f1ByGroup: hasText ? f1ByGroup(scores, bySet) : {},
      meta: summariseMetadata(scores),
      structure: tally.summary(),
      errors: scores.filter(({ error }) => error !== null).length,
      warmPagesPerSecond: warm.length === 0 ? null : 1000 / mean(warm),
      coldMs: cold,
      memory: asked.maxRss,
    };
  } finally {
    asked.stop();
  }
}

/** F1 by the groups of countByGroup that have true texts. */
function f1ByGroup(scores, bySet) {
  const types = Object.entries(summarisePageTypes(scores)).flatMap(([set, ofSet]) =>
    Object.entries(ofSet).map(([type, { meanF1 }]) => [`${set}, ${type}`, meanF1]),
  );
  const sets = Object.entries(bySet).flatMap(([set, { words }]) => (words === null ? [] : [[set, words.meanF1]]));
  return Object.fromEntries([...sets, ...types]);
}

/** Processor seconds for each hostile page, in a process that has seen no other pages; null where it failed. */
async function faceHostile(name, timeoutMs) {
  const asked = new ExtractorProcess(name, { timeoutMs });
  const found = {};
  for (const [title, make] of Object.entries(HOSTILE)) {
    const reply = await asked.ask({ html: make(), url: null });
    found[title] = reply.error === undefined ? reply.cpuMs / 1000 : null;
  }
  asked.stop();
  return found;
}

try {
  await main();
} catch (error) {
  say(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
