import { checkOptions, pickOptions } from "../basics/index.ts";
import { type PageSource, parseFrom, parseTable } from "../page/index.ts";
import { type Extraction, extract } from "./extract.ts";
import { type ExtractOptions, extractTable } from "./extract-options.ts";

/**
 * `extract` for asynchronous input: a `Response`, a stream, a `Blob`, or a promise of any input.
 *
 * @example
 * const { title, markdown } = await extractFrom(fetch("https://example.org/story"));
 *
 * @throws DehuskError as `extract`; `unreadable` when a stream breaks off.
 */
export async function extractFrom(
  source: PageSource | PromiseLike<PageSource>,
  options: ExtractOptions = {},
): Promise<Extraction> {
  checkOptions(options, extractTable);
  return extract(await parseFrom(source, pickOptions(options, parseTable)), options);
}
