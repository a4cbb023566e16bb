import type { LmnnProblem } from "../lmnn-groups.ts";
import { seededRandom } from "../seeded-random.ts";

export interface LmnnShape {
  readonly groups: number;
  readonly rows: number;
  readonly classes: number;
  /** Informative features, and noise. */
  readonly informative: number;
  readonly noise: number;
  /** Amplitude of the noise; classes are about 1 apart. */
  readonly amplitude: number;
  readonly seed: number;
}

/** Groups of rows: each class of a group is a point in the informative features, and random in the noise. */
export function lmnnProblem({ groups, rows, classes, informative, noise, amplitude, seed }: LmnnShape): LmnnProblem {
  const random = seededRandom(seed);
  const features = informative + noise;
  const count = groups * rows;
  const values = new Float32Array(count * features);
  const labels = Int32Array.from({ length: count }, (_, r) => r % classes);
  const groupOf = Int32Array.from({ length: count }, (_, r) => Math.floor(r / rows));
  for (let g = 0; g < groups; g++) {
    const centres = Array.from({ length: classes * informative }, () => random() * 2 - 1);
    for (let r = g * rows; r < (g + 1) * rows; r++) {
      for (let j = 0; j < features; j++) {
        const centre = j < informative ? centres[labels[r] * informative + j] : 0;
        const spread = j < informative ? 0.15 : amplitude;
        values[r * features + j] = centre + (random() * 2 - 1) * spread;
      }
    }
  }
  return { rows: values, features, labels, groups: groupOf };
}
