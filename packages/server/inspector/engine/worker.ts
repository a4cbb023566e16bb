import type { Question, Reply, Warming } from "./messages.ts";
import { practise } from "./practise.ts";
import { createEngine } from "./run-task.ts";

/** The part of a worker's global scope used here; the types of windows and workers cannot be combined. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<Question | Warming>) => void) | null;
  postMessage(reply: Reply, transfer?: Transferable[]): void;
}

const scope = globalThis as unknown as WorkerScope;
const engine = createEngine();
let isNeeded = false;

scope.onmessage = ({ data }) => {
  if (data.kind === "warm") {
    void practise(createEngine(), () => isNeeded);
    return;
  }
  isNeeded = true;
  const { id, kind, input } = data;
  try {
    const run = engine[kind] as (input: unknown, progress: (note: string) => void) => unknown;
    const answer = run(input, (progress) => scope.postMessage({ id, progress }));
    scope.postMessage({ id, answer } as Reply, buffersOf(answer));
  } catch (error) {
    const { code = "failed", message } = error as { code?: string; message: string };
    scope.postMessage({ id, failure: { code, message } });
  }
};

/** The typed arrays of an answer are transferred, not copied. */
function buffersOf(answer: unknown): Transferable[] {
  if (typeof answer !== "object" || answer === null) return [];
  return Object.values(answer)
    .filter((value) => ArrayBuffer.isView(value))
    .map((view) => view.buffer as ArrayBuffer);
}
