import type { OptionSpec, SpecTable } from "../basics/index.ts";

/** A value that is typed as text and read by a function of its own, which gives undefined for what it cannot read. */
export interface ParsedSpec {
  readonly type: "parsed";
  readonly must: string;
  readonly parse: (text: string) => unknown;
  readonly default?: unknown;
}

/** Where an option can be given, besides the library. */
export type Place = "command" | "http";

/** An option's help text and its flag. */
export interface OptionHelp {
  /** Short, as in a list: no capital at the start, no period at the end. */
  readonly help: string;
  /** The letter of its short flag. */
  readonly short?: string;
  /** The long flag without dashes, where it is not the option's name. */
  readonly flag?: string;
  /** Placeholder of the value in help texts. */
  readonly value?: string;
  /** Whether a command refuses to run without it. */
  readonly required?: boolean;
  /** Whether the flag can be given several times. */
  readonly repeat?: boolean;
  /** Value of a flag that is given without one. */
  readonly bare?: string;
  /** The default in words, if its value means little or depends on the machine. */
  readonly defaultText?: string;
  /** An environment variable that is read in its place. */
  readonly env?: string;
  /** Short forms of a choice's names. */
  readonly aliases?: Readonly<Record<string, string>>;
  /**
   * Whether a configuration file has to be named by the user to set it: it runs programs, writes files or widens what may be
   * reached, which a file that happens to lie in a folder must not do.
   */
  readonly guarded?: boolean;
}

/** An option of a verb in the library, where else it can be given, and what it is there if it is no object. */
export interface OfferedHelp extends OptionHelp {
  readonly in: readonly Place[];
  readonly command?: OptionSpec | ParsedSpec;
  readonly http?: OptionSpec;
}

/** An option of a command or of a route. */
export type Option = (OptionSpec | ParsedSpec) & OptionHelp;

export type OptionList = { readonly [name: string]: Option };

type SpecAt<Spec, Help, At extends Place> = Help extends { readonly [Name in At]: infer Own } ? Own : Spec;

/** The options of a table that are offered at a place. */
export type OfferedAt<Table, Help, At extends Place> = {
  readonly [Name in keyof Table & keyof Help as Help[Name] extends { readonly in: readonly (infer Somewhere)[] }
    ? At extends Somewhere
      ? Name
      : never
    : never]: SpecAt<Table[Name], Help[Name], At> & OptionHelp;
};

/** The options of a verb that can be given on the command line, or over HTTP. */
export function offeredAt<
  Table extends SpecTable,
  Help extends { readonly [Name in keyof Table]: OfferedHelp },
  At extends Place,
>(table: Table, helps: Help, at: At): OfferedAt<Table, Help, At> {
  const options: Record<string, Option> = {};
  for (const [name, spec] of Object.entries(table)) {
    const { in: places, command, http, ...help } = helps[name] as OfferedHelp;
    if (places.includes(at)) options[name] = { ...((at === "command" ? command : http) ?? spec), ...help };
  }
  return options as OfferedAt<Table, Help, At>;
}

/** The long flag of an option, without dashes. */
export function flagOf(name: string, { flag }: OptionHelp): string {
  return flag ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

type ValueOf<Given> = Given extends { readonly type: "boolean" }
  ? boolean
  : Given extends { readonly type: "number" | "integer" }
    ? number
    : Given extends { readonly type: "choice"; readonly of: readonly (infer Name)[] }
      ? Name
      : Given extends { readonly type: "list"; readonly of: readonly (infer Name)[] }
        ? readonly Name[]
        : Given extends { readonly type: "list" | "texts" }
          ? readonly string[]
          : Given extends { readonly type: "string" }
            ? string
            : Given extends { readonly type: "parsed"; readonly parse: (text: string) => infer Value }
              ? Exclude<Value, undefined>
              : unknown;

type Always<List> = {
  [Name in keyof List]: List[Name] extends { readonly default: undefined }
    ? never
    : List[Name] extends { readonly default: unknown } | { readonly required: true }
      ? Name
      : never;
}[keyof List];

/** The values that a list of options gives: those with a default are always there. */
export type OptionValues<List> = { readonly [Name in Always<List>]: ValueOf<List[Name]> } & {
  readonly [Name in Exclude<keyof List, Always<List>>]?: ValueOf<List[Name]> | undefined;
};
