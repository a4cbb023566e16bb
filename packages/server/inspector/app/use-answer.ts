import { useEffect, useRef, useState } from "preact/hooks";
import { EngineFailure } from "../engine/engine-client.ts";

/** The last answer to a changing question. */
export interface Answered<Answer> {
  readonly answer: Answer | undefined;
  /** Why the last question has no answer, for users. */
  readonly failure: string | undefined;
  /** Whether a newer question is in progress. */
  readonly isStale: boolean;
}

/** An answer that came before its question. */
export interface Given<Answer> {
  readonly key: string;
  readonly answer: Answer;
}

interface Known<Answer> {
  readonly scope: unknown;
  readonly key: string;
  readonly answer: Answer | undefined;
  readonly failure: string | undefined;
}

/**
 * Asks again whenever the key changes, debounced, and one question at a time: of those that pile up meanwhile only the
 * last is asked. Answers to outdated questions are dropped; until there is a new one the old one stays, as long as it
 * has the same scope.
 *
 * @param scope What the question is about, such as a page; null if there is nothing to ask.
 * @param key Identifies the question; null if there is nothing to ask.
 * @param delay Milliseconds, for all but the first question about something.
 * @param given An answer to show at the start, without asking for it.
 */
export function useAnswer<Answer>(
  scope: unknown,
  key: string | null,
  ask: () => Promise<Answer>,
  delay = 0,
  given?: Given<Answer>,
): Answered<Answer> {
  const [known, setKnown] = useState<Known<Answer> | undefined>(() =>
    given === undefined ? undefined : { scope, failure: undefined, ...given },
  );
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    if (scope === null || key === null) return;
    if (known !== undefined && known.scope === scope && known.key === key && known.failure === undefined) return;
    let isCurrent = true;
    const run = async (): Promise<void> => {
      await turn.current;
      if (!isCurrent) return;
      const asked = ask();
      turn.current = asked.catch(() => {});
      try {
        const answer = await asked;
        if (isCurrent) setKnown({ scope, key, answer, failure: undefined });
      } catch (error) {
        if (!isCurrent || (error instanceof EngineFailure && error.code === "cancelled")) return;
        const failure = error instanceof Error ? error.message : String(error);
        setKnown((last) => ({
          scope,
          key,
          answer: last !== undefined && last.scope === scope ? last.answer : undefined,
          failure,
        }));
      }
    };
    // The first question about something has nothing to wait for.
    const timer = known?.scope === scope ? setTimeout(run, delay) : void run();
    return () => {
      isCurrent = false;
      if (timer !== undefined) clearTimeout(timer);
    };
  }, [scope, key]);
  if (known === undefined || known.scope !== scope || scope === null) {
    return { answer: undefined, failure: undefined, isStale: key !== null && scope !== null };
  }
  return { answer: known.answer, failure: known.failure, isStale: key !== null && known.key !== key };
}
