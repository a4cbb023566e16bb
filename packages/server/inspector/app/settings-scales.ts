import { evenly, logarithmic } from "./slider-scale.ts";

/** Scales of the sliders: the penalty of a section, its maximum, λ. */
export const strength = logarithmic(-4, 1);
export const maximumPenalty = evenly(0.05, 61);
export const lambdas = logarithmic(-2, 1);
