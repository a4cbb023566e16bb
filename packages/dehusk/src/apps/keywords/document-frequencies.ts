import type { Phrases } from "./find-phrases.ts";

export interface FrequencyOptions {
  /**
   * Most entries in memory; default 4 million, about 200 MB. Beyond that the rarest are dropped (lossy counting, Manku
   * and Motwani, VLDB 2002): a count may then be too high, by at most `slack`.
   */
  readonly most?: number | undefined;
}

/** A phrase's hash, and the number of documents it is in. */
export type FrequencyEntry = readonly [hash: number, documents: number];

/** The content of a document-frequency file. */
export interface FrequencyTable {
  readonly documents: number;
  /** Words and phrases in fewer documents have no entry. */
  readonly leastWords: number;
  readonly leastPhrases: number;
  readonly entries: Iterable<FrequencyEntry>;
}

export interface TrimOptions {
  /** Most entries for single words. Default 45,000. */
  readonly words?: number | undefined;
  /** Most entries for phrases. Default 20,000: with the words, a file of 350 KB. */
  readonly phrases?: number | undefined;
  /** Minimum number of documents for an entry. Default 3. */
  readonly least?: number | undefined;
}

/** What a lookup needs. */
export type KnownFrequencies = Pick<DocumentFrequencies, "documents" | "of">;

/**
 * Number of documents each word and phrase is in. Phrases are kept as 31-bit hashes: a table holds no text, is small,
 * and with 65,000 entries mistakes one phrase in 50,000 for another.
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

  /** @param table The content of a file, to look up or to extend. */
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

  /** Words in fewer documents have no entry. */
  get leastWords(): number {
    return this.#leastWords;
  }

  /** Phrases in fewer documents have no entry. */
  get leastPhrases(): number {
    return this.#leastPhrases;
  }

  /** Number of entries. */
  get size(): number {
    return this.#counts.size;
  }

  /** How far a count may be too high: a returning phrase is assumed to have been dropped with this count. */
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

  /** Number of documents a phrase is in; without an entry, one less than the least count that has one. */
  of(hash: number): number {
    return this.#counts.get(hash) ?? (isWord(hash) ? this.#leastWords : this.#leastPhrases) - 1;
  }

  /** Entries by ascending hash, so that the order of documents does not matter. */
  entries(): FrequencyEntry[] {
    return [...this.#counts].sort(([a], [b]) => a - b);
  }

  /**
   * The most frequent entries. Words get the larger part, to include the common words of languages that few of the
   * documents are in.
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

  /** The smallest count that at most `most` entries reach. */
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
