import type { AddedModel, OpenedPage, PageSource, Question, Reply, TaskKind, Tasks, Warming } from "./messages.ts";

/** Why a question has no answer, for users. */
export class EngineFailure extends Error {
  override readonly name = "EngineFailure";
  /** A code of the library, or `cancelled`, `limit-time`, `failed`. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export interface AskOptions {
  /** Timeout in milliseconds, after which the worker is terminated. Default 60,000. */
  readonly limit?: number;
  /** Called with progress notes. */
  readonly onProgress?: (note: string) => void;
}

interface Waiting {
  readonly onProgress: ((note: string) => void) | undefined;
  readonly timer: ReturnType<typeof setTimeout>;
  resolve(answer: unknown): void;
  reject(failure: EngineFailure): void;
}

/** The part of `Worker` used here. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<Reply>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(question: Question | Warming): void;
  terminate(): void;
}

const defaultLimit = 60_000;

/**
 * A worker that answers questions about a page. If it takes too long, or is cancelled, it is terminated: the next
 * question starts another, which first gets the page and the models.
 *
 * @example
 * const engine = new EngineClient(() => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }));
 * const page = await engine.open({ content: html, url: null, name: "pasted" });
 */
export class EngineClient {
  readonly #start: () => WorkerLike;
  readonly #waiting = new Map<number, Waiting>();
  readonly #models = new Map<string, string>();
  #worker: WorkerLike | undefined;
  #source: PageSource | undefined;
  #questions = 0;

  constructor(start: () => WorkerLike) {
    this.#start = start;
  }

  /** Starts the worker before it is needed and lets it practise, so that the first page is read sooner. */
  warm(): void {
    this.#running("open").postMessage({ kind: "warm" });
  }

  /** Opens a page; pending questions about the previous one are rejected. */
  async open(source: PageSource, options: AskOptions = {}): Promise<OpenedPage> {
    this.cancelIfBusy();
    this.#source = undefined;
    const opened = await this.#send("open", source, options);
    this.#source = source;
    return opened;
  }

  /** Sets the page for the next question, without starting anything. */
  use(source: PageSource): void {
    if (this.#source === source) return;
    this.cancel();
    this.#source = source;
  }

  async addModel(id: string, text: string): Promise<AddedModel> {
    const added = await this.#send("addModel", { id, text }, {});
    this.#models.set(id, text);
    return added;
  }

  /** Adds a model that another client has validated. */
  shareModel(id: string, text: string): void {
    this.#models.set(id, text);
    this.#worker?.postMessage({ id: 0, kind: "addModel", input: { id, text } });
  }

  /** @throws EngineFailure */
  ask<Kind extends TaskKind>(
    kind: Kind,
    input: Tasks[Kind]["input"],
    options: AskOptions = {},
  ): Promise<Tasks[Kind]["answer"]> {
    return this.#send(kind, input, options);
  }

  /** Terminates the worker and rejects all questions. */
  cancel(): void {
    this.#end(new EngineFailure("cancelled", "Cancelled."));
  }

  /** The same if something is in progress; an idle worker, which knows the page, is kept. */
  cancelIfBusy(): void {
    if (this.#waiting.size > 0) this.cancel();
  }

  #send<Kind extends TaskKind>(
    kind: Kind,
    input: Tasks[Kind]["input"],
    { limit = defaultLimit, onProgress }: AskOptions,
  ): Promise<Tasks[Kind]["answer"]> {
    const worker = this.#running(kind);
    const id = ++this.#questions;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        const seconds = Math.round(limit / 1000);
        this.#end(new EngineFailure("limit-time", `This took longer than ${seconds} seconds and was stopped.`));
      }, limit);
      this.#waiting.set(id, {
        onProgress,
        timer,
        resolve: (answer) => resolve(answer as Tasks[Kind]["answer"]),
        reject,
      });
      worker.postMessage({ id, kind, input });
    });
  }

  /** The worker; a new one gets the state of the previous one. */
  #running(kind: TaskKind): WorkerLike {
    if (this.#worker !== undefined) return this.#worker;
    const worker = this.#start();
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#receive(data);
    worker.onerror = (event) => {
      this.#end(new EngineFailure("failed", `The worker failed: ${event.message || "it could not be started"}.`));
    };
    const tell = (kind: TaskKind, input: Question["input"]) => worker.postMessage({ id: 0, kind, input });
    for (const [id, text] of this.#models) tell("addModel", { id, text });
    if (this.#source !== undefined && kind !== "open") tell("open", this.#source);
    return worker;
  }

  #receive(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    if (waiting === undefined) return;
    if ("progress" in reply) {
      waiting.onProgress?.(reply.progress);
      return;
    }
    this.#waiting.delete(reply.id);
    clearTimeout(waiting.timer);
    if ("failure" in reply) waiting.reject(new EngineFailure(reply.failure.code, reply.failure.message));
    else waiting.resolve(reply.answer);
  }

  #end(failure: EngineFailure): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const given = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { timer, reject } of given) {
      clearTimeout(timer);
      reject(failure);
    }
  }
}
