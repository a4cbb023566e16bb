/**
 * Times Dehusk's steps one by one against parse5, all in one process: each round takes a page through parse5, then
 * through the steps, so that noise on the machine falls on all of them alike. Per page and step the median over rounds
 * counts. Untimed passes over other or the same pages come first, to warm up the compiler.
 */

import { performance } from "node:perf_hooks";
import { median } from "./summarise.mjs";

/** The step that the others are compared with. */
export const BASE_STAGE = "parse5";

/**
 * @param {{ html: string, url: string | null }[]} pages
 * @param {object} options
 * @param {number} options.rounds timed rounds per page
 * @param {{ html: string, url: string | null }[]} options.warmup pages that go through all steps first, untimed
 * @returns {Promise<Record<string, number>>} milliseconds over all pages, by step
 */
export async function timeStages(pages, { rounds, warmup }) {
  const stages = Object.entries(await loadStages());
  const totals = Object.fromEntries(stages.map(([name]) => [name, 0]));
  for (const page of warmup) timeOnce(stages, page);
  for (const page of pages) {
    const samples = Array.from({ length: rounds }, () => timeOnce(stages, page));
    for (const [index, [name]] of stages.entries()) totals[name] += median(samples.map((times) => times[index]));
  }
  return totals;
}

/** The steps in order; each is given what the steps before it made of the page, and adds what it makes. */
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
    // Scoring and smoothing: what it is given is parsed and has boxes.
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
    const start = performance.now();
    run(work);
    return performance.now() - start;
  });
}
