import { useEffect, useState } from "preact/hooks";

/** Windows too narrow for panels side by side. */
export const narrow = "(max-width: 60rem)";

/** Whether a media query matches. */
export function useMedia(query: string): boolean {
  const [holds, setHolds] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const follow = (): void => setHolds(media.matches);
    follow();
    media.addEventListener("change", follow);
    return () => media.removeEventListener("change", follow);
  }, [query]);
  return holds;
}
