import { flagOf, type Option } from "../options/index.ts";
import { type Command, type CommandGroup, isGroup } from "./command.ts";
import type { Commands } from "./run-program.ts";

/** One flag of a command, as completions and manual pages show it. */
export interface FlagLine {
  /** With dashes. */
  readonly long: string;
  readonly short: string | undefined;
  /** Placeholder of its value; undefined for switches. */
  readonly value: string | undefined;
  /** The possible values, if there are few. */
  readonly choices: readonly string[];
  /** Whether the value is the name of a file or folder. */
  readonly isPath: boolean;
  /** What the flag does; for --no- flags, what it turns off. */
  readonly help: string;
  readonly option: Option;
}

/** A command that can be run: `extract`, `cluster submit`. */
export interface CommandLine {
  readonly name: string;
  readonly about: string;
  readonly command: Command;
  readonly flags: readonly FlagLine[];
}

/** All commands with their flags; those of packages that are not installed are left out. */
export async function commandTree(commands: Commands): Promise<CommandLine[]> {
  const found: CommandLine[] = [];
  for (const [name, [about, load]] of Object.entries(commands)) {
    const module = await load().catch(() => undefined);
    if (module === undefined) continue;
    for (const [path, line, command] of leaves(name, about, module.command)) {
      found.push({ name: path, about: line, command, flags: flagLines(command) });
    }
  }
  return found;
}

function leaves(name: string, about: string, command: Command | CommandGroup): (readonly [string, string, Command])[] {
  if (!isGroup(command)) return [[name, about, command]];
  return Object.entries(command.commands).map(([sub, each]) => [`${name} ${sub}`, each.about, each]);
}

function flagLines(command: Command): FlagLine[] {
  return Object.entries(command.options).map(([name, option]) => {
    const isSwitch = option.type === "boolean";
    const turnsOff = isSwitch && option.default === true;
    const long = `--${turnsOff ? "no-" : ""}${flagOf(name, option)}`;
    const value = isSwitch ? undefined : (option.value ?? option.type);
    return {
      long,
      short: option.short && `-${option.short}`,
      value,
      choices: (option.type === "choice" || option.type === "list") && option.of !== undefined ? option.of : [],
      isPath: /^(?:file|path|folder|place|name or file)$/.test(value ?? ""),
      help: turnsOff ? `do not ${option.help}` : option.help,
      option,
    };
  });
}
