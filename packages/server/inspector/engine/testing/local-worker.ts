import type { WorkerLike } from "../engine-client.ts";
import type { Question, Reply } from "../messages.ts";
import { createEngine } from "../run-task.ts";

/** The real engine with asynchronous messages, like a worker's; `stuck` kinds are never answered. */
export class LocalWorker implements WorkerLike {
  onmessage: ((event: MessageEvent<Reply>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  readonly asked: Question[] = [];
  isEnded = false;
  readonly #engine = createEngine();
  readonly #stuck: readonly string[];

  constructor(...stuck: readonly string[]) {
    this.#stuck = stuck;
  }

  postMessage(question: Question): void {
    this.asked.push(question);
    if (this.#stuck.includes(question.kind)) return;
    setTimeout(() => {
      if (this.isEnded) return;
      const run = this.#engine[question.kind] as (input: unknown, progress: (note: string) => void) => unknown;
      let reply: unknown;
      try {
        reply = { id: question.id, answer: run(question.input, () => {}) };
      } catch (error) {
        reply = { id: question.id, failure: { code: "bad-input", message: (error as Error).message } };
      }
      this.onmessage?.({ data: reply } as MessageEvent<Reply>);
    });
  }

  terminate(): void {
    this.isEnded = true;
  }
}
