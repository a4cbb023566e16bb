import type { Phrases } from "./find-phrases.ts";

export interface FrequencyOptions {
  /**
   * Entries in memory at most; default 4 million, about 200 MB. When there are more, the rarest are forgotten (lossy
   * counting, Manku and Motwani, VLDB 2002): a count may then be too high, by `slack` at most.
   */
  readonly most?: number | undefined;
}

/** An entry of a table of document frequencies: a phrase's hash, and the documents that it is in. */
export type FrequencyEntry = readonly [hash: number, documents: number];

/** What a file of document frequencies holds. */
export interface FrequencyTable {
  readonly documents: number;
  /** What is in fewer documents has no entry: of single words, and of phrases. */
  readonly leastWords: number;
  readonly leastPhrases: number;
  readonly entries: Iterable<FrequencyEntry>;
}

export interface TrimOptions {
  /** Entries of single words at most. Default 45,000. */
  readonly words?: number | undefined;
  /** Entries of phrases at most. Default 20,000: with the words, a file of 350 KB. */
  readonly phrases?: number | undefined;
  /** Documents that the least of them is in. Default 3. */
  readonly least?: number | undefined;
}

/** What looking up needs. */
export type KnownFrequencies = Pick<DocumentFrequencies, "documents" | "of">;

/**
 * In how many documents each word and each phrase is. Phrases are kept as hashes of 31 bits: a table holds no text, is
 * small, and takes one phrase for another in a case of 50,000 when it has 65,000 entries.
 *
 * @example
 * const frequencies = new DocumentFrequencies();
 * for (const page of pages) frequencies.add(findPhrases(readWords(page)));
 * writeFile("frequencies.json", writeFrequencies(frequencies.trimmed()));
 */
export class DocumentFrequencies {
  #documents: number;
  readonly #leastWords: number;
  readonly #leastPhrases: number;
  #slack = 0;
  readonly #most: number;
  readonly #counts: Map<number, number>;

  /** @param table What a file holds, to look up or to count on. */
  constructor({ most = 4_000_000 }: FrequencyOptions = {}, table: FrequencyTable = emptyTable) {
    this.#most = most;
    this.#documents = table.documents;
    this.#leastWords = table.leastWords;
    this.#leastPhrases = table.leastPhrases;
    this.#counts = new Map(table.entries);
  }

  get documents(): number {
    return this.#documents;
  }

  /** A single word in fewer documents has no entry. */
  get leastWords(): number {
    return this.#leastWords;
  }

  /** A phrase in fewer documents has no entry. */
  get leastPhrases(): number {
    return this.#leastPhrases;
  }

  /** Entries. */
  get size(): number {
    return this.#counts.size;
  }

  /** How far a count may be too high: what comes back is taken to have been forgotten with this count. */
  get slack(): number {
    return this.#slack;
  }

  /** Counts the phrases of one document, each once. */
  add({ hash, count }: Pick<Phrases, "hash" | "count">): void {
    this.#documents++;
    for (let p = 0; p < count; p++) {
      const key = hash[p];
      this.#counts.set(key, (this.#counts.get(key) ?? this.#slack) + 1);
    }
    while (this.#counts.size > this.#most) {
      this.#slack++;
      for (const [key, documents] of this.#counts) if (documents <= this.#slack) this.#counts.delete(key);
    }
  }

  /** How many documents a phrase is in; for one without an entry, one less than the least count that has one. */
  of(hash: number): number {
    return this.#counts.get(hash) ?? (isWord(hash) ? this.#leastWords : this.#leastPhrases) - 1;
  }

  /** Entries by rising hash, so that the order of documents does not show. */
  entries(): FrequencyEntry[] {
    return [...this.#counts].sort(([a], [b]) => a - b);
  }

  /**
   * The most frequent entries. Words have the larger part: the common words of languages that few of the documents are in
   * must be among them.
   */
  trimmed({ words = 45_000, phrases = 20_000, least = 3 }: TrimOptions = {}): DocumentFrequencies {
    const sure = Math.max(least, 2 * this.#slack + 1);
    const leastWords = Math.max(sure, this.#leastWords, this.#leastOf(words, true));
    const leastPhrases = Math.max(sure, this.#leastPhrases, this.#leastOf(phrases, false));
    const entries = [...this.#counts].filter(([hash, documents]) => {
      return documents >= (isWord(hash) ? leastWords : leastPhrases);
    });
    const table = { documents: this.#documents, leastWords, leastPhrases, entries };
    return new DocumentFrequencies({ most: this.#most }, table);
  }

  /** The least count that no more than `most` entries have. */
  #leastOf(most: number, ofWords: boolean): number {
    const counts = [...this.#counts].filter(([hash]) => isWord(hash) === ofWords).map(([, documents]) => documents);
    const sorted = Int32Array.from(counts).sort();
    return sorted.length > most ? sorted[sorted.length - most - 1] + 1 : 1;
  }
}

const emptyTable: FrequencyTable = { documents: 0, leastWords: 1, leastPhrases: 1, entries: [] };

function isWord(hash: number): boolean {
  return (hash & 1) === 1;
}
