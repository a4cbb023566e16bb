export { type Smoothing, type SmoothingProblem, smoothScores } from "./smooth-scores.ts";
