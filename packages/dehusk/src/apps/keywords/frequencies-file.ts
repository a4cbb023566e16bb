import { base64ToBytes, bytesToBase64, DehuskError, isRecord, showValue } from "../../basics/index.ts";
import { DocumentFrequencies, type FrequencyEntry, type FrequencyOptions } from "./document-frequencies.ts";

/**
 * A document-frequency table as JSON: the entries by ascending hash, each as the delta from the previous hash and the
 * count, both as base-128 varints, in base64. About five characters per entry.
 */
export function writeFrequencies(frequencies: DocumentFrequencies): string {
  const { documents, leastWords, leastPhrases } = frequencies;
  const entries = frequencies.entries();
  const bytes: number[] = [];
  let before = -(2 ** 31);
  for (const [hash, count] of entries) {
    putNumber(bytes, hash - before);
    putNumber(bytes, count);
    before = hash;
  }
  const head = { version: 1, kind: "dehusk-document-frequencies", documents, leastWords, leastPhrases };
  return `${JSON.stringify({ ...head, entries: entries.length, packed: bytesToBase64(Uint8Array.from(bytes)) }, null, 1)}\n`;
}

/**
 * Reads what {@link writeFrequencies} wrote.
 *
 * @throws DehuskError `bad-model` with what is wrong.
 */
export function readFrequencies(text: string, options: FrequencyOptions = {}): DocumentFrequencies {
  try {
    return checkFrequencies(JSON.parse(text), options);
  } catch (error) {
    throw error instanceof DehuskError ? error : bad("it is not JSON");
  }
}

/** The same, from parsed JSON. */
export function checkFrequencies(file: unknown, options: FrequencyOptions = {}): DocumentFrequencies {
  if (!isRecord(file)) throw bad("it is not an object");
  const { version, kind, documents, leastWords, leastPhrases, entries, packed } = file;
  if (kind !== "dehusk-document-frequencies") {
    throw bad(`its kind is ${showValue(kind)}, expected "dehusk-document-frequencies"`);
  }
  if (version !== 1) throw bad(`its version is ${showValue(version)}, expected 1`);
  if (!isCount(documents, 0)) throw bad(`"documents" is ${showValue(documents)}, expected an integer`);
  if (!isCount(leastWords, 1)) throw bad(`"leastWords" is ${showValue(leastWords)}, expected a positive integer`);
  if (!isCount(leastPhrases, 1)) throw bad(`"leastPhrases" is ${showValue(leastPhrases)}, expected a positive integer`);
  if (typeof packed !== "string") throw bad('it lacks "packed"');
  const table = unpack(packed);
  if (table.length !== entries) throw bad(`it has ${table.length} entries, expected ${showValue(entries)}`);
  const most = table.reduce((max, [, count]) => Math.max(max, count), 0);
  if (most > documents) throw bad(`an entry counts ${most} of ${documents} documents`);
  return new DocumentFrequencies(options, { documents, leastWords, leastPhrases, entries: table });
}

function unpack(packed: string): FrequencyEntry[] {
  const bytes = bytesOf(packed);
  const table: FrequencyEntry[] = [];
  let at = 0;
  const take = (): number => {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = bytes[at++];
      if (byte === undefined || unit > 2 ** 28) throw bad("its entries are truncated");
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  };
  let hash = -(2 ** 31);
  while (at < bytes.length) {
    const step = take();
    if (step === 0 && table.length > 0) throw bad("it has a duplicate entry");
    hash += step;
    if (hash >= 2 ** 31) throw bad("an entry is out of range");
    table.push([hash, take()]);
  }
  return table;
}

function bytesOf(packed: string): Uint8Array {
  try {
    return base64ToBytes(packed);
  } catch {
    throw bad('"packed" is not base64');
  }
}

function putNumber(bytes: number[], value: number): void {
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
}

function isCount(value: unknown, least: number): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= least;
}

function bad(what: string): DehuskError {
  return new DehuskError("bad-model", `The document frequencies cannot be used: ${what}.`);
}
