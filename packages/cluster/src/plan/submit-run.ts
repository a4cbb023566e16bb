import { Queue } from "bullmq";
import { connectRedis, queueName } from "../queue/redis.ts";
import { isDone } from "../results/finish-run.ts";
import { beginRun, endRun } from "../results/run-record.ts";
import { type RunData, runJob, runJobId } from "./run-job.ts";
import { type RunPlan, writePlan } from "./run-plan.ts";
import { stagesOf, tasksOf } from "./stages.ts";

export interface SubmitOptions {
  /** The address of Redis. */
  readonly redis: string;
  /** How often a task is tried before it counts as failed. Default 3. */
  readonly attempts?: number | undefined;
}

/** "added"; "running" when it was submitted before and is under way, "done" when its results are there. */
export type Submission = "added" | "running" | "done";

/**
 * Submits a run. Submitting it twice is harmless. One that failed, or whose Redis was lost, continues
 * from the files in its folder.
 *
 * @param out The folder for results, which all workers can write to under that name.
 * @throws DehuskError `bad-option` when the folder or the name belongs to another run, `bad-model` without Redis.
 */
export async function submitRun(out: string, plan: RunPlan, options: SubmitOptions): Promise<Submission> {
  const { attempts = 3 } = options;
  const redis = await connectRedis(options.redis);
  const queue = new Queue(queueName, { connection: redis });
  // Connection errors are reported by the call that needs the connection.
  queue.on("error", () => {});
  try {
    await writePlan(out, plan);
    if (await isDone(out, plan.id)) return "done";
    const stages = stagesOf(plan).map((stage) => [stage, tasksOf(plan, stage)] as const);
    const run = { name: plan.name, plan: plan.id, out, stages };
    let { round, isNew } = await beginRun(redis, run);
    if (!isNew && (await queue.getJobState(runJobId(plan.name, round))) === "failed") {
      await endRun(redis, plan.name, "failed");
      ({ round, isNew } = await beginRun(redis, run));
    }
    const data: RunData = { run: plan.name, out, plan: plan.id, round, attempts };
    // Harmless if it is running: whoever started it may have been killed before this line.
    await queue.add(runJob, data, {
      jobId: runJobId(plan.name, round),
      attempts: 5,
      backoff: { type: "exponential", delay: 1000 },
      removeOnComplete: true,
    });
    return isNew ? "added" : "running";
  } finally {
    await queue.close();
    redis.disconnect();
  }
}
