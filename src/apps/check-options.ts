import { DehuskError } from "../page/index.ts";

/** Refuses options of unknown names, which are most likely misspelled. */
export function checkNames(options: object, known: readonly string[]): void {
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) {
      throw new DehuskError("bad-option", `Unknown option "${name}"; known are ${known.join(", ")}.`);
    }
  }
}

/** Refuses a number that is not whole or out of range. */
export function checkWhole(name: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new DehuskError(
      "bad-option",
      `Option "${name}" must be a whole number from ${least} to ${most}, not ${value}.`,
    );
  }
}
