import { checkOptions, DehuskError, type OptionTable } from "../basics/index.ts";

/** Limits past which a page is refused with a `DehuskError`. */
export interface Limits {
  /** Bytes of input; of a string, its UTF-16 length. */
  readonly bytes: number;
  /** Nodes of the tree, counted while parsing. */
  readonly nodes: number;
  /** Nesting of the tree. */
  readonly depth: number;
  /** Milliseconds from the start of the call. With Infinity the clock is never read. */
  readonly milliseconds: number;
}

/**
 * Far above any page people read: the largest of 4,300 benchmark pages has 0.1 million nodes. Three million nodes
 * take about 450 MB, which bounds the memory of a call.
 */
export const defaultLimits: Limits = {
  bytes: 64 * 1024 * 1024,
  nodes: 3_000_000,
  depth: 500_000,
  milliseconds: Number.POSITIVE_INFINITY,
};

/** The limits of a page, as options. */
export const limitTable = {
  bytes: { type: "number", above: 0, infinite: true, default: defaultLimits.bytes },
  nodes: { type: "number", above: 0, infinite: true, default: defaultLimits.nodes },
  depth: { type: "number", above: 0, infinite: true, default: defaultLimits.depth },
  milliseconds: { type: "number", above: 0, infinite: true, default: defaultLimits.milliseconds },
} as const satisfies OptionTable<Limits>;

/**
 * The given limits, with defaults for the others.
 *
 * @throws DehuskError `bad-option` when a limit is unknown or not a positive number.
 */
export function resolveLimits(given: Partial<Limits> = {}): Limits {
  checkOptions(given, limitTable, "limits.");
  return {
    bytes: given.bytes ?? defaultLimits.bytes,
    nodes: given.nodes ?? defaultLimits.nodes,
    depth: given.depth ?? defaultLimits.depth,
    milliseconds: given.milliseconds ?? defaultLimits.milliseconds,
  };
}

/** @throws DehuskError `limit-bytes` when `length` is over the limit. */
export function checkBytes(length: number, limits: Limits): void {
  if (length > limits.bytes) {
    throw new DehuskError("limit-bytes", `The input has ${length} bytes, the limit is ${limits.bytes}.`);
  }
}

/** Nodes between two checks of the clock. */
export const clockInterval = 4096;

/** Throws once a call's time is up; without a limit it never reads the clock. */
export interface Deadline {
  check(): void;
}

export function startDeadline(limits: Limits): Deadline {
  if (limits.milliseconds === Number.POSITIVE_INFINITY) return { check: () => {} };
  const stop = performance.now() + limits.milliseconds;
  return {
    check() {
      if (performance.now() > stop) {
        throw new DehuskError("limit-time", `The page took longer than the limit of ${limits.milliseconds} ms.`);
      }
    },
  };
}
