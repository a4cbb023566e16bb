import { type Detection, listSections, type ScoredPage, scorePage, smoothPage } from "dehusk/internal/detect";
import {
  type Decision,
  decideContent,
  type Extraction,
  explainingBlocks,
  extractionOf,
  keepShown,
} from "dehusk/internal/extract";
import type { Judgement, MarkedPart } from "./messages.ts";
import type { Models } from "./models.ts";
import type { PageState } from "./open-page.ts";
import { judgingKey, type Settings } from "./settings.ts";

/** A page judged under some settings. */
export interface JudgedPage {
  readonly scored: ScoredPage;
  readonly detection: Detection;
  readonly decision: Decision;
  readonly extraction: Extraction;
  /** How long it took to judge. */
  readonly milliseconds: number;
  /** Explains a block, by its number and its first text node; prepared on first use. */
  readonly explain: ReturnType<typeof explainingBlocks>;
}

/** Judged pages to cache: the two compared ones, and some recent ones. */
const maxKept = 6;

/**
 * Judges one page under many settings: the model's scores, which take most of the time, are computed once.
 *
 * @example
 * const judge = new PageJudge(state, new Models());
 * judge.judge({ ...defaultSettings, penaltyFactor: 0.1 }).detection.templateness;
 */
export class PageJudge {
  readonly #state: PageState;
  readonly #models: Models;
  readonly #scored = new Map<string, ScoredPage>();
  readonly #judged = new Map<string, JudgedPage>();

  constructor(state: PageState, models: Models) {
    this.#state = state;
    this.#models = models;
  }

  /** @throws DehuskError `bad-option`, `bad-model`. */
  judge(settings: Settings): JudgedPage {
    const key = judgingKey(settings);
    const known = this.#judged.get(key);
    if (known !== undefined) return known;
    const start = performance.now();
    const { page } = this.#state;
    const { penalty, penaltyFactor, penaltyMost, weighting, preset } = settings;
    const { links, images, tables, headline, cleanLinks, frontmatter } = settings;
    const scored = this.#score(settings.model);
    const detection = smoothPage(scored, { penalty, penaltyFactor, penaltyMost, weighting });
    const decision = preset === "everything" ? { kept: keepShown(page) } : decideContent(scored, detection, preset);
    const extraction = extractionOf(page, decision, { links, images, tables, headline, cleanLinks, frontmatter });
    let explain: JudgedPage["explain"] | undefined;
    const judged: JudgedPage = {
      scored,
      detection,
      decision,
      extraction,
      milliseconds: performance.now() - start,
      get explain() {
        explain ??= explainingBlocks(page, decision);
        return explain;
      },
    };
    evictOldest(this.#judged, maxKept - 1);
    this.#judged.set(key, judged);
    return judged;
  }

  #score(id: string): ScoredPage {
    const known = this.#scored.get(id);
    if (known !== undefined) return known;
    const { page, boxes } = this.#state;
    const scored = scorePage(page, { boxes, model: this.#models.forDetection(id) });
    this.#scored.set(id, scored);
    return scored;
  }
}

function evictOldest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) break;
    map.delete(key);
  }
}

/** The message about a judged page. */
export function describeJudgement(judged: JudgedPage): Judgement {
  const { detection, decision, extraction, milliseconds } = judged;
  const { page } = detection;
  const sections = markSections(detection);
  return {
    model: detection.model,
    score: Float32Array.from(detection.score),
    templateness: Float32Array.from(detection.templateness),
    kept: decision.kept.slice(),
    section: detection.section.slice(),
    sections: sections.slice(0, maxSections),
    allSections: sections.length,
    words: extraction.words,
    allWords: page.sums.words[page.size],
    confidence: extraction.confidence,
    language: extraction.language,
    warnings: extraction.warnings,
    milliseconds,
  };
}

/** Most sections to report. */
const maxSections = 1000;

/** The sections with words or links, in document order. */
export function markSections(detection: Detection): MarkedPart[] {
  const { boxes } = detection;
  return listSections(detection)
    .filter(({ words, links }) => words + links > 0)
    .map(({ root, templateness, words }) => ({
      nodes: [root],
      templateness,
      words,
      box: [boxes.x[root], boxes.y[root], boxes.w[root], boxes.h[root]],
    }));
}
