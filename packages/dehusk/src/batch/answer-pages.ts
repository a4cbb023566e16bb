import type { PageRecord } from "../corpus/index.ts";
import { bytesOf, type ItemResult, packBatch } from "./work-item.ts";
import type { WorkerPool } from "./worker-pool.ts";

/** A record and its index. */
export interface PlacedRecord {
  readonly position: number;
  readonly record: PageRecord;
}

/** A record and its results. */
export interface Answer extends PlacedRecord {
  readonly result: ItemResult;
}

/** Pages sent to a thread together: enough to make messages cheap, few enough to hold. */
const maxRecords = 32;
const maxBytes = 2_000_000;
/** Batches in flight per thread. */
const batchesPerThread = 3;

/** Has records answered by threads; yields the answers in input order. */
export async function* answerPages(
  records: AsyncIterable<PlacedRecord>,
  pool: WorkerPool,
  threads: number,
): AsyncGenerator<Answer> {
  const inFlight: Promise<Answer[]>[] = [];
  for await (const batch of batchesOf(records)) {
    const answers = pool
      .process(packBatch(batch.map(({ record }) => record)))
      .then((results) => results.map((result, i) => ({ ...(batch[i] as PlacedRecord), result })));
    // Handled by whoever awaits it; this only prevents an unhandled rejection until then.
    answers.catch(() => {});
    inFlight.push(answers);
    if (inFlight.length > batchesPerThread * threads) yield* (await inFlight.shift()) as Answer[];
  }
  for (const answers of inFlight) yield* await answers;
}

async function* batchesOf(records: AsyncIterable<PlacedRecord>): AsyncGenerator<PlacedRecord[]> {
  let batch: PlacedRecord[] = [];
  let bytes = 0;
  for await (const placed of records) {
    batch.push(placed);
    bytes += bytesOf(placed.record);
    if (batch.length < maxRecords && bytes < maxBytes) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
