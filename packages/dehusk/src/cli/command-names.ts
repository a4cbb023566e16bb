/** All commands, for builds that hold only one of them. */
export const commandNames = [
  "extract",
  "detect",
  "segment",
  "batch",
  "cluster",
  "map",
  "reduce",
  "site",
  "stream",
  "train",
  "duplicates",
  "classify",
  "keywords",
  "experiment",
  "serve",
  "completion",
] as const;

export type CommandName = (typeof commandNames)[number];
