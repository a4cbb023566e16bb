import { setImmediate } from "node:timers/promises";
import { type BundleWriter, readBundle } from "../files/bundle-file.ts";

/** Numbers in one entry of a bundle. */
const numbersOfEntry = 4096;

/** Puts numbers, a few at a time, into partitions of a bundle. */
export class NumberWriter {
  readonly #bundle: BundleWriter;
  readonly #gathered = new Map<number, number[]>();

  constructor(bundle: BundleWriter) {
    this.#bundle = bundle;
  }

  async add(partition: number, ...numbers: readonly number[]): Promise<void> {
    const gathered = this.#gathered.get(partition);
    if (gathered === undefined) this.#gathered.set(partition, [...numbers]);
    else if (gathered.push(...numbers) >= numbersOfEntry) await this.#flush(partition, gathered);
  }

  /** Writes what is still buffered. */
  async end(): Promise<void> {
    for (const [partition, gathered] of this.#gathered) await this.#flush(partition, gathered);
  }

  async #flush(partition: number, gathered: readonly number[]): Promise<void> {
    this.#gathered.delete(partition);
    await this.#bundle.add(partition, "", new Uint8Array(Float64Array.from(gathered).buffer));
  }
}

/** The numbers of a partition, some thousand at a time, yielding to other work in between. */
export async function* readNumbers(path: string, plan: string, partition: number): AsyncGenerator<Float64Array> {
  for await (const { body } of readBundle(path, plan, partition)) {
    // A copy, because numbers must be aligned to 8 bytes.
    yield new Float64Array(Uint8Array.from(body).buffer);
    await setImmediate();
  }
}
