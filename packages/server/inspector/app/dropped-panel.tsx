import { counted } from "dehusk/internal/basics";
import type { OpenedPage } from "../engine/messages.ts";
import { judgingKey, type Settings } from "../engine/settings.ts";
import { engine } from "./engines.ts";
import { useAnswer } from "./use-answer.ts";

interface DroppedPanelProps {
  readonly page: OpenedPage;
  readonly settings: Settings;
  readonly onHover: (node: number | null) => void;
  readonly onSelect: (node: number) => void;
}

/** Everything that was dropped, each part with the reason. */
export function DroppedPanel({ page, settings, onHover, onSelect }: DroppedPanelProps) {
  const { answer, failure } = useAnswer(page, judgingKey(settings), () => engine.ask("dropped", settings), 120);
  if (failure !== undefined) return <p class="trouble">{failure}</p>;
  if (answer === undefined) return <p class="quiet waiting">Looking…</p>;
  const { parts, all } = answer;
  if (all === 0) return <p class="waiting">Nothing that the page shows was dropped.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <section class="parts" tabIndex={0} aria-label="Dropped parts">
      <p class="quiet">
        {parts.length < all ? `The first ${parts.length} of ${all} parts` : counted(all, "part")}, in the order of the
        page.
      </p>
      <ol>
        {parts.map(({ nodes, words, text, why }) => (
          <li key={nodes[0]}>
            <button
              type="button"
              class="part"
              onMouseEnter={() => onHover(nodes[0])}
              onMouseLeave={() => onHover(null)}
              onFocus={() => onHover(nodes[0])}
              onBlur={() => onHover(null)}
              onClick={() => onSelect(nodes[0])}
            >
              <span class="part-text" dir="auto">
                {text || "(no text)"}
              </span>
              <span class="part-why">{why}</span>
              <span class="quiet">{counted(words, "word")}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
