/** Multinomial logistic regression on sparse rows. */

/**
 * @typedef {[at: number, value: number][]} Row
 */

/**
 * Minimizes the mean cross-entropy, in which all classes weigh the same, plus prior / 2 · |weights|²; the bias is free.
 *
 * @param {Row[]} rows
 * @param {number[]} truth the class of each row
 * @param {{ width: number, classes: number, prior: number, minimize: Function }} options
 * @returns {Float64Array[]} per class the weights, the bias last
 */
export function trainSoftmax(rows, truth, { width, classes, prior, minimize }) {
  const size = width + 1;
  const counts = Array.from({ length: classes }, (_, own) => truth.filter((kind) => kind === own).length);
  const present = counts.filter((count) => count > 0).length;
  const importance = truth.map((kind) => 1 / (counts[kind] * present));
  const gradient = new Float64Array(size * classes);
  const cut = (point) => Array.from({ length: classes }, (_, own) => point.subarray(own * size, (own + 1) * size));
  const evaluate = (point) => {
    const weights = cut(point);
    let loss = 0;
    for (let i = 0; i < point.length; i++) {
      const isBias = i % size === width;
      gradient[i] = isBias ? 0 : prior * point[i];
      if (!isBias) loss += (prior / 2) * point[i] ** 2;
    }
    for (const [i, row] of rows.entries()) {
      const chances = chancesOf(logitsOf(weights, row));
      loss -= importance[i] * Math.log(Math.max(1e-300, chances[truth[i]]));
      for (let own = 0; own < classes; own++) {
        const error = importance[i] * (chances[own] - (own === truth[i] ? 1 : 0));
        const from = own * size;
        for (const [at, value] of row) gradient[from + at] += error * value;
        gradient[from + width] += error;
      }
    }
    return loss;
  };
  return cut(minimize({ gradient, evaluate }, { steps: 100, tolerance: 1e-5 }));
}

/** The score of each class for a row. */
export function logitsOf(weights, row) {
  return weights.map((own) => {
    let sum = own[own.length - 1];
    for (const [at, value] of row) sum += own[at] * value;
    return sum;
  });
}

/** Scores as probabilities. */
export function chancesOf(logits) {
  const top = Math.max(...logits);
  const odds = logits.map((logit) => Math.exp(logit - top));
  const all = odds.reduce((sum, value) => sum + value, 0);
  return odds.map((value) => value / all);
}
