import type { EngineClient } from "./engine-client.ts";
import type { Judgement, OpenedPage, PageSource, ResultPage } from "./messages.ts";
import { judgingKey, type Settings } from "./settings.ts";

/** What a window asks about a page at once. */
export interface FirstAnswers {
  /** Key of the settings that they belong to. */
  readonly key: string;
  readonly judgement: Judgement;
  readonly result: ResultPage;
}

/** Milliseconds that a page waits for its result, so that both are drawn in one go. */
const patience = 1000;

/**
 * Opens a page and asks for its result in the same breath: the engine goes on without waiting for the window to draw.
 * Without first answers if they fail or take long; then they are asked for as usual.
 */
export async function openWithResult(
  engine: EngineClient,
  source: PageSource,
  settings: Settings,
): Promise<{ readonly page: OpenedPage; readonly first?: FirstAnswers }> {
  const opening = engine.open(source);
  const asked = Promise.all([engine.ask("judge", settings), engine.ask("result", settings)]).catch(() => undefined);
  const page = await opening;
  const answers = await Promise.race([asked, new Promise<undefined>((resolve) => setTimeout(resolve, patience))]);
  if (answers === undefined) return { page };
  const [judgement, result] = answers;
  return { page, first: { key: judgingKey(settings), judgement, result } };
}
