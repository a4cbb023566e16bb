/**
 * A LevelDB that processes take turns with: LevelDB lets one process have a folder open at a time. Who waits for it keeps
 * touching a file that says so; who has it looks for such files from time to time, and closes it when there is one. A
 * process that dies gives way by dying. Nothing is asked of the system about other processes, which may run in another
 * container.
 */

import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ClassicLevel } from "classic-level";

/** How long one who works has the folder to himself when others wait, in milliseconds. */
const turnTime = 100;

/** How long one who waits waits before he tries again; and how soon one who is idle gives way. */
const pause = 10;

/** How long one who has given way stays away at most, if nobody comes. */
const longestAway = 1000;

/** How old the file of one who waits may be before he is taken for dead. */
const longestSilence = 2000;

const waitingFile = /^waiting-/;

/** What LevelDB, and we, put into a folder; and hidden files, which some systems put everywhere. */
const ownFile = /^(?:CURRENT|LOCK|LOG(?:\.old)?|MANIFEST-\d+|waiting-.*|\d+\.(?:log|ldb|sst|dbtmp)|\..*)$/;

export type Level = ClassicLevel<string, Uint8Array>;

let count = 0;

export class LevelTurns {
  readonly #path: string;
  /** The file that says that we wait. */
  readonly #waiting: string;
  #level: Level | undefined;
  #since = 0;
  #idleWatch: NodeJS.Timeout | undefined;
  #waitingHere = 0;
  /** The work that is being done, and all that waits for it. */
  #queue: Promise<unknown> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
    this.#waiting = join(path, `waiting-${hostname()}-${process.pid}-${++count}`);
  }

  /** Does some work while nobody else, here or in another process, does any. */
  use<Result>(work: (level: Level) => Promise<Result>): Promise<Result> {
    this.#waitingHere++;
    const turn = this.#queue.then(async () => work(await this.#open()));
    const after = (): Promise<void> => this.#afterWork();
    this.#queue = turn.then(after, after);
    return turn;
  }

  close(): Promise<void> {
    const closed = this.#queue.then(() => this.#closeLevel());
    this.#queue = closed.catch(() => {});
    return closed;
  }

  async #open(): Promise<Level> {
    if (this.#level !== undefined) return this.#level;
    mkdirSync(this.#path, { recursive: true });
    const other = readdirSync(this.#path).find((name) => !ownFile.test(name));
    if (other !== undefined) throw new Error(`it is a folder with other things in it, such as "${other}"`);
    let isWaiting = false;
    for (;;) {
      const level: Level = new ClassicLevel(this.#path, { keyEncoding: "utf8", valueEncoding: "view" });
      try {
        await level.open();
        if (isWaiting) rmSync(this.#waiting, { force: true });
        this.#level = level;
        this.#since = performance.now();
        this.#idleWatch = setInterval(() => this.#whenIdle(), pause).unref();
        return level;
      } catch (error) {
        if (!isLocked(error)) throw (error as Error).cause ?? error;
        writeFileSync(this.#waiting, "");
        isWaiting = true;
        await wait(pause);
      }
    }
  }

  async #afterWork(): Promise<void> {
    this.#waitingHere--;
    if (performance.now() - this.#since < turnTime) return;
    this.#since = performance.now();
    await this.#giveWay();
  }

  #whenIdle(): void {
    if (this.#waitingHere === 0) this.#queue = this.#queue.then(() => this.#giveWay());
  }

  /**
   * Closes the folder if others wait for it, and stays away until one of them has it. What is wrong with the folder is found
   * out by who uses it next.
   */
  async #giveWay(): Promise<void> {
    if (this.#level === undefined) return;
    try {
      const waiting = this.#othersWaiting();
      if (waiting.length === 0) return;
      await this.#closeLevel();
      for (let waited = 0; waited < longestAway; waited += pause) {
        await wait(pause);
        const still = new Set(this.#othersWaiting());
        if (waiting.some((name) => !still.has(name))) return;
      }
    } catch {}
  }

  #othersWaiting(): string[] {
    return readdirSync(this.#path).filter((name) => {
      if (!waitingFile.test(name)) return false;
      const path = join(this.#path, name);
      const touched = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
      if (touched === undefined) return false;
      const silence = Date.now() - touched;
      if (silence > 10 * longestSilence) rmSync(path, { force: true });
      return silence < longestSilence;
    });
  }

  async #closeLevel(): Promise<void> {
    const level = this.#level;
    this.#level = undefined;
    clearInterval(this.#idleWatch);
    await level?.close();
  }
}

function isLocked(error: unknown): boolean {
  return ((error as Error).cause as { code?: string } | undefined)?.code === "LEVEL_LOCKED";
}
