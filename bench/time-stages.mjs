/**
 * Times Dehusk's steps one by one against parse5, all in one process: each round takes a page through parse5, then
 * through the steps, so that noise on the machine affects all alike. What counts is the processor time of
 * all threads: garbage collection and compilation are part of the work, waiting for other programs is not. Per
 * page and step the median over rounds counts. Untimed passes over other or the same pages come first, to warm up the
 * compiler.
 */

import { extractorNamed } from "./extractors/index.mjs";
import { median } from "./summarise.mjs";

/** The step that the others are compared with. */
export const BASE_STAGE = "parse5";

/** Other extractors, by themselves, for comparison. They are slow: two rounds of them are enough. */
const PEERS = ["readability+jsdom", "readability+linkedom", "dom-smoothie"];
const PEER_ROUNDS = 2;

/**
 * @param {{ html: string, url: string | null }[]} pages
 * @param {object} options
 * @param {number} options.rounds timed rounds per page
 * @param {{ html: string, url: string | null }[]} options.warmup pages that go through all steps first, untimed
 * @param {boolean} [options.peers] whether to time other extractors too
 * @returns {Promise<Record<string, number>>} milliseconds over all pages, by step
 */
export async function timeStages(pages, { rounds, warmup, peers = false }) {
  const stages = Object.entries(await loadStages());
  const others = peers ? Object.entries(await loadPeers()) : [];
  const totals = Object.fromEntries(stages.map(([name]) => [name, 0]));
  for (const page of warmup) timeOnce(stages, page);
  for (const page of pages) addMedians(totals, stages, page, rounds);
  for (const [name] of others) totals[name] = 0;
  for (const page of others.length === 0 ? [] : pages) timeOnce(others, page);
  for (const page of pages) addMedians(totals, others, page, PEER_ROUNDS);
  return totals;
}

function addMedians(totals, stages, page, rounds) {
  const samples = Array.from({ length: rounds }, () => timeOnce(stages, page));
  for (const [index, [name]] of stages.entries()) totals[name] += median(samples.map((times) => times[index]));
}

async function loadPeers() {
  const peers = {};
  for (const name of PEERS) {
    const { load, prepare } = extractorNamed(name);
    const call = await load();
    peers[name] = ({ html, options: { url = null } }) => {
      try {
        call(prepare ? prepare({ html, url }) : { html, url });
      } catch {
        // What a peer cannot read still took its time.
      }
    };
  }
  return peers;
}

/** The steps in order; each gets the results of the steps before it, and adds its own. */
async function loadStages() {
  const parse5 = await import("parse5");
  const { parse, estimateBoxes, detect, extract, pageLevelModel } = await import("dehusk");
  return {
    [BASE_STAGE]: ({ html }) => {
      parse5.parse(html);
    },
    parse: (work) => {
      work.page = parse(work.html, work.options);
    },
    layout: (work) => {
      work.boxes = estimateBoxes(work.page);
    },
    // Scoring and smoothing: its input is parsed and has boxes.
    "detect, page-level model": ({ page, boxes }) => detect(page, { boxes, model: pageLevelModel }),
    "detect, default model": ({ page, boxes }) => detect(page, { boxes }),
    "extract, text": ({ html, options }) => extract(html, options).text,
    "extract, Markdown": ({ html, options }) => extract(html, options).markdown,
    "extract, Markdown and metadata": ({ html, options }) => {
      const extraction = extract(html, options);
      return extraction.markdown + extraction.title;
    },
  };
}

function timeOnce(stages, { html, url }) {
  const work = { html, options: url !== null && URL.canParse(url) ? { url } : {} };
  return stages.map(([, run]) => {
    const start = process.cpuUsage();
    run(work);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
}
