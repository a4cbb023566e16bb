import { checkNames, checkNumber, checkWhole } from "../../basics/index.ts";
import { keepShown } from "../../extract/index.ts";
import { probabilityOf } from "../../learn/index.ts";
import type { Page } from "../../page/index.ts";
import type { KnownFrequencies } from "./document-frequencies.ts";
import { maxDenseLength } from "./find-phrases.ts";
import { type KeywordModel, scoreKeywords } from "./keyword-model.ts";
import { type KeywordRows, keywordRows, plainPhrase } from "./keyword-rows.ts";
import type { PhraseCounts } from "./phrase-counts.ts";
import { shippedFrequencies, shippedModel } from "./shipped.ts";

export interface KeywordOptions {
  /** Default: the shipped model. */
  readonly model?: KeywordModel | undefined;
  /** Should be those the model was trained with. Default: the shipped ones. */
  readonly frequencies?: KnownFrequencies | undefined;
  /** 1 for each node whose text is read. Default: everything shown. */
  readonly kept?: Uint8Array | undefined;
  /** 1 for each node in a template: text outside templates counts more. Default: none. */
  readonly template?: Uint8Array | undefined;
  /** How much a phrase's score outside `template` counts: from 0, not at all, to 1, alone. Default 0.1. */
  readonly outsideWeight?: number | undefined;
  /** How often people search for a phrase, for models trained with such a table. */
  readonly phraseCounts?: PhraseCounts | undefined;
  /** Most keywords to return. Default 10. */
  readonly top?: number | undefined;
  /** Also return phrases that contain, or are part of, another returned one. Default false. */
  readonly allPhrases?: boolean | undefined;
  /** Whether the page's own keywords are evidence, for models trained with them. Default true. */
  readonly metaKeywords?: boolean | undefined;
}

export interface Keyword {
  /** As the page writes it most often. */
  readonly keyword: string;
  /** The probability that it, or the part that it represents, is a keyword. */
  readonly score: number;
  readonly occurrences: number;
}

/**
 * The keywords of a page, most probable first (Yih, Goodman, Carvalho: Finding advertising keywords on web pages, WWW
 * 2006: each phrase is judged as a whole, ignoring case). Linear in the words of the page, apart from sorting.
 *
 * @throws DehuskError `bad-option`.
 *
 * @example
 * findKeywords(parse(html), { top: 5 }).map(({ keyword }) => keyword);
 */
export function findKeywords(page: Page, options: KeywordOptions = {}): Keyword[] {
  checkNames(options, [
    "model",
    "frequencies",
    "kept",
    "template",
    "outsideWeight",
    "phraseCounts",
    "top",
    "allPhrases",
    "metaKeywords",
  ]);
  const { kept, template, phraseCounts, top = 10, allPhrases = false, metaKeywords = true } = options;
  const { model = shippedModel(), frequencies = shippedFrequencies(), outsideWeight = defaultOutsideWeight } = options;
  checkWhole("top", top, 1, 1_000_000);
  checkNumber("outsideWeight", outsideWeight, 0, 1);
  const rowsOf = (nodes?: Uint8Array) => keywordRows(page, frequencies, { kept: nodes, phraseCounts, metaKeywords });
  const found = rowsOf(kept);
  const { candidates, statistics } = found;
  const scores = scoreKeywords(model, found.rows);
  if (template !== undefined) {
    const outside = rowsOf((kept ?? keepShown(page)).map((is, node) => (template[node] === 1 ? 0 : is)));
    blendScores(found, scores, outside, scoreKeywords(model, outside.rows), outsideWeight);
  }
  // The sort is stable: ties go to the first on the page.
  const order = Array.from(scores.keys()).sort((a, b) => scores[b] - scores[a]);
  const chosen = allPhrases ? order.slice(0, top).map((c) => ({ c, best: c })) : choose(found, scores, order, top);
  const written = writtenForms(
    found,
    chosen.map(({ c }) => candidates[c]),
  );
  return chosen.map(({ c, best }) => {
    const phrase = candidates[c];
    const keyword = written.get(phrase) as string;
    return { keyword, score: scores[best], occurrences: statistics.occurrences[phrase] };
  });
}

/**
 * Chosen by going up from 0 as long as no set of pages lost more than a standard error at any N
 * (docs/research/keywords.md). With 1 templates are deleted, and with them keywords that menus have, too.
 */
const defaultOutsideWeight = 0.1;

