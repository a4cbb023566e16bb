import { DehuskError } from "./dehusk-error.ts";
import { nearestName } from "./nearest-name.ts";
import { accepts, describeSpec, type OptionSpec, type SpecTable } from "./option-spec.ts";
import { showValue } from "./plain-data.ts";

/**
 * Checks names and values of options against their table.
 *
 * @throws DehuskError `bad-option`.
 */
export function checkOptions(options: unknown, table: SpecTable, group = ""): void {
  if (typeof options !== "object" || options === null) {
    throw new DehuskError("bad-option", `Options must be an object, not ${showValue(options)}.`);
  }
  for (const name of Object.keys(options)) {
    const spec = Object.hasOwn(table, name) ? (table[name] as OptionSpec) : undefined;
    if (spec === undefined) throw unknownOption(name, Object.keys(table), group);
    checkValue(group + name, (options as Record<string, unknown>)[name], spec);
  }
}

/**
 * Checks the values of the options in a table, and leaves others alone.
 *
 * @throws DehuskError `bad-option`.
 */
export function checkValues(options: object, table: SpecTable): void {
  for (const name in table) checkValue(name, (options as Record<string, unknown>)[name], table[name] as OptionSpec);
}

function checkValue(name: string, value: unknown, spec: OptionSpec): void {
  if (value === undefined || (value === null && spec.nullable === true)) return;
  if (!accepts(spec, value)) {
    const wrong = spec.type === "texts" ? [value].flat().find((each) => !accepts(spec, each)) : value;
    const given = typeof wrong === "function" ? "a function" : showValue(wrong);
    throw new DehuskError("bad-option", `Option "${name}" must be ${describeSpec(spec)}, not ${given}.`);
  }
  if (spec.type === "group") checkOptions(value, spec.of, `${name}.`);
}

/** The error for an unknown option, with the name that was most likely meant. */
export function unknownOption(name: string, known: readonly string[], group = ""): DehuskError {
  return new DehuskError("bad-option", unknownName("option", group + name, known, group));
}

/** A sentence for a name that is not among those known, such as `Unknown field "titel"; did you mean "title"?`. */
export function unknownName(what: string, name: string, known: readonly string[], group = ""): string {
  const nearest = nearestName(name.slice(group.length), known);
  const start = `Unknown ${what} "${name.slice(0, 60)}"`;
  const list = `Known ${what}s: ${known.map((each) => group + each).join(", ")}.`;
  return nearest === undefined ? `${start}. ${list}` : `${start}; did you mean "${group}${nearest}"? ${list}`;
}

/** The given options that are in a table, to pass on. */
export function pickOptions<Options extends object, Table extends SpecTable>(
  options: Options,
  table: Table,
): Pick<Options, keyof Options & keyof Table> {
  const given = options as Record<string, unknown>;
  const picked: Record<string, unknown> = {};
  for (const name in table) if (given[name] !== undefined) picked[name] = given[name];
  return picked as Pick<Options, keyof Options & keyof Table>;
}

/** Refuses options of unknown names, which are most likely misspelled. */
export function checkNames(options: object, known: readonly string[]): void {
  for (const name of Object.keys(options)) if (!known.includes(name)) throw unknownOption(name, known);
}

/** The defaults with the given options in their place; refuses unknown names. */
export function withDefaults<Options extends object>(defaults: Options, given: object): Options {
  checkNames(given, Object.keys(defaults));
  const options: Record<string, unknown> = Object.fromEntries(Object.entries(defaults));
  for (const [name, value] of Object.entries(given)) if (value !== undefined) options[name] = value;
  return options as Options;
}

/** Refuses what is not a number, or out of range. */
export function checkNumber(name: string, value: unknown, min: number, max: number): void {
  checkGiven(name, value, { type: "number", min, max });
}

/** Refuses a number that is not whole or out of range. */
export function checkWhole(name: string, value: unknown, min: number, max: number): void {
  checkGiven(name, value, { type: "integer", min, max });
}

/** Refuses what is not a list of strings. */
export function checkTexts(name: string, value: unknown): void {
  checkGiven(name, value, { type: "list" });
}

/** Refuses what is neither true nor false. */
export function checkSwitch(name: string, value: unknown): void {
  checkGiven(name, value, { type: "boolean" });
}

/** The same for a required value. */
function checkGiven(name: string, value: unknown, spec: OptionSpec): void {
  if (value === undefined) throw new DehuskError("bad-option", `Option "${name}" must be ${describeSpec(spec)}.`);
  checkValue(name, value, spec);
}
