import { counted } from "dehusk/internal/basics";
import { useEffect, useRef } from "preact/hooks";
import type { OpenedPage } from "../engine/messages.ts";
import { judgingKey, type Settings } from "../engine/settings.ts";
import { engine } from "./engines.ts";
import { useAnswer } from "./use-answer.ts";

interface MapPanelProps {
  readonly page: OpenedPage;
  readonly settings: Settings;
  readonly onSelect: (node: number) => void;
}

/** A thumbnail of the page: the same map that `dehusk detect --format html` draws. Clicking selects. */
export function MapPanel({ page, settings, onSelect }: MapPanelProps) {
  const { answer } = useAnswer(page, judgingKey(settings), () => engine.ask("map", settings), 200);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The map consists of numbers and our own words; parsed outside this document, nothing in it can run.
    const parsed = answer === undefined ? null : new DOMParser().parseFromString(answer.svg, "text/html");
    const map = parsed?.querySelector("svg");
    // Keyboards and screen readers go through the sections: the blocks would be hundreds.
    for (const block of map?.querySelectorAll("a[tabindex='-1']") ?? []) block.setAttribute("aria-hidden", "true");
    box.current?.replaceChildren(...(map == null ? [] : [document.adoptNode(map)]));
  }, [answer]);
  return (
    <div class="page-map">
      {answer !== undefined && answer.blocks < answer.allBlocks ? (
        <p class="hint">
          Showing the first {answer.blocks.toLocaleString("en")} of {counted(answer.allBlocks, "block")} of text.
        </p>
      ) : null}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: links in it are followed by the keyboard, which clicks. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the same. */}
      <div
        ref={box}
        onClick={(event) => {
          const link = (event.target as Element).closest("a");
          if (link === null) return;
          event.preventDefault();
          const node = Number(/^#n(\d+)$/.exec(link.getAttribute("href") ?? "")?.[1]);
          if (node < page.size) onSelect(node);
        }}
      />
    </div>
  );
}
