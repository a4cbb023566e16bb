import { availableParallelism } from "node:os";
import { type CommandCall, defineCommand, Exit, plainLine, talkOptions, workersOption } from "dehusk/internal/cli";
import type { OptionValues } from "dehusk/internal/options";
import { redisOption } from "./redis-option.ts";

const workOptions = {
  redis: redisOption,
  workers: { ...workersOption, help: "number of tasks at a time" },
  untilIdle: { type: "boolean", default: false, help: "stop when nothing is left to do" },
  grace: { type: "number", min: 0, default: 30, value: "seconds", help: "on SIGTERM, how long to wait for tasks" },
  lockMs: {
    type: "integer",
    min: 100,
    default: 60_000,
    value: "n",
    help: "milliseconds after which the tasks of a dead worker are taken over",
  },
  ...talkOptions,
  quiet: { ...talkOptions.quiet, help: "no lines about tasks" },
} as const;

export const workCommand = defineCommand({
  options: workOptions,
  details: `
Each task has a thread of its own. SIGTERM and SIGINT stop a worker when its tasks are done, or after --grace seconds; then
its tasks go back to the queue. Whatever else ends a worker, another one takes over its tasks after --lock-ms.`,
  exits: {
    0: "stopped as asked",
    1: "with --until-idle: a run is not done",
    2: "wrong usage",
    5: "Redis cannot be reached",
  },
  run: work,
});

async function work({ options, console }: CommandCall<OptionValues<typeof workOptions>>): Promise<number> {
  const { ClusterWorker } = await import("../index.ts");
  const worker = await ClusterWorker.start({
    redis: options.redis,
    tasks: options.workers ?? availableParallelism(),
    lockMilliseconds: options.lockMs,
    log: (message) => console.note(`${new Date().toISOString()} ${message}`),
  });
  const signal = await Promise.race([
    nextSignal(),
    options.untilIdle ? worker.untilIdle() : new Promise<undefined>(() => {}),
  ]);
  const unfinished = signal === undefined ? await worker.unfinished() : [];
  for (const sentence of unfinished) console.warn(plainLine(sentence));
  if (signal !== undefined) console.note(`${signal}: stopping, tasks have ${options.grace} s to finish`);
  if (!(await worker.stop(signal === undefined ? 0 : options.grace * 1000))) {
    console.warn("Redis cannot be reached: other workers take over the tasks at hand after --lock-ms.");
    // Reconnecting clients would keep the process alive.
    process.exit(Exit.Unusable);
  }
  return unfinished.length > 0 ? Exit.SomeFailed : Exit.Done;
}

/** The first signal to end; a second one ends the program at once. */
function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => resolve(signal));
  });
}
