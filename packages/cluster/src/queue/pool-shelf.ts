import { WorkerPool } from "dehusk/internal/batch";
import { lineSettings } from "../plan/line-settings.ts";
import type { RunPlan } from "../plan/run-plan.ts";

/** Threads that tasks of a run leave for the next: to start one takes as long as some tens of pages. */
export class PoolShelf {
  #plan = "";
  #idle: WorkerPool[] = [];

  /** A pool of one thread for the pages of a run. */
  async take(plan: RunPlan): Promise<WorkerPool> {
    if (plan.id !== this.#plan) await this.close();
    this.#plan = plan.id;
    const { settings } = plan;
    const { memoryMb } = settings;
    return this.#idle.pop() ?? new WorkerPool({ workers: 1, lines: lineSettings(settings), memoryMb });
  }

  /** Takes a pool back that has nothing left to do. */
  async giveBack(plan: RunPlan, pool: WorkerPool): Promise<void> {
    if (plan.id === this.#plan) this.#idle.push(pool);
    else await pool.close();
  }

  async close(): Promise<void> {
    const idle = this.#idle;
    this.#idle = [];
    this.#plan = "";
    await Promise.all(idle.map((pool) => pool.close()));
  }
}
