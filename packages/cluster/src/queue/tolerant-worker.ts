import { type Job, type JobJson, Worker } from "bullmq";

/**
 * A BullMQ worker that survives a job whose record in Redis is not JSON. BullMQ's own takes such a job, fails to read it, and
 * leaves it to be taken again, forever. Here it becomes a job without data, which its task refuses.
 */
export class TolerantWorker<Data> extends Worker<Data> {
  protected override createJob(raw: JobJson, id: string): Job<Data> {
    try {
      return super.createJob(raw, id);
    } catch {
      const { name, timestamp, parentKey } = raw;
      const bare = { id, name, timestamp, parentKey, data: "null", opts: "{}", progress: "0" };
      return super.createJob(bare as unknown as JobJson, id);
    }
  }
}
