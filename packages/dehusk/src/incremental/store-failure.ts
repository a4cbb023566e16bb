import { DehuskError } from "../basics/index.ts";

/** The error for an unusable store. */
export function storeFailure(place: string, cause: unknown): DehuskError {
  if (cause instanceof DehuskError) return cause;
  // A host with many addresses, none of which answers, gives an error without a message.
  const { message, code } = cause as Error & { code?: unknown };
  const why = message || String(code ?? cause);
  return new DehuskError("bad-model", `The store "${withoutPassword(place)}" cannot be used: ${why}.`, { cause });
}

/** Longest site name: it is a key of the store. */
const longestName = 500;

/** @throws DehuskError `bad-option` for a name that not all stores can hold. */
export function checkSiteName(site: string): void {
  if (site.length <= longestName && !/[\p{Control}\p{Surrogate}]/u.test(site)) return;
  throw new DehuskError(
    "bad-option",
    `The name of a site has at most ${longestName} characters and no control characters: ${JSON.stringify(site.slice(0, 60))}.`,
  );
}

/** An address without its password, even if the password makes it invalid. */
function withoutPassword(place: string): string {
  if (!/^postgres(?:ql)?:\/\//i.test(place)) return place;
  return place.replace(/([?&]password=)[^&]*/gi, "$1…").replace(/^(\w+:\/\/[^:@/?#]*):.*@/s, "$1:…@");
}
