import { type ComponentChildren, createContext } from "preact";
import { useCallback, useContext, useRef, useState } from "preact/hooks";

const Announce = createContext<(text: string) => void>(() => {});

/** Says something to people who use a screen reader, once things have come to rest. */
export function useAnnounce(): (text: string) => void {
  return useContext(Announce);
}

/** Quiet for this many milliseconds before something is said, so that a slider does not chatter. */
const rest = 400;

/** Holds the live region in which announcements appear. */
export function Announcer({ children }: { readonly children: ComponentChildren }) {
  const [text, setText] = useState("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const announce = useCallback((next: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setText(next), rest);
  }, []);
  return (
    <Announce.Provider value={announce}>
      {children}
      <div class="unseen" role="status" aria-live="polite">
        {text}
      </div>
    </Announce.Provider>
  );
}
