import { DehuskError } from "../basics/index.ts";

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

/**
 * The defaults with the given limits in their place.
 *
 * @throws DehuskError `bad-option` when a limit is unknown or not a positive number.
 */
export function resolveLimits(given: Partial<Limits> | undefined): Limits {
  const limits: Record<keyof Limits, number> = { ...defaultLimits };
  for (const [name, value] of Object.entries(given ?? {})) {
    if (!Object.hasOwn(defaultLimits, name)) {
      throw new DehuskError(
        "bad-option",
        `Unknown limit "${name}"; known are ${Object.keys(defaultLimits).join(", ")}.`,
      );
    }
    if (value === undefined) continue;
    if (!(typeof value === "number" && value > 0)) {
      throw new DehuskError("bad-option", `Limit "${name}" must be a number above 0, not ${String(value)}.`);
    }
    limits[name as keyof Limits] = value;
  }
  return limits;
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
