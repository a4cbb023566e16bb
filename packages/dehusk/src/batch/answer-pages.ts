import type { PageRecord } from "../corpus/index.ts";
import { bytesOf, type ItemResult, packBatch } from "./work-item.ts";
import type { WorkerPool } from "./worker-pool.ts";

/** A record at its place among all. */
export interface PlacedRecord {
  readonly position: number;
  readonly record: PageRecord;
}

/** A record, and what came of it. */
export interface Answer extends PlacedRecord {
  readonly result: ItemResult;
}

/** Pages that go to a thread together: enough that handing them over costs little, few enough to hold. */
const mostRecords = 32;
const mostBytes = 2_000_000;
/** Batches under way for each thread. */
const ahead = 3;

/** Has records answered by threads, and gives the answers in the order of the records. */
export async function* answerPages(
  records: AsyncIterable<PlacedRecord>,
  pool: WorkerPool,
  threads: number,
): AsyncGenerator<Answer> {
  const underWay: Promise<Answer[]>[] = [];
  for await (const batch of batchesOf(records)) {
    const answers = pool
      .process(packBatch(batch.map(({ record }) => record)))
      .then((results) => results.map((result, i) => ({ ...(batch[i] as PlacedRecord), result })));
    // Whoever waits for it is told; until then nobody does.
    answers.catch(() => {});
    underWay.push(answers);
    if (underWay.length > ahead * threads) yield* (await underWay.shift()) as Answer[];
  }
  for (const answers of underWay) yield* await answers;
}

async function* batchesOf(records: AsyncIterable<PlacedRecord>): AsyncGenerator<PlacedRecord[]> {
  let batch: PlacedRecord[] = [];
  let bytes = 0;
  for await (const placed of records) {
    batch.push(placed);
    bytes += bytesOf(placed.record);
    if (batch.length < mostRecords && bytes < mostBytes) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
