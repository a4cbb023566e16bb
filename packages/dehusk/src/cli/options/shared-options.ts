/** Options that several commands have. */

export function formatOption<const Formats extends readonly [string, ...string[]]>(...formats: Formats) {
  return {
    type: "choice",
    of: formats as Formats,
    default: formats[0] as Formats[0],
    short: "f",
    aliases: { md: "markdown", txt: "text" },
    value: "format",
    help: "output format",
  } as const;
}

export const outputOption = {
  type: "string",
  short: "o",
  value: "path",
  defaultText: "stdout",
  guarded: true,
  help: "output file",
} as const;

export const workersOption = {
  type: "integer",
  min: 1,
  short: "w",
  value: "n",
  defaultText: "number of cores",
  help: "number of threads",
} as const;

export const memoryOption = {
  type: "number",
  above: 0,
  value: "MB",
  help: "maximum memory of a thread",
} as const;
