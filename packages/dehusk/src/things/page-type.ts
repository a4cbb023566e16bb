import { pageTypeWeights } from "./page-type-weights.ts";

/** The types of pages that the model tells apart. */
export const pageTypes = ["article", "collection", "documentation", "forum", "listing", "product", "service"] as const;

/** What a page is, with the chance that it is so. */
export interface PageType {
  readonly type: (typeof pageTypes)[number];
  /** From 0 to 1. */
  readonly chance: number;
}

/**
 * The likeliest type: a multinomial logistic model over standardized features, trained on the types of the WCXB pages by
 * `bench/page-types.mjs`, which also measures it by cross-validation.
 */
export function judgePageType(features: Readonly<Record<string, number>>): PageType {
  const { names, mean, scale, weights } = pageTypeWeights;
  const logits: number[] = weights.map((own) => own[names.length]);
  for (const [i, name] of names.entries()) {
    const value = Math.max(-4, Math.min(4, ((features[name] ?? 0) - mean[i]) * scale[i]));
    for (const [type, own] of weights.entries()) logits[type] += own[i] * value;
  }
  const top = Math.max(...logits);
  const odds = logits.map((logit) => Math.exp(logit - top));
  const best = logits.indexOf(top);
  return { type: pageTypes[best], chance: odds[best] / odds.reduce((sum, own) => sum + own, 0) };
}
