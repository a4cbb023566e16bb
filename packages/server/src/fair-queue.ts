/**
 * Requests that wait for a thread, in two lanes: cheap and expensive ones. Within a lane clients take turns, so that a client with
 * a hundred requests delays another by one. The lanes take turns too, and expensive requests never hold the last thread: a cheap
 * one waits for cheap ones only.
 */

export interface Waiting {
  /** The client: requests with the same value share a turn. */
  readonly client: string;
  /** Whether it may hold a thread for long. */
  readonly isExpensive: boolean;
}

export class FairQueue<Item extends Waiting> {
  readonly #cheap = new Lane<Item>();
  readonly #expensive = new Lane<Item>();
  /** Whether the expensive lane is next when both wait. */
  #isDearNext = false;

  get length(): number {
    return this.#cheap.length + this.#expensive.length;
  }

  add(item: Item): void {
    this.#laneOf(item).add(item);
  }

  /** Removes a request; false if it is not waiting. */
  remove(item: Item): boolean {
    return this.#laneOf(item).remove(item);
  }

  /** @param mayBeExpensive Whether there is a thread for an expensive request. */
  take(mayBeExpensive: boolean): Item | undefined {
    const canBeExpensive = mayBeExpensive && this.#expensive.length > 0;
    if (!canBeExpensive) return this.#cheap.take();
    const isExpensive = this.#isDearNext || this.#cheap.length === 0;
    this.#isDearNext = !isExpensive;
    return (isExpensive ? this.#expensive : this.#cheap).take();
  }

  #laneOf({ isExpensive }: Waiting): Lane<Item> {
    return isExpensive ? this.#expensive : this.#cheap;
  }
}

/** The requests of clients who take turns. */
class Lane<Item extends Waiting> {
  /** In the order of their turns: a served client moves to the end. */
  readonly #clients = new Map<string, Set<Item>>();
  length = 0;

  add(item: Item): void {
    const items = this.#clients.get(item.client) ?? new Set();
    this.#clients.set(item.client, items.add(item));
    this.length++;
  }

  remove(item: Item): boolean {
    const items = this.#clients.get(item.client);
    if (items?.delete(item) !== true) return false;
    if (items.size === 0) this.#clients.delete(item.client);
    this.length--;
    return true;
  }

  take(): Item | undefined {
    for (const [client, items] of this.#clients) {
      const [item] = items as Set<Item>;
      this.#clients.delete(client);
      if (items.size > 1) this.#clients.set(client, items);
      items.delete(item as Item);
      this.length--;
      return item;
    }
    return undefined;
  }
}
