import type { CommandLine, FlagLine } from "../command-tree.ts";

/** A completion function for zsh, with the help of each command and flag. */
export function zshCompletion(commands: readonly CommandLine[]): string {
  const groups = [...new Set(commands.flatMap(({ name }) => (name.includes(" ") ? [name.split(" ")[0]] : [])))];
  const plain = commands
    .filter(({ name }) => !name.includes(" "))
    .map(({ name, about }) => `'${name}:${quoted(about)}'`);
  const lines = [
    "#compdef dehusk",
    "# dehusk completion zsh: put it into a folder of $fpath, as _dehusk",
    "local -a commands",
    `commands=(${[...plain, ...groups.map((group) => `'${group}:${group} commands'`)].join(" ")})`,
    "if ((CURRENT == 2)); then _describe command commands; return; fi",
    "local command=$words[2]",
  ];
  for (const group of groups) {
    const subs = commands.filter(({ name }) => name.startsWith(`${group} `));
    const told = subs.map(({ name, about }) => `'${name.split(" ")[1]}:${quoted(about)}'`);
    lines.push(
      `if [[ $command == ${group} ]]; then`,
      `  if ((CURRENT == 3)); then commands=(${told.join(" ")}); _describe command commands; return; fi`,
      '  command="$command $words[3]"',
      "fi",
    );
  }
  lines.push('case "$command" in');
  for (const { name, flags } of commands) {
    const specs = flags.map((flag) => `    ${specOf(flag)}`).join(" \\\n");
    lines.push(`  '${name}') _arguments -s \\\n${specs} \\\n    '*:input:_files' ;;`);
  }
  return [...lines, "esac", ""].join("\n");
}

function specOf({ long, short, value, choices, help: told }: FlagLine): string {
  const help = `[${quoted(told).replace(/[[\]]/g, "\\$&")}]`;
  const after = value === undefined ? "" : `:${value}:${choices.length > 0 ? `(${choices.join(" ")})` : "_files"}`;
  if (short === undefined) return `'${long}${help}${after}'`;
  return `'(${short} ${long})'{${short},${long}}'${help}${after}'`;
}

/** Inside single quotes, where a colon parts a name from its help. */
function quoted(text: string): string {
  return text.replaceAll("'", "'\\''").replaceAll(":", "\\:");
}
