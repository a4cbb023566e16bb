/** All commands, for builds that hold only one of them. */
export const commandNames = [
  "extract",
  "detect",
  "segment",
  "chunk",
  "batch",
  "urls",
  "cluster",
  "map",
  "reduce",
  "worker",
  "site",
  "stream",
  "train",
  "duplicates",
  "classify",
  "keywords",
  "experiment",
  "mcp",
  "serve",
  "completion",
] as const;

export type CommandName = (typeof commandNames)[number];
