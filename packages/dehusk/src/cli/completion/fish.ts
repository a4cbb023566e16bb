import type { CommandLine } from "../command-tree.ts";

/** A completion script for fish, with the help of each command and flag. */
export function fishCompletion(commands: readonly CommandLine[]): string {
  const lines = [
    "# dehusk completion fish: put it into ~/.config/fish/completions/dehusk.fish",
    "complete -c dehusk -n __fish_use_subcommand -l help -d 'list the commands'",
    "complete -c dehusk -n __fish_use_subcommand -l version -d 'print the version'",
  ];
  const groups = new Set<string>();
  for (const { name, about, flags } of commands) {
    const [first = "", second] = name.split(" ");
    if (second === undefined) lines.push(command("__fish_use_subcommand", first, about));
    else {
      if (!groups.has(first)) lines.push(command("__fish_use_subcommand", first, `${first} commands`));
      groups.add(first);
      lines.push(command(`'__fish_seen_subcommand_from ${first}'`, second, about));
    }
    const seen = `'__fish_seen_subcommand_from ${second ?? first}'`;
    for (const { long, short, value, choices, isPath, help } of flags) {
      const parts = [`complete -c dehusk -n ${seen} -l ${long.slice(2)}`];
      if (short !== undefined) parts.push(`-s ${short.slice(1)}`);
      if (choices.length > 0) parts.push(`-x -a '${choices.join(" ")}'`);
      else if (value !== undefined) parts.push(isPath ? "-r -F" : "-x");
      lines.push(`${parts.join(" ")} -d '${quoted(help)}'`);
    }
  }
  return `${lines.join("\n")}\n`;
}

function command(where: string, name: string, about: string): string {
  return `complete -c dehusk -n ${where} -a ${name} -d '${quoted(about)}'`;
}

function quoted(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("'", "\\'");
}
