import { ServiceError } from "./service-error.ts";

/** Limits of a body. */
interface JsonBounds {
  readonly depth: number;
  /** Brackets, commas and colons. */
  readonly marks: number;
}

/** Bodies of pages are flat: an object with a list of fields at most. The limit is several times the marks of all options. */
const ofPages: JsonBounds = { depth: 2, marks: 200 };

const quote = 0x22;
const backslash = 0x5c;

/** The change of depth by a byte outside strings; undefined for other bytes. */
const steps = new Map<number, number>(
  Object.entries({ "{": 1, "[": 1, "}": -1, "]": -1, ",": 0, ":": 0 }).map(([mark, step]) => [
    mark.charCodeAt(0),
    step,
  ]),
);

/**
 * Refuses JSON with too many values before it is parsed: a few megabytes can become more objects than a thread
 * has memory for, and V8 cannot terminate a thread within the parser. Does not check whether it is valid.
 *
 * @param bytes In UTF-8.
 * @throws ServiceError 400.
 */
export function checkJson(bytes: Uint8Array, most: JsonBounds = ofPages): void {
  let depth = 0;
  let marks = 0;
  let isText = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (byte === quote) isText = !isText;
    else if (isText) {
      if (byte === backslash) i++;
    } else {
      const step = steps.get(byte);
      if (step === undefined) continue;
      depth += step;
      if (depth > most.depth || ++marks > most.marks) throw tooMuch();
    }
  }
}

function tooMuch(): ServiceError {
  return new ServiceError(400, "bad-request", "The JSON has more values than a page and its options need.");
}
