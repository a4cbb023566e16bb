import { type Command as Commander, Option as Flag, InvalidArgumentError } from "commander";
import { accepts, DehuskError, describeSpec, type OptionSpec, unknownName } from "../basics/index.ts";
import { flagOf, type Option, type ParsedSpec } from "../options/index.ts";
import { attempt } from "./attempt.ts";
import { type Command, type CommandGroup, isGroup } from "./command.ts";
import { commandNames } from "./command-names.ts";
import { type ConfigFile, configured } from "./config-file.ts";
import { generalOptions } from "./options/general-options.ts";
import { createConsole } from "./output/console.ts";

/**
 * Adds a command to the program: its flags, their checks, its help. Passes the exit code to `setExit`.
 *
 * @param config Options from a file, for those not on the command line.
 */
export function buildCommand(
  target: Commander,
  command: Command | CommandGroup,
  setExit: (code: number) => void,
  config?: ConfigFile,
  path: readonly string[] = [target.name()],
): Commander {
  target.addHelpText("after", helpAfter(command));
  if (isGroup(command)) {
    for (const [name, { about, ...each }] of Object.entries(command.commands)) {
      buildCommand(target.command(name).description(about), each, setExit, config, [...path, name]);
    }
    return target;
  }
  const { inputs } = command;
  if (inputs !== undefined) {
    const name = inputs.many ? `${inputs.name}...` : inputs.name;
    target.argument(inputs.required ? `<${name}>` : `[${name}]`, inputs.help);
  }
  const flags = new Map(Object.entries(command.options).map(([name, option]) => [name, flagFor(name, option)]));
  for (const flag of flags.values()) target.addOption(flag);
  target.action(async (...args: unknown[]) => {
    const given = inputs === undefined ? [] : [args[0] ?? []].flat();
    const typed = target.opts();
    const isTyped = (name: string): boolean => {
      const attribute = flags.get(name)?.attributeName();
      return attribute !== undefined && target.getOptionValueSource(attribute) === "cli";
    };
    const set = config === undefined ? {} : configured(config, path, command.options, commandNames, generalOptions);
    const options: Record<string, unknown> = {};
    for (const [name, flag] of flags) {
      const option = command.options[name] as Option;
      const value = valueFor(option, typed[flag.attributeName()]) ?? option.default;
      options[name] = isTyped(name) ? value : (set[name] ?? value);
    }
    if (options["output"] === "-") options["output"] = undefined;
    const console = createConsole({ json: options["errors"] === "json", quiet: options["quiet"] === true });
    const isGiven = (name: string): boolean => isTyped(name) || name in set;
    setExit(
      await attempt(console, async () => {
        for (const [name, option] of Object.entries(command.options)) {
          if (option.required && options[name] === undefined) throw missing(name, option);
        }
        if (options["json"] === true) chooseJson(command, options, isTyped);
        return command.run({ inputs: given as string[], options: options as never, console, isGiven });
      }),
    );
  });
  return target;
}

function missing(name: string, option: Option): DehuskError {
  const short = option.short === undefined ? "" : `-${option.short}, `;
  return new DehuskError("bad-option", `Option ${short}--${flagOf(name, option)} is missing: ${option.help}.`);
}

/** What `--json` means: the format, if there is a choice; JSON lines where nothing else is JSON. */
function chooseJson(command: Command, options: Record<string, unknown>, isTyped: (name: string) => boolean): void {
  const { format } = command.options;
  const json = format?.type === "choice" ? ["json", "jsonl"].find((each) => format.of.includes(each)) : undefined;
  if (json === undefined) return;
  if (isTyped("format") && options["format"] !== json) {
    throw new DehuskError("bad-option", `--json and --format ${options["format"]} cannot be combined.`);
  }
  options["format"] = json;
}

/** The value of one of two options that share a name, such as --images FOLDER and --no-images. */
function valueFor({ type }: Option, typed: unknown): unknown {
  if (type === "boolean") return typeof typed === "string" ? true : typed;
  return typeof typed === "boolean" ? undefined : typed;
}

function helpAfter(command: Command | CommandGroup): string {
  const parts = [command.details.trim()];
  if (command.examples !== undefined) {
    parts.push(`Examples:\n${command.examples.map((each) => `  ${each}`).join("\n")}`);
  }
  if (!isGroup(command)) {
    const exits = Object.entries(command.exits).map(([code, meaning]) => `  ${code.padEnd(5)}${meaning}`);
    parts.push(`Exit codes:\n${exits.join("\n")}`);
  }
  return `\n${parts.filter((part) => part !== "").join("\n\n")}`;
}

/** The commander flag of an option. */
function flagFor(name: string, option: Option): Flag {
  const long = flagOf(name, option);
  const short = option.short === undefined ? "" : `-${option.short}, `;
  if (option.type === "boolean") return switchFor(`${short}--`, long, option);
  const value = option.value ?? option.type;
  const shape = option.bare === undefined ? `<${value}>` : `[${value}]`;
  const note =
    option.default === undefined && option.defaultText !== undefined ? ` (default: ${option.defaultText})` : "";
  const env = option.env === undefined ? "" : ` (or ${option.env} in the environment)`;
  const flag = new Flag(`${short}--${long} ${shape}`, `${option.help}${env}${note}`);
  if (option.default !== undefined) flag.default(option.default, option.defaultText);
  if (option.bare !== undefined) flag.preset(option.bare);
  if (option.type === "choice") return choiceFlag(flag.choices([...option.of]), option);
  return flag.argParser((text: string, before: unknown) => {
    const read = readText(option, text);
    if (option.type === "texts") return [...((before as string[] | undefined) ?? []), read];
    return option.repeat && option.type === "list" ? [...(before as string[]), ...(read as string[])] : read;
  });
}

/** A choice may have short forms, which its help does not list. */
function choiceFlag(flag: Flag, { aliases }: Option): Flag {
  const check = flag.parseArg;
  return flag.argParser((text: string, before: unknown) => check?.(aliases?.[text] ?? text, before));
}

/** A switch that is on by default is turned off by its flag. */
function switchFor(dashes: string, long: string, option: Option): Flag {
  if (option.default === true) return new Flag(`${dashes}no-${long}`, `do not ${option.help}`);
  return new Flag(`${dashes}${long}`, option.help);
}

/** Parses the value of an option. */
function readText(option: OptionSpec | ParsedSpec, text: string): unknown {
  if (option.type === "parsed") {
    const value = option.parse(text);
    if (value === undefined) throw new InvalidArgumentError(`It must be ${option.must}.`);
    return value;
  }
  const value = convert(option, text);
  if (accepts(option, value)) return option.type === "list" ? inOrder(option.of, value as string[]) : value;
  const stranger =
    option.type === "list" ? (value as string[]).find((name) => option.of?.includes(name) === false) : undefined;
  if (option.type === "list" && option.of !== undefined && stranger !== undefined) {
    throw new InvalidArgumentError(unknownName(option.noun ?? "name", stranger, option.of));
  }
  const list = option.type === "list" ? ", separated by commas" : "";
  throw new InvalidArgumentError(`It must be ${describeSpec(option)}${list}.`);
}

function convert({ type }: OptionSpec, text: string): unknown {
  if (type === "number" || type === "integer") return text.trim() === "" ? Number.NaN : Number(text);
  if (type === "list") return text.split(",").map((name) => name.trim());
  return text;
}

/** Names of a known list in the order of that list, each once. */
function inOrder(known: readonly string[] | undefined, names: readonly string[]): readonly string[] {
  return known === undefined ? names : known.filter((name) => names.includes(name));
}
