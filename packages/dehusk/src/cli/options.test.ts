import { Command as Program } from "commander";
import { describe, expect, test } from "vitest";
import * as cluster from "../../../cluster/src/command/index.ts";
import * as lab from "../../../lab/src/command/index.ts";
import * as server from "../../../server/src/command/index.ts";
import * as mcp from "../../../server/src/mcp-command/index.ts";
import { checkOptions, describeSpec, type OptionSpec, type SpecTable } from "../basics/index.ts";
import { pageLineTable, planTable } from "../batch/index.ts";
import { chunkTable } from "../chunks/index.ts";
import { detect, detectTable, operatingPointTable } from "../detect/index.ts";
import { extract, extractTable } from "../extract/index.ts";
import { estimateBoxes } from "../layout/index.ts";
import {
  chunkHelp,
  detectHelp,
  extractHelp,
  flagOf,
  type OfferedHelp,
  type Option,
  type OptionList,
  operatingPointHelp,
  planHelp,
  segmentHelp,
} from "../options/index.ts";
import { parse, parseTable } from "../page/index.ts";
import { segment, segmentTable } from "../segment/index.ts";
import { SiteBuilder } from "../site/index.ts";
import { buildCommand } from "./build-command.ts";
import { type Command, type CommandGroup, isGroup } from "./command.ts";
import { commands } from "./main.ts";
import { generalOptions } from "./options/general-options.ts";

const page = parse("<nav><a href=/>Home</a></nav><p>Some words.");

/** Values that only a program can pass, by the names of their options. */
const objects: Readonly<Record<string, unknown>> = {
  boxes: estimateBoxes(page),
  model: "default",
  site: new SiteBuilder().finish(),
  onSite: new Uint8Array(page.size),
  templatesOf: () => undefined,
};

/** A value that an option takes; undefined where a test has none. */
function validValue(name: string, spec: OptionSpec): unknown {
  switch (spec.type) {
    case "boolean":
      return true;
    case "string":
      return "utf-8";
    case "number":
    case "integer":
      return spec.default ?? spec.max ?? spec.min ?? 1;
    case "choice":
      return spec.of.at(-1);
    case "texts":
      return [".de"];
    case "list":
      return spec.of?.slice(0, 1) ?? ["de"];
    case "group":
      return Object.fromEntries(Object.entries(spec.of).map(([each, own]) => [each, validValue(each, own)]));
    case "object":
      return objects[name];
  }
}

const verbs: Readonly<Record<string, readonly [SpecTable, (options: object) => unknown]>> = {
  parse: [parseTable, (options) => parse(page, options)],
  detect: [detectTable, (options) => detect(page, options)],
  extract: [extractTable, (options) => extract(page, options).text],
  segment: [segmentTable, (options) => segment(page, options)],
  pageLine: [pageLineTable, (options) => checkOptions(options, pageLineTable)],
};

describe.each(Object.entries(verbs))("options of %s", (_, [table, call]) => {
  test.each(Object.entries(table))(
    "%s: a valid value is taken, a wrong one and a misspelled name are not",
    (name, spec) => {
      const value = validValue(name, spec);
      // Styles come from a browser only.
      if (name !== "styles") expect(value).toBeDefined();
      expect(() => call({ [name]: value })).not.toThrow();
      expect(() => call({ [name]: Symbol.iterator })).toThrow(`Option "${name}" must be ${describeSpec(spec)}, not `);
      const misspelled = `${name}z`;
      expect(() => call({ [misspelled]: value })).toThrow(
        `Unknown option "${misspelled}"; did you mean "${name}"? Known options: ${Object.keys(table).join(", ")}.`,
      );
    },
  );
});

async function allCommands(): Promise<(readonly [name: string, about: string, command: Command])[]> {
  const apart: Readonly<Record<string, { readonly command: Command | CommandGroup }>> = {
    cluster,
    experiment: lab,
    mcp,
    serve: server,
  };
  const found: (readonly [string, string, Command])[] = [];
  for (const [name, [about, load]] of Object.entries(commands)) {
    const { command } = apart[name] ?? (await load());
    if (!isGroup(command)) found.push([name, about, command]);
    else for (const [sub, each] of Object.entries(command.commands)) found.push([`${name} ${sub}`, each.about, each]);
  }
  return found;
}

/** The tables whose options a command offers, with their help. */
const tables: Readonly<Record<string, readonly (readonly [SpecTable, Readonly<Record<string, OfferedHelp>>])[]>> = {
  extract: [
    [extractTable, extractHelp],
    [operatingPointTable, operatingPointHelp],
  ],
  chunk: [[chunkTable, chunkHelp]],
  detect: [
    [detectTable, detectHelp],
    [operatingPointTable, operatingPointHelp],
  ],
  segment: [[segmentTable, segmentHelp]],
  batch: [[planTable, planHelp]],
  map: [[planTable, planHelp]],
  reduce: [[planTable, planHelp]],
  "cluster submit": [[planTable, planHelp]],
};

test("what writes, connects, runs or may reach more is not set by a file that is found", async () => {
  const wide = new Set([
    ..."output out saveImages report saveWarc writeFrequencies overwrite store redis".split(" "),
    ..."browser javascript host allowFetch allowHosts allowPrivate ignoreRobots".split(" "),
  ]);
  const open = (await allCommands()).flatMap(([name, , { options }]) =>
    Object.keys(options).flatMap((option) =>
      wide.has(option) && options[option]?.guarded !== true ? [`${name}: ${option}`] : [],
    ),
  );
  expect(open).toEqual([]);
});

