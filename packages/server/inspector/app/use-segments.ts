import { useEffect, useState } from "preact/hooks";
import type { EngineClient } from "../engine/engine-client.ts";
import type { FoundSegments, PageSource } from "../engine/messages.ts";
import type { Settings } from "../engine/settings.ts";
import { useAnswer } from "./use-answer.ts";

/** A segmentation: in progress, found, or aborted. */
export interface SegmentSearch {
  readonly found: FoundSegments | undefined;
  /** The current step; undefined if idle. */
  readonly note: string | undefined;
  /** Elapsed time. */
  readonly seconds: number;
  readonly failure: string | undefined;
  readonly cancel: () => void;
  readonly again: () => void;
}

/** Timeout in milliseconds. */
const limit = 60_000;
const delay = 250;

/**
 * Segments a page in a separate worker while wanted. If a page takes too long the worker is terminated, without
 * affecting the rest of the inspector.
 */
export function useSegments(
  engine: EngineClient,
  source: PageSource,
  settings: Settings,
  isWanted: boolean,
): SegmentSearch {
  const [note, setNote] = useState<string>();
  const [stopped, setStopped] = useState<string>();
  const [tries, setTries] = useState(0);
  const [seconds, setSeconds] = useState(0);
  const key = JSON.stringify([settings.lambda, settings.segmentModel, tries]);
  const { answer, failure, isStale } = useAnswer(
    source,
    !isWanted || stopped === key ? null : key,
    async () => {
      engine.use(source);
      setNote("Starting");
      setSeconds(0);
      const start = performance.now();
      const clock = setInterval(() => setSeconds(Math.round((performance.now() - start) / 1000)), 500);
      try {
        return await engine.ask("segment", settings, { limit, onProgress: setNote });
      } finally {
        clearInterval(clock);
        setNote(undefined);
      }
    },
    delay,
  );
  // Work that is no longer wanted, or wanted with other settings, is aborted.
  useEffect(() => () => engine.cancelIfBusy(), [key, isWanted, source]);
  return {
    found: answer,
    note: !isWanted || stopped === key ? undefined : (note ?? (isStale ? "Waiting" : undefined)),
    seconds,
    failure: stopped === key ? "Cancelled." : isStale ? undefined : failure,
    cancel: () => {
      setStopped(key);
      engine.cancel();
    },
    again: () => {
      setStopped(undefined);
      setTries(tries + 1);
    },
  };
}
