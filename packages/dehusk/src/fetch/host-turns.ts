import { timerLength } from "./timer-length.ts";

/** Somebody who waits to ask a host. */
interface Waiting {
  readonly order: number;
  readonly start: () => void;
  readonly giveUp: () => void;
}

interface Host {
  busy: boolean;
  /** When it may be asked again, on the clock of `performance.now()`. */
  readyAt: number;
  readonly waiting: Waiting[];
}

export interface HostTurnsOptions {
  /** How many hosts are asked at a time. */
  readonly connections: number;
  /** Whether the work of this order may start now; told to look again by `wake`. */
  readonly mayStart: (order: number) => boolean;
}

/**
 * Lets each host be asked by one at a time, with a pause in between, and all hosts by so many at a time; hosts take turns.
 * Of those who wait for a host, the one of the lowest order is next. Hosts that nobody waits for are forgotten.
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
   * Does some work when it is its turn.
   *
   * @param pause How long to leave the host alone afterwards, in milliseconds, by what came of the work; undefined for a
   *   failure.
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

  /** Starts what may start. */
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

  /** Ends the waiting of all who wait. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    for (const { waiting } of this.#hosts.values()) for (const { giveUp } of waiting.splice(0)) giveUp();
  }

  #turn(name: string, order: number): Promise<Host> {
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(new Error("Nobody waits for this any more."));
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
    // To the end of the line: other hosts come first next time.
    this.#hosts.delete(name);
    this.#hosts.set(name, host);
    chosen.start();
  }
}
