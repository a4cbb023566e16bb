import { readFileSync } from "node:fs";
import { join } from "node:path";
import { accepts, DehuskError, describeSpec, isRecord, showValue, unknownName } from "../basics/index.ts";
import { unreadable } from "../corpus/index.ts";
import { flagOf, type Option, type OptionList } from "../options/index.ts";
import { talkOptions } from "./options/general-options.ts";

/** The default file. */
const usualName = ".dehuskrc.json";

/** Options from a file: general ones at the top level, those of a command under its name. */
export interface ConfigFile {
  readonly path: string;
  /** Whether the user named it; a file that was merely found may not set guarded options. */
  readonly isNamed: boolean;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Reads the file that `--config` names, or `.dehuskrc.json` in the current folder.
 *
 * @throws DehuskError `unreadable`, `bad-option`.
 */
export function readConfig(args: readonly string[], folder = process.cwd()): ConfigFile | undefined {
  const named = namedFile(args);
  const path = named ?? join(folder, usualName);
  const isNamed = named !== undefined;
  const shown = isNamed ? path : usualName;
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (!isNamed && (error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw unreadable(shown, error);
  }
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new DehuskError("bad-option", `"${shown}" is not JSON: ${(error as Error).message}.`, { cause: error });
  }
  if (!isRecord(data)) throw new DehuskError("bad-option", `"${shown}" must hold an object, not ${showValue(data)}.`);
  return { path: shown, isNamed, data };
}

function namedFile(args: readonly string[]): string | undefined {
  const end = args.indexOf("--");
  const own = end < 0 ? args : args.slice(0, end);
  const at = own.findIndex((arg) => arg === "--config" || arg.startsWith("--config="));
  if (at < 0) return undefined;
  return own[at] === "--config" ? own[at + 1] : own[at]?.slice("--config=".length);
}

/**
 * The values that a file gives to a command's options, by the names of the options.
 *
 * @param names The command, as it is typed: `["extract"]`, `["cluster", "submit"]`.
 * @param known The names of all commands.
 * @param general Options allowed at the top level.
 * @throws DehuskError `bad-option` for names and values that the options' tables do not take.
 */
export function configured(
  file: ConfigFile,
  names: readonly string[],
  options: OptionList,
  known: readonly string[],
  general: OptionList,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [flag, value] of Object.entries(file.data)) {
    if (known.includes(flag)) continue;
    const isOwn = (list: OptionList) => Object.entries(list).some(([name, option]) => flagOf(name, option) === flag);
    if (isOwn(options) && !isOwn(general)) {
      const [command] = names;
      const place = `{"${command}": {"${flag}": ${showValue(value)}}}`;
      throw new DehuskError("bad-option", `${file.path}: "${flag}" is not an option of all commands: write ${place}.`);
    }
    const [name] = find(flag, general, file, known);
    const own = options[name];
    if (own !== undefined) values[name] = checkedValue(flag, value, own, file);
  }
  let part: unknown = file.data;
  for (const name of names) part = isRecord(part) ? part[name] : undefined;
  if (part === undefined) return values;
  if (!isRecord(part)) throw wrong(file, names.join(" "), "an object", part);
  for (const [flag, value] of Object.entries(part)) {
    const [name, option] = find(flag, options, file);
    values[name] = checkedValue(flag, value, option, file);
  }
  return values;
}

/** An option by its flag without dashes. */
function find(
  flag: string,
  options: OptionList,
  file: ConfigFile,
  others: readonly string[] = [],
): readonly [string, Option] {
  const flags = Object.entries(options).filter(([name]) => name !== "config");
  const found = flags.find(([name, option]) => flagOf(name, option) === flag);
  if (found !== undefined) return found;
  const names = [...flags.map(([name, option]) => flagOf(name, option)), ...others];
  throw new DehuskError("bad-option", `${file.path}: ${unknownName("option", flag, names)}`);
}

function checkedValue(flag: string, given: unknown, option: Option, file: ConfigFile): unknown {
  if (option.guarded && !file.isNamed) {
    throw new DehuskError(
      "bad-option",
      `${file.path}: "${flag}" can be set on the command line, or in a file that --config names; not in a file that is found automatically.`,
    );
  }
  if (option.type === "parsed") {
    const value = typeof given === "string" || typeof given === "number" ? option.parse(String(given)) : undefined;
    if (value === undefined) throw wrong(file, flag, option.must, given);
    return value;
  }
  const value = typeof given === "string" ? (option.aliases?.[given] ?? given) : given;
  const listed = option.type === "list" && typeof value === "string" ? value.split(",") : value;
  if (given === null || !accepts(option, listed)) throw wrong(file, flag, describeSpec(option), given);
  return option.type === "texts" ? [listed].flat() : listed;
}

function wrong(file: ConfigFile, name: string, expected: string, given: unknown): DehuskError {
  return new DehuskError("bad-option", `${file.path}: "${name}" must be ${expected}, not ${showValue(given)}.`);
}

/** Whether errors are wanted as JSON, before the options are read. */
export function wantsJsonErrors(args: readonly string[], file?: ConfigFile): boolean {
  const at = args.findIndex((arg) => arg === "--errors" || arg.startsWith("--errors="));
  if (at >= 0) return (args[at] === "--errors" ? args[at + 1] : args[at]?.slice("--errors=".length)) === "json";
  return file?.data[flagOf("errors", talkOptions.errors)] === "json";
}
