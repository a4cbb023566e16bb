/**
 * Runs an extractor in its own process, so that a hang, crash or leak affects nothing else and memory can be measured.
 *
 * A page that takes more processor time than the time-out, or that kills the process, is an error; a new process takes over.
 */

import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { groupCpuSeconds } from "./group-cpu.mjs";

const CHILD = fileURLToPath(new URL("./child.mjs", import.meta.url));
const LOAD_TIMEOUT_MS = 60_000;
/** A process that waits instead of working gets so many times the limit. */
const WAITING = 10;

/**
 * @typedef {{ ms?: number, cpuMs?: number, totalCpuMs?: number, text?: string, meta?: Record<string, unknown>, error?: string, markdown?: string,
 *   isPlain?: boolean, blocks?: import("../structure/block-breaks.mjs").Block[] }} Reply
 */

export class ExtractorProcess {
  #child = null;
  #timeoutMs;

  /**
   * @param {string} name an extractor's name
   * @param {{ timeoutMs: number }} options
   */
  constructor(name, { timeoutMs }) {
    this.name = name;
    this.#timeoutMs = timeoutMs;
    this.maxRss = 0;
    this.networkAttempts = 0;
    /** @type {string | null} of an extractor in another language */
    this.version = null;
    /** @type {string | null} why the extractor cannot be used */
    this.unavailable = null;
  }

  /** Starts the process; sets `unavailable` when the extractor does not load. */
  async start() {
    this.#child = fork(CHILD, [this.name], {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      execArgv: ["--max-old-space-size=4096"],
      env: { ...process.env, TZ: "UTC" },
      // A group of its own, to be ended with all that it has started: a hanging page may keep a Python busy for ever.
      detached: true,
    });
    const message = await this.#next(LOAD_TIMEOUT_MS);
    if (message.type === "ready") {
      this.version = message.version ?? null;
      return;
    }
    this.unavailable = message.message ?? message.error;
    this.stop();
  }

  /**
   * Has one page answered.
   *
   * @param {{ html: string, url: string | null }} page
   * @param {{ withStructure?: boolean }} [options] withStructure: answer with Markdown and blocks too
   * @returns {Promise<Reply>}
   */
  async ask({ html, url }, { withStructure = false } = {}) {
    if (this.#child === null) await this.start();
    if (this.unavailable !== null) return { error: this.unavailable };
    const pending = this.#next(this.#timeoutMs);
    this.#child.send({ html, url: url ?? null, withStructure }, () => {});
    const reply = await pending;
    if (reply.type !== "answer") {
      this.stop();
      return { error: reply.error };
    }
    this.maxRss = Math.max(this.maxRss, reply.maxRss);
    this.networkAttempts = Math.max(this.networkAttempts, reply.networkAttempts);
    return reply;
  }

  /** Ends the process; the next page starts a new one. */
  stop() {
    const pid = this.#child?.pid;
    this.#child = null;
    if (pid === undefined) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }

  /** The next message, or { error } after so much processor time or the process's end. */
  #next(timeoutMs) {
    const child = this.#child;
    const cpu = groupCpuSeconds(child.pid);
    const before = Number.isFinite(cpu) ? cpu : 0;
    const began = performance.now();
    return new Promise((resolve) => {
      const done = (message) => {
        clearTimeout(timer);
        child.off("message", done);
        child.off("exit", exited);
        resolve(message);
      };
      const exited = (code, signal) => done({ error: `process ended (${signal ?? `exit code ${code}`})` });
      // On a busy machine a second passes without a second of work: then it gets what it has not had.
      const check = () => {
        const left = timeoutMs - 1000 * (groupCpuSeconds(child.pid) - before);
        if (left > 0 && performance.now() - began < WAITING * timeoutMs) timer = setTimeout(check, Math.max(left, 100));
        else done({ error: `no answer in ${timeoutMs / 1000} s` });
      };
      let timer = setTimeout(check, timeoutMs);
      child.on("message", done);
      child.on("exit", exited);
    });
  }
}
