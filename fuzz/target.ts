import { DehuskError } from "dehusk/internal/basics";
import type { Find } from "./find.ts";
import type { Random } from "./random.ts";

/** A way into the product, with inputs made for it. */
export interface Target {
  readonly name: string;
  /** Makes an input, hands it over and says which promises it broke. */
  run(random: Random): Find[] | Promise<Find[]>;
  close?(): Promise<void>;
}

/** Calls a function that may refuse its input, but only with a `DehuskError`; undefined when it did. */
export function attempt<Result>(finds: Find[], call: () => Result): Result | undefined {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof DehuskError)) finds.push(thrown(error));
    return undefined;
  }
}

export function thrown(error: unknown): Find {
  const stack = error instanceof Error ? error.stack : undefined;
  return { oracle: "throws nothing but DehuskError", detail: (stack ?? String(error)).slice(0, 600) };
}

/** Texts anywhere in plain data that hold half of a surrogate pair. */
export function checkStrings(finds: Find[], data: unknown): void {
  const json = JSON.stringify(data) ?? "";
  // JSON writes halves that stand alone as escapes, and nothing else so: the page's own "\ud83d" has its backslash doubled.
  const lone = /(?<!\\)(?:\\\\)*\\ud[89a-f][\da-f]{2}/i.exec(json);
  if (lone !== null)
    finds.push({ oracle: "no lone surrogates", detail: json.slice(Math.max(0, lone.index - 60), lone.index + 20) });
  if (JSON.stringify(JSON.parse(json === "" ? "null" : json)) !== (json === "" ? "null" : json)) {
    finds.push({ oracle: "JSON is read back as it was", detail: json.slice(0, 200) });
  }
}
