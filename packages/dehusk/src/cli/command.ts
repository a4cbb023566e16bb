import type { OptionList, OptionValues } from "../options/index.ts";
import type { Console } from "./output/console.ts";

/** An argument of a command. */
export interface CommandInputs {
  readonly name: string;
  readonly help: string;
  /** Whether it takes any number of them. */
  readonly many?: boolean;
  /** Whether it needs one at least. */
  readonly required?: boolean;
}

/** One call of a command. */
export interface CommandCall<Options> {
  readonly inputs: readonly string[];
  readonly options: Options;
  readonly console: Console;
  /** Whether an option was given, not left at its default. */
  readonly isGiven: (name: string) => boolean;
}

/** A command as plain data; `build-command.ts` makes flags, checks and help of it. */
export interface Command<List extends OptionList = OptionList> {
  readonly inputs?: CommandInputs;
  readonly options: List;
  /** Help text below the options. */
  readonly details: string;
  readonly examples?: readonly string[];
  /** What its exit codes mean. */
  readonly exits: Readonly<Record<number, string>>;
  /** Does the work; an error is shown and determines the exit code. */
  run(call: CommandCall<OptionValues<List>>): Promise<number>;
}

/** Commands under one name. */
export interface CommandGroup {
  readonly details: string;
  readonly examples?: readonly string[];
  readonly commands: Readonly<Record<string, Command & { readonly about: string }>>;
}

/** A command whose `run` is given the values of its own options. */
export function defineCommand<const List extends OptionList>(command: Command<List>): Command<List> {
  return command;
}

export function isGroup(command: Command | CommandGroup): command is CommandGroup {
  return "commands" in command;
}
