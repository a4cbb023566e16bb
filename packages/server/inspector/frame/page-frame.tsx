import { painterHash, painterScript } from "virtual:painter";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { frameDocument } from "./frame-document.ts";
import { type FrameOutline, type FrameState, readEvent } from "./messages.ts";

export type { FrameOutline } from "./messages.ts";

interface PageFrameProps {
  /** The page from `framePage`. */
  readonly html: string;
  /** From 0 (content) to 1 (template) for each node, NaN for none; null for no colours. */
  readonly heat: Float32Array | null;
  readonly outlines: readonly FrameOutline[];
  readonly selected: number | null;
  /** The node that is pointed at elsewhere: it lights up. */
  readonly pointed?: number | null | undefined;
  /** Whether the frame stays empty until something more urgent is drawn. */
  readonly isHeld?: boolean | undefined;
  /** Whether the pointer is known to be elsewhere, such as in another frame. */
  readonly isAway?: boolean | undefined;
  readonly onHover: (node: number | null) => void;
  readonly onSelect: (node: number) => void;
  /** Called when the page has been laid out, also if it cannot be coloured. */
  readonly onLoad?: (() => void) | undefined;
  /** Called with whether the page has a dark ground, which its colours follow. */
  readonly onReady?: ((dark: boolean) => void) | undefined;
  /** Accessible name of the frame. */
  readonly title: string;
  /** The colour scheme for pages that support both. */
  readonly scheme: "light" | "dark";
}

/**
 * A page as it looks, coloured by score, with outlines; reports hover, focus and clicks by node. The page is in a
 * sandbox without an origin, whose policy lets nothing load and nothing run but our painter. Escape leaves it. Fills
 * its parent.
 */
export function PageFrame(props: PageFrameProps) {
  const { html, heat, outlines, selected, pointed = null, isHeld = false, isAway = false, title, scheme } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [ready, setReady] = useState("");
  const [late, setLate] = useState("");
  const token = useMemo(newToken, [html]);
  const srcdoc = useMemo(
    () => frameDocument(html, { painterScript, painterHash }, token, location.origin),
    [html, token],
  );
  const hovered = useRef<number | null>(null);
  const listener = useRef(props);
  listener.current = props;

  // Before the frame can have loaded: it reports ready only once.
  useLayoutEffect(() => {
    const listen = (message: MessageEvent): void => {
      const from = frame.current?.contentWindow;
      if (!from || message.source !== from || message.origin !== "null") return;
      const event = readEvent(message.data, token);
      if (event?.type === "ready") {
        setReady(token);
        listener.current.onReady?.(event.dark);
      } else if (event?.type === "hover") {
        hovered.current = event.node;
        listener.current.onHover(event.node);
      } else if (event?.type === "select") listener.current.onSelect(event.node);
      else if (event?.type === "leave") box.current?.focus();
    };
    addEventListener("message", listen);
    return () => removeEventListener("message", listen);
  }, [token]);

  const isReady = ready === token;
  const tell = (state: FrameState): void => {
    // The frame's origin is opaque.
    if (isReady) frame.current?.contentWindow?.postMessage({ token, ...state }, "*");
  };
  useEffect(() => tell({ heat }), [isReady, heat]);
  useEffect(() => tell({ outlines }), [isReady, outlines]);
  useEffect(() => tell({ selected }), [isReady, selected]);
  useEffect(() => tell({ pointed }), [isReady, pointed]);
  const leave = (): void => {
    if (hovered.current !== null) tell({ left: true });
    hovered.current = null;
  };
  useEffect(() => {
    if (isAway) leave();
  }, [isReady, isAway]);
  useEffect(() => {
    // A pointer that moves outside the frame is not in it.
    addEventListener("mousemove", leave, { passive: true });
    return () => removeEventListener("mousemove", leave);
  }, [isReady]);

  return (
    <div ref={box} class="page-frame" tabIndex={-1} aria-busy={!isReady} data-pointed={pointed} style={boxStyle}>
      {isHeld ? null : (
        <iframe
          key={token}
          ref={frame}
          title={title}
          sandbox="allow-scripts"
          referrerpolicy="no-referrer"
          srcdoc={srcdoc}
          onLoad={() => {
            props.onLoad?.();
            setTimeout(setLate, painterTimeout, token);
          }}
          style={{ ...frameStyle, colorScheme: scheme }}
        />
      )}
      {isReady ? null : (
        <p role="status" style={statusStyle}>
          {late === token ? blocked : "Loading the page …"}
        </p>
      )}
    </div>
  );
}

/** How long the painter may take after the page is loaded, in milliseconds. */
const painterTimeout = 3000;
const blocked =
  "The page cannot be coloured: the content security policy of this server blocks the inspector's own script.";

const boxStyle = {
  position: "relative",
  width: "100%",
  height: "100%",
  overflow: "hidden",
  contain: "strict",
} as const;
const frameStyle = { display: "block", width: "100%", height: "100%", border: 0, background: "#fff" } as const;
const statusStyle = {
  position: "absolute",
  inset: "auto 0 0",
  margin: 0,
  padding: "0.5rem 1rem",
  background: "#1d1f23",
  color: "#fff",
  pointerEvents: "none",
} as const;

/** An unguessable token. */
function newToken(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
