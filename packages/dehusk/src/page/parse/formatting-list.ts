import type { Attribute } from "../tree-builder.ts";

/** An entry of the list of active formatting elements, in a linked list. */
export interface FormattingEntry {
  node: number;
  /** Its slot among the open elements when it was opened: still its slot if that holds the node. */
  slot: number;
  readonly tag: number;
  readonly attributes: readonly Attribute[];
  /** Where its tag lies in the source. */
  readonly start: number;
  readonly end: number;
  readonly isMarker: boolean;
  older: FormattingEntry | undefined;
  newer: FormattingEntry | undefined;
  /** Whether it is in the list. */
  isListed: boolean;
  /** Its {@link looksOf}, once asked for. */
  looks: string | undefined;
  /** Of a marker: the index of the entries before it. */
  index: FormattingIndex | undefined;
}

/** Entries after the last marker, indexed if there are many. */
interface FormattingIndex {
  readonly byNode: Map<number, FormattingEntry>;
  /** The newest last; removed ones are dropped once they are at the end. */
  readonly byTag: Map<number, FormattingEntry[]>;
  readonly byLooks: Map<string, Set<FormattingEntry>>;
}

/** "Noah's Ark clause": of elements that look alike, this many are kept. */
const arkCapacity = 3;
/** With more entries than this after the last marker, they are indexed. */
const mostUnindexed = 8;

/** The list of active formatting elements. Searches are constant in time, however long it gets. */
export class FormattingList {
  newest: FormattingEntry | undefined;
  /** Entries after the last marker. */
  #size = 0;
  readonly #outerSizes: number[] = [];
  #index: FormattingIndex | undefined;

  addMarker(): void {
    const marker = entryOf(0, 0, 0, [], 0, 0, true);
    marker.index = this.#index;
    this.#outerSizes.push(this.#size);
    this.#link(marker, this.newest);
    this.#index = undefined;
    this.#size = 0;
  }

  clearToMarker(): void {
    let entry = this.newest;
    while (entry !== undefined && !entry.isMarker) {
      entry.isListed = false;
      entry = entry.older;
    }
    this.newest = entry?.older;
    if (this.newest !== undefined) this.newest.newer = undefined;
    this.#index = entry?.index;
    this.#size = this.#outerSizes.pop() ?? 0;
  }

  /** Adds an element that was just opened; if too many look alike, the oldest is removed. */
  push(entry: FormattingEntry): void {
    const alike = this.#size < arkCapacity ? undefined : this.#oldestAlike(entry);
    if (alike !== undefined) this.remove(alike);
    this.#insert(entry, this.newest);
  }

  /** Adds an entry after another. It is the newest with its tag. */
  insertAfter(entry: FormattingEntry, older: FormattingEntry): void {
    this.#insert(entry, older);
  }

  remove(entry: FormattingEntry): void {
    if (!entry.isListed) return;
    entry.isListed = false;
    if (entry.newer === undefined) this.newest = entry.older;
    else entry.newer.older = entry.older;
    if (entry.older !== undefined) entry.older.newer = entry.newer;
    this.#size--;
    if (this.#index === undefined) return;
    this.#index.byNode.delete(entry.node);
    const looks = looksOf(entry);
    const alike = this.#index.byLooks.get(looks);
    alike?.delete(entry);
    if (alike?.size === 0) this.#index.byLooks.delete(looks);
  }

  /** Replaces the element of an entry. */
  replace(entry: FormattingEntry, node: number, slot: number): void {
    if (this.#index?.byNode.delete(entry.node)) this.#index.byNode.set(node, entry);
    entry.node = node;
    entry.slot = slot;
  }

  /** The newest entry with a tag after the last marker. */
  findTag(tag: number): FormattingEntry | undefined {
    if (this.#index !== undefined) {
      const entries = this.#index.byTag.get(tag) ?? [];
      while (entries.length > 0 && !entries[entries.length - 1].isListed) entries.pop();
      return entries.at(-1);
    }
    let entry = this.newest;
    while (entry !== undefined && !entry.isMarker && entry.tag !== tag) entry = entry.older;
    return entry?.isMarker ? undefined : entry;
  }

  /** The entry of an element after the last marker. */
  findNode(node: number): FormattingEntry | undefined {
    if (this.#index !== undefined) return this.#index.byNode.get(node);
    let entry = this.newest;
    while (entry !== undefined && !entry.isMarker && entry.node !== node) entry = entry.older;
    return entry?.isMarker ? undefined : entry;
  }

  #insert(entry: FormattingEntry, older: FormattingEntry | undefined): void {
    this.#link(entry, older);
    entry.isListed = true;
    this.#size++;
    if (this.#index !== undefined) addTo(this.#index, entry);
    else if (this.#size > mostUnindexed) this.#index = this.#indexAll();
  }

  #link(entry: FormattingEntry, older: FormattingEntry | undefined): void {
    const newer = older === this.newest ? undefined : older?.newer;
    entry.older = older;
    entry.newer = newer;
    if (older !== undefined) older.newer = entry;
    if (newer === undefined) this.newest = entry;
    else newer.older = entry;
  }

  #indexAll(): FormattingIndex {
    const index: FormattingIndex = { byNode: new Map(), byTag: new Map(), byLooks: new Map() };
    const entries: FormattingEntry[] = [];
    for (let e = this.newest; e !== undefined && !e.isMarker; e = e.older) entries.push(e);
    for (const entry of entries.reverse()) addTo(index, entry);
    return index;
  }

  /** The oldest entry that looks like another, if there are as many as the clause allows. */
  #oldestAlike(entry: FormattingEntry): FormattingEntry | undefined {
    if (this.#index !== undefined) {
      const alike = this.#index.byLooks.get(looksOf(entry));
      return alike !== undefined && alike.size >= arkCapacity ? alike.values().next().value : undefined;
    }
    let oldest: FormattingEntry | undefined;
    let count = 0;
    for (let e = this.newest; e !== undefined && !e.isMarker; e = e.older) {
      if (e.tag !== entry.tag || e.attributes.length !== entry.attributes.length || looksOf(e) !== looksOf(entry))
        continue;
      oldest = e;
      count++;
    }
    return count >= arkCapacity ? oldest : undefined;
  }
}

export function entryOf(
  node: number,
  slot: number,
  tag: number,
  attributes: readonly Attribute[],
  start: number,
  end: number,
  isMarker = false,
): FormattingEntry {
  return {
    node,
    slot,
    tag,
    attributes,
    start,
    end,
    isMarker,
    older: undefined,
    newer: undefined,
    isListed: false,
    looks: undefined,
    index: undefined,
  };
}

/** A string that is the same for elements with the same tag and attributes. NUL occurs in neither names nor values. */
function looksOf(entry: FormattingEntry): string {
  if (entry.looks === undefined) {
    const pairs = entry.attributes.map(({ name, value }) => `\0${name}\0${value}`).sort();
    entry.looks = entry.tag + pairs.join("");
  }
  return entry.looks;
}

function addTo(index: FormattingIndex, entry: FormattingEntry): void {
  index.byNode.set(entry.node, entry);
  const sameTag = index.byTag.get(entry.tag);
  if (sameTag === undefined) index.byTag.set(entry.tag, [entry]);
  else sameTag.push(entry);
  const looks = looksOf(entry);
  const alike = index.byLooks.get(looks);
  if (alike === undefined) index.byLooks.set(looks, new Set([entry]));
  else alike.add(entry);
}