test("every command's help lists every option of its own and of its tables", async () => {
  const all = await allCommands();
  expect(all.length).toBe(23);
  expect(Object.keys(tables).filter((name) => !all.some(([each]) => each === name))).toEqual([]);
  for (const [name, , command] of all) {
    const help = buildCommand(new Program(name), command, () => {}).helpInformation();
    const flags = Object.entries(command.options).map(([option, own]) => typedFlag(option, own));
    for (const [table, helps] of tables[name] ?? []) {
      for (const [option, own] of Object.entries(helps)) {
        if (!own.in.includes("command")) continue;
        expect(command.options).toHaveProperty(option);
        flags.push(typedFlag(option, { ...table[option], ...own } as Option));
      }
    }
    for (const flag of flags)
      expect({ name, flag, isListed: listed(help, flag) }).toEqual({ name, flag, isListed: true });
  }
});

test("no two options of a command share a flag", async () => {
  for (const [name, , command] of await allCommands()) {
    const options = Object.entries(command.options);
    const flags = [
      ...options.map(([each, own]) => typedFlag(each, own)),
      ...options.flatMap(([, { short }]) => short ?? []),
    ];
    expect({ name, flags: [...new Set(flags)] }).toEqual({ name, flags });
  }
});

function typedFlag(name: string, option: Option): string {
  return `--${option.type === "boolean" && option.default === true ? "no-" : ""}${flagOf(name, option)}`;
}

function listed(help: string, flag: string): boolean {
  return new RegExp(`^ +(?:-\\w, )?${flag}[ \\n]`, "m").test(help);
}

const introduction = `# Command line

Every command and option, and the names of options in the library and over HTTP, where they exist there too.
[Configuration files](formats.md#configuration) take the same names. \`npm run docs\` generates this page from the code.

## Options of all commands that read pages
`;

test("docs/reference/command-line.md lists every option", async () => {
  const all = await allCommands();
  const parts = [introduction, tableOf(generalOptions, "")];
  for (const [name, about, command] of all) {
    const own = Object.entries(command.options).filter(([each, option]) => !isGeneral(each, option));
    parts.push(`## dehusk ${name}\n\n${about.charAt(0).toUpperCase()}${about.slice(1)}.\n`);
    const exits = Object.entries(command.exits).map(([code, meaning]) => `${code} ${meaning}`);
    parts.push(`Exit codes: ${exits.join("; ")}.\n`);
    if (own.length > 0) parts.push(tableOf(Object.fromEntries(own), name));
    const others = (tables[name] ?? []).flatMap(([table, helps]) =>
      Object.entries(helps)
        .filter(([, help]) => help.in.length === 0)
        .map(([option, help]) => `- \`${option}\`: ${help.help} (${describeSpec(table[option] as OptionSpec)})`),
    );
    if (others.length > 0) parts.push(`In the library only:\n\n${others.join("\n")}\n`);
    if (command.details.trim() !== "") parts.push(`\`\`\`text\n${command.details.trim()}\n\`\`\`\n`);
    if (command.examples !== undefined) parts.push(`\`\`\`sh\n${command.examples.join("\n")}\n\`\`\`\n`);
  }
  const text = parts.join("\n");
  let count = 0;
  for (const [name, , command] of all) {
    const from = text.indexOf(`\n## dehusk ${name}\n`);
    const section = text.slice(from, text.indexOf("\n## ", from + 1) >>> 0);
    for (const [each, option] of Object.entries(command.options)) {
      const row = `\`${typedFlag(each, option)}\` |`;
      expect(isGeneral(each, option) ? text : section, name).toContain(row);
      count++;
    }
  }
  console.log(`${all.length} commands with ${count} options are in the reference`);
  await expect(text).toMatchFileSnapshot("../../../../docs/reference/command-line.md");
});

function isGeneral(name: string, option: Option): boolean {
  return name in generalOptions && JSON.stringify(generalOptions[name as never]) === JSON.stringify(option);
}

function tableOf(options: OptionList, command: string): string {
  const rows = Object.entries(options).map(([name, option]) => {
    const short = option.short === undefined ? "" : `\`-${option.short}\`, `;
    const cells = [
      `${short}\`${typedFlag(name, option)}\``,
      typedFlag(name, option).startsWith("--no-") ? `do not ${option.help}` : option.help,
      typeOf(option),
      defaultOf(option),
      placesOf(name, command),
    ];
    return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  });
  return ["| flag | | value | default | elsewhere |", "|---|---|---|---|---|", ...rows, ""].join("\n");
}

const limitNames: Readonly<Record<string, string>> = {
  limitBytes: "bytes",
  limitNodes: "nodes",
  limitDepth: "depth",
  limitMs: "milliseconds",
};

/** What an option is called besides its flag. */
function placesOf(name: string, command: string): string {
  const limit = limitNames[name];
  if (limit !== undefined) return `\`limits.${limit}\` (library)`;
  const found = (tables[command] ?? []).find(([table]) => Object.hasOwn(table, name));
  const places = found?.[1][name]?.in.includes("http") && command in verbs ? "library, HTTP" : "library";
  return found === undefined ? "" : `\`${name}\` (${places})`;
}

function typeOf(option: Option): string {
  if (option.type === "parsed") return option.must;
  return option.type === "boolean" ? "" : describeSpec(option);
}

function defaultOf({ defaultText, default: value }: Option): string {
  if (defaultText !== undefined) return defaultText;
  return value === undefined || typeof value === "boolean" ? "" : String(value);
}
