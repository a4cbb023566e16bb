import { checkOptions, DehuskError, type OptionTable } from "../basics/index.ts";

/** How much of a page is taken before the work stops with a `DehuskError`. */
export interface Limits {
  /** Bytes of input; of a string, its UTF-16 length. */
  readonly bytes: number;
  /** Nodes of the tree, counted while parsing. */
  readonly nodes: number;
  /** Nesting of the tree. */
  readonly depth: number;
  /** Milliseconds from the start of the call. Infinity never looks at the clock. */
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
 * The defaults with the given limits in their place.
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

/** How many nodes are made or looked at between two looks at the clock. */
export const clockInterval = 4096;

/** A clock that throws once the time of a call is up; it never looks at the time when there is no limit. */
export interface Deadline {
  check(): void;
}

/** Starts the time of a call. */
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
