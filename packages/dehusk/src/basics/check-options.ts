import { DehuskError } from "./dehusk-error.ts";

/** Refuses options of unknown names, which are most likely misspelled. */
export function checkNames(options: object, known: readonly string[]): void {
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) {
      throw new DehuskError("bad-option", `Unknown option "${name}"; known are ${known.join(", ")}.`);
    }
  }
}

/** The defaults with the given options in their place; refuses unknown names. */
export function withDefaults<Options extends object>(defaults: Options, given: object): Options {
  checkNames(given, Object.keys(defaults));
  const options: Record<string, unknown> = Object.fromEntries(Object.entries(defaults));
  for (const [name, value] of Object.entries(given)) if (value !== undefined) options[name] = value;
  return options as Options;
}

/** Refuses what is not a number, or out of range. */
export function checkNumber(name: string, value: unknown, least: number, most: number): void {
  if (typeof value === "number" && value >= least && value <= most) return;
  throw new DehuskError("bad-option", `Option "${name}" must be a number from ${least} to ${most}, not ${value}.`);
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

/** Refuses what is not a list of texts. */
export function checkTexts(name: string, value: unknown): void {
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) return;
  throw new DehuskError("bad-option", `Option "${name}" must be a list of names.`);
}

/** Refuses what is neither true nor false. */
export function checkSwitch(name: string, value: unknown): void {
  if (typeof value === "boolean") return;
  throw new DehuskError("bad-option", `Option "${name}" must be true or false, not ${value}.`);
}
