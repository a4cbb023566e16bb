import { setTimeout } from "node:timers/promises";
import { DehuskError } from "dehusk/internal/basics";
import { type CommandCall, defineCommand, Exit, writeStdout } from "dehusk/internal/cli";
import type { OptionValues } from "dehusk/internal/options";
import type { RunStatus } from "../index.ts";
import { runTable } from "./cluster-table.ts";
import { redisOption } from "./redis-option.ts";

const statusOptions = {
  redis: redisOption,
  run: { type: "string", value: "name", help: "show one run only" },
  json: { type: "boolean", default: false, help: "write JSON" },
  watch: { type: "boolean", default: false, help: "repeat every two seconds, until all runs have ended" },
} as const;

export const statusCommand = defineCommand({
  options: statusOptions,
  details: "",
  exits: { 0: "nothing failed", 1: "tasks failed", 2: "wrong usage or no such run", 5: "Redis cannot be reached" },
  run: status,
});

async function status({ options }: CommandCall<OptionValues<typeof statusOptions>>): Promise<number> {
  const { readStatus } = await import("../index.ts");
  for (;;) {
    const runs = await readStatus(options.redis, options.run);
    if (options.run !== undefined && runs.length === 0) {
      throw new DehuskError("bad-option", `There is no run "${options.run}" in Redis.`);
    }
    const isRead = await writeStdout(options.json ? `${JSON.stringify({ version: 1, runs })}\n` : tableOf(runs));
    if (options.watch && isRead && runs.some(({ state }) => state === "running")) await setTimeout(2000);
    else return runs.some(({ state }) => state === "failed") ? Exit.SomeFailed : Exit.Done;
  }
}

function tableOf(runs: readonly RunStatus[]): string {
  return runs.length === 0 ? "There are no runs.\n" : `${runs.map(runTable).join("\n\n")}\n`;
}
