import { type ComponentChildren, createContext } from "preact";
import { useCallback, useContext, useRef, useState } from "preact/hooks";

const Announce = createContext<(text: string) => void>(() => {});

/** Announces something to screen readers, once things have settled. */
export function useAnnounce(): (text: string) => void {
  return useContext(Announce);
}

/** Milliseconds of quiet before an announcement, so that a slider does not chatter. */
const quietTime = 400;

/** Holds the live region in which announcements appear. */
export function Announcer({ children }: { readonly children: ComponentChildren }) {
  const [text, setText] = useState("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const announce = useCallback((next: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setText(next), quietTime);
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
