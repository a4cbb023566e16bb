import { describeSpec } from "../basics/index.ts";
import { type CommandLine, commandTree, type FlagLine } from "./command-tree.ts";
import { commands } from "./main.ts";

/** All manual pages by the names of their files, made of the same tables as flags and help. */
export async function manPages(version: string): Promise<Record<string, string>> {
  const tree = await commandTree(commands);
  const pages: Record<string, string> = { "dehusk.1": overview(tree, version) };
  for (const line of tree) pages[`${pageName(line)}.1`] = manPage(line, tree, version);
  return pages;
}

function pageName({ name }: CommandLine): string {
  return `dehusk-${name.replaceAll(" ", "-")}`;
}

function overview(tree: readonly CommandLine[], version: string): string {
  const list = tree.flatMap((line) => [".TP", `.BR ${roff(pageName(line))} (1)`, sentence(line.about)]);
  return page("dehusk", version, "takes the husk off web pages", [
    ".SH SYNOPSIS",
    ".B dehusk",
    ".I command",
    ".RI [ inputs ...]",
    ".RI [ options ]",
    ".SH DESCRIPTION",
    "Finds what is content and what is template on web pages, and writes the content as Markdown, text, HTML or JSON.",
    "Data goes to standard output or to the file that \\fB\\-o\\fR names, everything else to standard error.",
    ".SH COMMANDS",
    ...list,
    ".SH FILES",
    ".TP",
    ".I .dehuskrc.json",
    "Options for commands run in that folder: those of one command under its name, those of all commands at the top level.",
  ]);
}

function manPage(line: CommandLine, tree: readonly CommandLine[], version: string): string {
  const { name, about, command, flags } = line;
  const { inputs } = command;
  const shown =
    inputs === undefined
      ? []
      : [`.RI ${inputs.required ? "" : "[ "}${inputs.name}${inputs.many ? " ..." : ""}${inputs.required ? "" : " ]"}`];
  const parts = [
    ".SH SYNOPSIS",
    `.B dehusk ${roff(name)}`,
    ...shown,
    ".RI [ options ]",
    ".SH DESCRIPTION",
    sentence(about),
    ...(command.details.trim() === "" ? [] : [".PP", ".nf", ...literal(command.details.trim()), ".fi"]),
    ...(flags.length === 0 ? [] : [".SH OPTIONS", ...flags.flatMap(optionLines)]),
    ".SH EXIT STATUS",
    ...Object.entries(command.exits).flatMap(([code, meaning]) => [".TP", `.B ${code}`, sentence(meaning)]),
  ];
  if (command.examples !== undefined) parts.push(".SH EXAMPLES", ".nf", ...literal(command.examples.join("\n")), ".fi");
  const others = tree.filter((other) => other !== line && other.name.split(" ")[0] === name.split(" ")[0]);
  parts.push(
    ".SH SEE ALSO",
    [".BR dehusk (1)", ...others.map((other) => `.BR ${roff(pageName(other))} (1)`)].join("\n"),
  );
  return page(pageName(line), version, about, parts);
}

function optionLines({ long, short, value, help, option }: FlagLine): string[] {
  const names = [short, long].filter((each) => each !== undefined).map((each) => `\\fB${roff(each)}\\fR`);
  const type = option.type === "parsed" ? option.must : option.type === "boolean" ? "" : describeSpec(option);
  const told = [sentence(help)];
  if (type !== "" && type !== "a string") told.push(`It must be ${roff(type)}.`);
  const usual = option.defaultText ?? (typeof option.default === "boolean" ? undefined : option.default);
  if (usual !== undefined && String(usual) !== "") told.push(`Default: ${roff(String(usual))}.`);
  if (option.env !== undefined) told.push(`Environment: ${roff(option.env)}.`);
  return [".TP", `${names.join(", ")}${value === undefined ? "" : ` \\fI${roff(value)}\\fR`}`, ...told];
}

function page(name: string, version: string, about: string, parts: readonly string[]): string {
  const head = [
    `.TH ${roff(name.toUpperCase())} 1 "" "dehusk ${version}" "Dehusk"`,
    ".SH NAME",
    `${roff(name)} \\- ${roff(about)}`,
  ];
  return `${[...head, ...parts].join("\n")}\n`;
}

function sentence(text: string): string {
  return roff(`${text.charAt(0).toUpperCase()}${text.slice(1)}.`);
}

/** Lines that are shown as they are. */
function literal(text: string): string[] {
  return text.split("\n").map(roff);
}

/** Text escaped for roff. */
function roff(text: string): string {
  return text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replace(/^[.']/, "\\&$&");
}
