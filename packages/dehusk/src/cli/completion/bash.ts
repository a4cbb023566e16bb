import type { CommandLine } from "../command-tree.ts";

/** A completion script for bash: words of the line before the cursor choose what is offered. */
export function bashCompletion(commands: readonly CommandLine[]): string {
  const names = [...new Set(commands.map(({ name }) => name.split(" ")[0]))];
  const groups = [...new Set(commands.flatMap(({ name }) => (name.includes(" ") ? [name.split(" ")[0]] : [])))];
  const lines = [
    "# dehusk completion bash: put it into ~/.local/share/bash-completion/completions/dehusk",
    "_dehusk() {",
    `  local word=$2 before=$3 command=\${COMP_WORDS[1]} flags= values=`,
    "  COMPREPLY=()",
    `  if ((COMP_CWORD == 1)); then COMPREPLY=($(compgen -W '${names.join(" ")} help --help --version' -- "$word")); return; fi`,
  ];
  if (groups.length > 0) {
    lines.push(`  case $command in ${groups.join("|")})`, "    if ((COMP_CWORD == 2)); then", "      case $command in");
    for (const group of groups) {
      const subs = commands.filter(({ name }) => name.startsWith(`${group} `)).map(({ name }) => name.split(" ")[1]);
      lines.push(`        ${group}) COMPREPLY=($(compgen -W '${subs.join(" ")}' -- "$word")) ;;`);
    }
    lines.push("      esac", "      return", "    fi", `    command="$command \${COMP_WORDS[2]}" ;;`, "  esac");
  }
  lines.push('  case "$command" in');
  for (const { name, flags } of commands) {
    lines.push(`    '${name}')`, `      flags='${flags.map(({ long }) => long).join(" ")} --help'`);
    const chosen = flags.filter(({ choices }) => choices.length > 0);
    if (chosen.length > 0) {
      lines.push("      case $before in");
      for (const { long, short, choices } of chosen) {
        lines.push(`        ${short === undefined ? "" : `${short}|`}${long}) values='${choices.join(" ")}' ;;`);
      }
      lines.push("      esac");
    }
    lines.push("      ;;");
  }
  return [
    ...lines,
    "  esac",
    `  if [[ -n $values ]]; then COMPREPLY=($(compgen -W "$values" -- "$word"))`,
    `  elif [[ $word == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$word"))`,
    '  else COMPREPLY=($(compgen -f -- "$word")); fi',
    "}",
    "complete -o filenames -F _dehusk dehusk",
    "",
  ].join("\n");
}
