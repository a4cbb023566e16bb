import type { ScoredCases } from "dehusk/internal/learn";
import type { NodeTruth } from "./node-truth.ts";

/** What is counted: words of text, words in links, links. */
export const measuredThings = ["text", "anchorText", "links"] as const;
export type MeasuredThing = (typeof measuredThings)[number];

/** Precision, recall and F with template as the positive class. */
export interface TemplateScores {
  readonly precision: number;
  readonly recall: number;
  readonly f: number;
  /** Mean of the pages' F; pages without any such thing are skipped. */
  readonly meanF: number;
}

interface Counts {
  hits: number;
  called: number;
  real: number;
  pages: number;
  sumF: number;
}

/**
 * How well values separate templates from content, over many pages. Every word and every link of known label counts
 * once: the paper defines precision and recall but not over what they are averaged, so the figures are over all words
 * and links of the set, with the mean over pages beside them.
 */
export class TemplateTally {
  readonly #threshold: number;
  readonly #counts = fresh((): Counts => ({ hits: 0, called: 0, real: 0, pages: 0, sumF: 0 }));
  readonly #histogram = fresh(() => ({ template: new Float64Array(bins + 1), content: new Float64Array(bins + 1) }));

  constructor(threshold: number) {
    this.#threshold = threshold;
  }

  /** Counts a page: a node is predicted template if its value is at least the threshold. */
  add(truth: NodeTruth, value: Float64Array): void {
    const pageCounts = fresh(() => ({ hits: 0, called: 0, real: 0, all: 0 }));
    const count = (thing: MeasuredThing, at: number, known: number, template: number): void => {
      if (known === 0) return;
      const counts = pageCounts[thing];
      const called = at >= this.#threshold;
      counts.all += known;
      counts.real += template;
      if (called) counts.called += known;
      if (called) counts.hits += template;
      const { template: templates, content } = this.#histogram[thing];
      const bin = Math.round(Math.min(1, Math.max(0, at)) * bins);
      templates[bin] = templates[bin] + template;
      content[bin] = content[bin] + known - template;
    };
    const { knownWords, templateWords, knownAnchorWords, templateAnchorWords, linkTemplate } = truth;
    for (let i = 0; i < truth.page.size; i++) {
      const at = value[i];
      const link = linkTemplate[i];
      if (link >= 0) count("links", at, 1, link);
      if (truth.template[i] < 0) continue;
      count("text", at, own(knownWords, i), own(templateWords, i));
      count("anchorText", at, own(knownAnchorWords, i), own(templateAnchorWords, i));
    }
    for (const thing of measuredThings) {
      const { hits, called, real, all } = pageCounts[thing];
      if (all === 0) continue;
      const sum = this.#counts[thing];
      sum.hits += hits;
      sum.called += called;
      sum.real += real;
      sum.pages++;
      sum.sumF += ratio(2 * hits, called + real);
    }
  }

  scores(thing: MeasuredThing): TemplateScores {
    return TemplateTally.pooled([this], thing);
  }

  /** The scores over the pages of several tallies. */
  static pooled(tallies: readonly TemplateTally[], thing: MeasuredThing): TemplateScores {
    const total = (name: keyof Counts): number => tallies.reduce((sum, each) => sum + each.#counts[thing][name], 0);
    const [hits, called, real] = [total("hits"), total("called"), total("real")];
    return {
      precision: ratio(hits, called),
      recall: ratio(hits, real),
      f: ratio(2 * hits, called + real),
      meanF: ratio(total("sumF"), total("pages")),
    };
  }

  /** All counts as scored cases, values rounded to a thousandth: for curves and other thresholds. */
  cases(thing: MeasuredThing): ScoredCases {
    const { template, content } = this.#histogram[thing];
    const score: number[] = [];
    const label: number[] = [];
    const weight: number[] = [];
    for (let bin = 0; bin <= bins; bin++) {
      for (const [kind, sums] of [content, template].entries()) {
        if (sums[bin] === 0) continue;
        score.push(bin / bins);
        label.push(kind);
        weight.push(sums[bin]);
      }
    }
    return { score, label, weight };
  }
}

const bins = 1000;

function fresh<T>(make: () => T): Record<MeasuredThing, T> {
  return { text: make(), anchorText: make(), links: make() };
}

function own(sum: Int32Array, node: number): number {
  return sum[node + 1] - sum[node];
}

/** Nothing to find and nothing found is perfect. */
function ratio(part: number, all: number): number {
  return all === 0 ? 1 : part / all;
}
