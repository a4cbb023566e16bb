/** Maps slider positions to values, one to one. */
export interface SliderScale {
  /** The last position; the first is 0. */
  readonly last: number;
  toValue(place: number): number;
  /** The position with the nearest value. */
  toPlace(value: number): number;
}

/** A scale of ascending values, one per position. */
function scaleOf(values: readonly number[]): SliderScale {
  const last = values.length - 1;
  return {
    last,
    toValue: (place) => values[Math.min(last, Math.max(0, Math.round(place)))],
    toPlace(value) {
      const above = values.findIndex((own) => own >= value);
      if (above <= 0) return above < 0 ? last : 0;
      const isNearer = value - values[above - 1] < values[above] - value;
      return isNearer ? above - 1 : above;
    },
  };
}

/** Steps of about a quarter each, in round numbers. */
const steps = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];

/**
 * A scale whose values grow by about a quarter per position; the first one is 0.
 *
 * @param from,to Range, as powers of ten.
 * @example
 * logarithmic(-1, 0).toValue(3); // 0.15, of 0, 0.1, 0.12, 0.15, 0.2, …, 0.8, 1
 */
export function logarithmic(from: number, to: number): SliderScale {
  const powers = Array.from({ length: to - from }, (_, i) => from + i);
  const between = powers.flatMap((power) => steps.map((step) => Number(`${step}e${power}`)));
  return scaleOf([0, ...between, Number(`1e${to}`)]);
}

/** A scale with equal steps, whose last position means no limit. */
export function evenly(step: number, count: number): SliderScale {
  const values = Array.from({ length: count }, (_, place) => Number((place * step).toFixed(2)));
  return scaleOf([...values, Number.POSITIVE_INFINITY]);
}
