/**
 * Times extractors against each other on the same pages.
 *
 * Every extractor has its own process; a page goes to each of them in turn, never to two at once, and then the next
 * round begins with another extractor, so that noise on the machine affects all alike. Per page and extractor the
 * median over rounds counts. Untimed passes over other or the same pages come first, to warm up the compiler.
 */

import { ExtractorProcess } from "./process/extractor-process.mjs";
import { median } from "./summarise.mjs";

/**
 * @typedef {{ medians: (number | null)[], unavailable: string | null, errors: number }} Timing
 * medians: milliseconds per page, null where the extractor failed
 */

/**
 * @param {string[]} names extractors
 * @param {{ html: string, url: string | null }[]} pages
 * @param {object} options
 * @param {number} options.rounds timed rounds per page
 * @param {{ html: string, url: string | null }[]} options.warmup pages that each extractor answers first, untimed
 * @param {number} options.timeoutMs
 * @returns {Promise<Record<string, Timing>>}
 */
export async function timeExtractors(names, pages, { rounds, warmup, timeoutMs }) {
  const processes = names.map((name) => new ExtractorProcess(name, { timeoutMs }));
  /** @type {Record<string, Timing>} */
  const timings = Object.fromEntries(names.map((name) => [name, { medians: [], unavailable: null, errors: 0 }]));
  for (const process of processes) {
    await process.start();
    timings[process.name].unavailable = process.unavailable;
  }
  const running = processes.filter((process) => process.unavailable === null);
  for (const process of running) for (const page of warmup) await process.ask(page);
  for (const [index, page] of pages.entries()) {
    const samples = Object.fromEntries(running.map((process) => [process.name, []]));
    for (let round = 0; round < rounds; round++) {
      for (let step = 0; step < running.length; step++) {
        const process = running[(step + round + index) % running.length];
        if (samples[process.name] === null) continue;
        const reply = await process.ask(page);
        if (reply.error !== undefined) {
          samples[process.name] = null;
          timings[process.name].errors += 1;
        } else samples[process.name].push(reply.ms);
      }
    }
    for (const process of running) timings[process.name].medians.push(median(samples[process.name] ?? []));
  }
  for (const process of processes) process.stop();
  return timings;
}

/**
 * Compares two timings on the pages that both finished.
 *
 * @param {Timing} timing
 * @param {Timing} base
 * @returns {{ pages: number, totalRatio: number, medianRatio: number } | null} times of the base; below 1 is faster
 */
export function compareTimings(timing, base) {
  const ratios = [];
  let total = 0;
  let baseTotal = 0;
  for (const [index, ms] of timing.medians.entries()) {
    const baseMs = base.medians[index] ?? null;
    if (ms === null || baseMs === null) continue;
    ratios.push(ms / baseMs);
    total += ms;
    baseTotal += baseMs;
  }
  if (ratios.length === 0) return null;
  return { pages: ratios.length, totalRatio: total / baseTotal, medianRatio: median(ratios) };
}

/**
 * Pages per second on the pages that it finished.
 *
 * @param {Timing} timing
 */
export function pagesPerSecond(timing) {
  const finished = timing.medians.filter((ms) => ms !== null);
  const total = finished.reduce((sum, ms) => sum + ms, 0);
  return total === 0 ? null : (finished.length * 1000) / total;
}
