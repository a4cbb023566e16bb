import { timerLength } from "./timer-length.ts";

interface Waiting {
  readonly order: number;
  readonly start: () => void;
  readonly giveUp: () => void;
}

interface Host {
  busy: boolean;
  /** When it may next be asked, by `performance.now()`. */
  readyAt: number;
  readonly waiting: Waiting[];
}

export interface HostTurnsOptions {
  /** Hosts served in parallel. */
  readonly connections: number;
  /** Whether work of this order may start now; `wake` checks again. */
  readonly mayStart: (order: number) => boolean;
}

/**
 * A queue per host: one request at a time with a pause after each, at most `connections` hosts in parallel, round robin
 * between hosts. Work for one host runs in ascending `order`. Idle hosts are dropped.
 */
export class HostTurns {
  readonly #options: HostTurnsOptions;
  readonly #hosts = new Map<string, Host>();
  #running = 0;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: HostTurnsOptions) {
    this.#options = options;
  }

  /**
   * Runs work when its turn comes.
   *
   * @param pause Milliseconds to leave the host alone afterwards, given the result; undefined for a failure.
   * @throws What the work throws; an Error after `close`.
   */
  async run<T>(
    name: string,
    order: number,
    work: () => Promise<T>,
    pause: (result: T | undefined) => number,
  ): Promise<T> {
    const host = await this.#turn(name, order);
    let result: T | undefined;
    try {
      result = await work();
      return result;
    } finally {
      this.#running--;
      host.busy = false;
      host.readyAt = performance.now() + pause(result);
      this.wake();
    }
  }

  /** Starts all work that may start. */
  wake(): void {
    clearTimeout(this.#timer);
    const now = performance.now();
    let soonest = Number.POSITIVE_INFINITY;
    for (const [name, host] of this.#hosts) {
      if (this.#running >= this.#options.connections) return;
      if (host.busy) continue;
      if (host.readyAt > now) soonest = Math.min(soonest, host.readyAt);
      else if (host.waiting.length === 0) this.#hosts.delete(name);
      else this.#startNext(name, host);
    }
    if (soonest === Number.POSITIVE_INFINITY || this.#closed) return;
    this.#timer = setTimeout(() => this.wake(), timerLength(soonest - now));
  }

  /** Rejects all waiting work. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    for (const { waiting } of this.#hosts.values()) for (const { giveUp } of waiting.splice(0)) giveUp();
  }

  #turn(name: string, order: number): Promise<Host> {
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(new Error("The queue was closed."));
      if (this.#closed) return giveUp();
      const host = this.#hosts.get(name) ?? { busy: false, readyAt: 0, waiting: [] };
      this.#hosts.set(name, host);
      host.waiting.push({ order, start: () => resolve(host), giveUp });
      this.wake();
    });
  }

  #startNext(name: string, host: Host): void {
    let next = 0;
    for (const [i, { order }] of host.waiting.entries()) {
      if (order < (host.waiting[next] as Waiting).order) next = i;
    }
    if (!this.#options.mayStart((host.waiting[next] as Waiting).order)) return;
    const [chosen] = host.waiting.splice(next, 1) as [Waiting];
    host.busy = true;
    this.#running++;
    // To the end of the line, so other hosts come first next time.
    this.#hosts.delete(name);
    this.#hosts.set(name, host);
    chosen.start();
  }
}
