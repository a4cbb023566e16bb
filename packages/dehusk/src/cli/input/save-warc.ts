import { DehuskError } from "../../basics/index.ts";
import { type Exchange, saveExchange, WarcWriter } from "../../corpus/index.ts";

/** Called with each request and its response; undefined if nothing is saved. */
type OnExchange = ((exchange: Exchange) => Promise<void>) | undefined;

/**
 * Runs some fetches and saves the exchanges in an archive, if one is named: also if a fetch fails, but not if the archive cannot
 * be written.
 *
 * @throws DehuskError `unwritable`; errors of fetching.
 */
export async function savingExchanges<T>(
  path: string | undefined,
  software: string,
  fetching: (onExchange: OnExchange) => Promise<T>,
): Promise<T> {
  if (path === undefined) return fetching(undefined);
  const warc = await WarcWriter.open(path, { software });
  let result: T;
  try {
    result = await fetching((exchange) => saveExchange(warc, exchange));
  } catch (error) {
    const isOwn = error instanceof DehuskError && error.code !== "unwritable";
    await (isOwn ? warc.close() : warc.abort());
    throw error;
  }
  await warc.close();
  return result;
}