/** Joins the scores of a page's phrases, as log-odds, with those outside its templates; what is not there is least. */
function blendScores(
  found: KeywordRows,
  scores: Float64Array,
  outside: KeywordRows,
  others: Float64Array,
  weight: number,
): void {
  const known = new Map<number, number>();
  for (const [c, phrase] of outside.candidates.entries()) known.set(outside.phrases.hash[phrase], others[c]);
  const least = others.reduce((lowest, score) => Math.min(lowest, score), 1);
  for (const [c, phrase] of found.candidates.entries()) {
    const other = known.get(found.phrases.hash[phrase]) ?? least;
    scores[c] = probabilityOf((1 - weight) * logOdds(scores[c]) + weight * logOdds(other));
  }
}

/** Log-odds of a probability, which is kept away from 0 and 1. */
function logOdds(probability: number): number {
  const inside = Math.min(1 - 1e-9, Math.max(1e-9, probability));
  return Math.log(inside / (1 - inside));
}

/** A candidate to show, and the one it represents: usually itself. */
interface Choice {
  readonly c: number;
  readonly best: number;
}

/**
 * A phrase stands for a better-scored part of it if it repeats and has this share of the part's occurrences and of its
 * score: "Jane Goodall" for "Goodall", which reads better. On 300 pages of sites not trained on, with the declared
 * keywords found in the content as truth, it raised the top-1 score from 38.0 to 39.7 and the top-3 score from 29.8 to
 * 30.9; on news with crowd-sourced keywords, most of them single words, it lowered both.
 */
const minOccurrenceShare = 0.3;
const minScoreShare = 0.25;

/** The best candidates, only one of several nested phrases. */
function choose(found: KeywordRows, scores: Float64Array, order: readonly number[], top: number): Choice[] {
  const plain = (c: number): string => plainPhrase(found.words, found.phrases, found.candidates[c]);
  const longer = longerPhrases(found, scores, order);
  const chosen: Choice[] = [];
  const taken = new Set<string>();
  const partsOfTaken = new Set<string>();
  for (const best of order) {
    if (chosen.length === top) break;
    const part = plain(best);
    const c = longer.get(part) ?? best;
    const parts = partsOf(plain(c));
    if (partsOfTaken.has(part) || parts.some((one) => taken.has(one))) continue;
    chosen.push({ c, best });
    taken.add(plain(c));
    for (const one of parts) partsOfTaken.add(one);
  }
  return chosen;
}

/** For each part that scores better than a phrase that can stand for it, the best such phrase. */
function longerPhrases(found: KeywordRows, scores: Float64Array, order: readonly number[]): Map<string, number> {
  const { words, phrases, candidates, statistics } = found;
  const numbers = new Map<string, number>();
  const longer = new Map<string, number>();
  for (const c of order) {
    const phrase = candidates[c];
    const plain = plainPhrase(words, phrases, phrase);
    numbers.set(plain, c);
    const times = statistics.occurrences[phrase];
    if (times < 2) continue;
    for (const part of partsOf(plain)) {
      const better = numbers.get(part);
      if (better === undefined || better === c || longer.has(part)) continue;
      const partTimes = statistics.occurrences[candidates[better]];
      const enough = scores[c] >= minScoreShare * scores[better];
      if (enough && times >= minOccurrenceShare * partTimes) longer.set(part, c);
    }
  }
  return longer;
}

/** All sub-phrases of a phrase, including itself. */
function partsOf(plain: string): string[] {
  const words = plain.split(" ");
  return words.flatMap((_, from) => words.slice(from).map((_, n) => words.slice(from, from + n + 1).join(" ")));
}

/** How the page writes each wanted phrase most often; ties go to the first. */
function writtenForms({ words, phrases }: KeywordRows, wanted: readonly number[]): Map<number, string> {
  const forms = new Map(wanted.map((phrase) => [phrase, new Map<string, number>()]));
  for (let slot = 0; slot < phrases.at.length; slot++) {
    const counts = forms.get(phrases.at[slot]);
    if (counts === undefined) continue;
    const i = Math.floor(slot / maxDenseLength);
    const to = words.to[i + (slot % maxDenseLength)];
    const form = words.text.slice(words.from[i], to).replace(/\s+/g, " ");
    counts.set(form, (counts.get(form) ?? 0) + 1);
  }
  const best = (counts: ReadonlyMap<string, number>): string => {
    let most = 0;
    let chosen = "";
    for (const [form, count] of counts) if (count > most) [chosen, most] = [form, count];
    return chosen;
  };
  return new Map([...forms].map(([phrase, counts]) => [phrase, best(counts)]));
}
