import { evenly, logarithmic } from "./slider-scale.ts";

/** Values of the sliders: the penalty of a section, the most it pays, λ. */
export const strength = logarithmic(-4, 1);
export const most = evenly(0.05, 61);
export const lambdas = logarithmic(-2, 1);
