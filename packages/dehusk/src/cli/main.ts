import { loadPackage } from "../basics/index.ts";
import type { CommandName } from "./command-names.ts";
import { type CommandModule, type Commands, runProgram } from "./run-program.ts";

/** A command of a package that is installed separately. */
function apart(name: string, use: string, module = "command"): Promise<CommandModule> {
  return loadPackage<CommandModule>(`@dehusk/${name}/${module}`, use);
}

export const commands: Readonly<Record<CommandName, Commands[string]>> = {
  extract: ["extract the content of pages", () => import("./commands/extract.ts")],
  detect: ["score every part of a page: template or content", () => import("./commands/detect.ts")],
  segment: ["divide a page into segments", () => import("./commands/segment.ts")],
  chunk: ["cut the content of pages into chunks for language models", () => import("./commands/chunk.ts")],
  batch: ["extract the content of many pages, on all cores", () => import("./commands/batch.ts")],
  urls: ["find the pages of a site: sitemaps, feeds, links", () => import("./commands/urls.ts")],
  cluster: ["extract the content of many pages, on many machines", () => apart("cluster", "dehusk cluster")],
  map: ["pages in, lines by site out: for Slurm, Hadoop", () => import("./commands/map.ts")],
  reduce: ["lines of dehusk map in, results out: for Slurm, Hadoop", () => import("./commands/reduce.ts")],
  worker: ["pages in, results out, over pipes: for Spark, Dask, Ray", () => import("./commands/worker.ts")],
  site: ["find the templates that the pages of a site have in common", () => import("./commands/site.ts")],
  stream: [
    "find template blocks one page at a time, learning each site on the way",
    () => import("./commands/stream.ts"),
  ],
  train: ["train a model", () => import("./commands/train.ts")],
  duplicates: ["group pages with the same content", () => import("./commands/duplicates.ts")],
  classify: ["predict the topics of pages, learned from examples", () => import("./commands/classify.ts")],
  keywords: ["find the keywords of pages", () => import("./commands/keywords.ts")],
  experiment: ["run a paper's experiment on a data folder", () => apart("lab", "dehusk experiment")],
  mcp: ["serve tools to agents over the Model Context Protocol", () => apart("server", "dehusk mcp", "mcp-command")],
  serve: ["run the HTTP service and the inspector", () => apart("server", "dehusk serve")],
  completion: [
    "write a shell completion script",
    async () => ({ command: (await import("./commands/completion.ts")).completionCommand(() => commands) }),
  ],
};

/**
 * Runs one command line; returns the exit code.
 *
 * @param args The arguments after the program's name.
 */
export function main(args: readonly string[]): Promise<number> {
  return runProgram(args, commands);
}
