import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type Address, readAddress, writeAddress } from "./address.ts";

/** Where the user is: the address, and the id of a page on the shelf. */
export interface Place {
  readonly address: Address;
  /** Null on the start screen. */
  readonly page: string | null;
}

/**
 * The place in the inspector, in step with the browser's history: Back and forward change it, a reload keeps it.
 *
 * @returns The place; and a function to change it, with a new entry in the history or in place of the current one.
 */
export function usePlace(): [Place, (change: (last: Place) => Place, how: "push" | "replace") => void] {
  const [place, setPlace] = useState<Place>(currentPlace);
  const last = useRef(place);
  useEffect(() => {
    const follow = (): void => {
      const next = currentPlace();
      // A link to other settings, followed in the same window, is about the page that is open.
      last.current = history.state === null ? { ...next, page: last.current.page } : next;
      if (history.state === null) history.replaceState({ page: last.current.page }, "");
      setPlace(last.current);
    };
    addEventListener("popstate", follow);
    if (history.state === null) history.replaceState({ page: null }, "");
    return () => removeEventListener("popstate", follow);
  }, []);
  const change = useCallback((change: (last: Place) => Place, how: "push" | "replace") => {
    const next = change(last.current);
    last.current = next;
    const hash = writeAddress(next.address);
    const address = location.pathname + location.search + (hash === "" ? "" : `#${hash}`);
    setPlace(next);
    try {
      if (how === "push") history.pushState({ page: next.page }, "", address);
      else history.replaceState({ page: next.page }, "", address);
    } catch {
      // Browsers refuse when a slider changes it too often; the next change is written again.
    }
  }, []);
  return [place, change];
}

function currentPlace(): Place {
  const page: unknown = (history.state as { page?: unknown } | null)?.page;
  return { address: readAddress(location.hash), page: typeof page === "string" ? page : null };
}

/** A link to a place that works for others: what only this browser has is not in it. */
export function linkTo({ address }: Place): string {
  const hash = writeAddress(address);
  return location.origin + location.pathname + location.search + (hash === "" ? "" : `#${hash}`);
}
