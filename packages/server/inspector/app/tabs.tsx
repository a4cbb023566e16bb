import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";

interface Tab {
  readonly id: string;
  readonly name: string;
  readonly panel: ComponentChildren;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  /** Classes of the whole component. */
  readonly look?: string;
  /** Whether hidden panels stay in the document, for those that are expensive to build. */
  readonly keep?: boolean;
}

/** Tabs: arrow keys move among them; only the active one is in the tab order. */
export function Tabs({ label, tabs, chosen, onChoose, look = "", keep = false }: TabsProps) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const current = tabs.some(({ id }) => id === chosen) ? chosen : tabs[0]?.id;

  function move(event: KeyboardEvent): void {
    const at = tabs.findIndex(({ id }) => id === current);
    const target = targetOf(event.key, at, tabs.length);
    if (target === undefined) return;
    event.preventDefault();
    onChoose(tabs[target].id);
    (list.current?.children[target] as HTMLElement | undefined)?.focus();
  }

  return (
    <div class={`tabs ${look}`}>
      <div class="tab-list" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(({ id, name }) => (
          <button
            type="button"
            key={id}
            role="tab"
            id={`${base}-${id}-tab`}
            aria-controls={`${base}-${id}`}
            aria-selected={id === current}
            tabIndex={id === current ? 0 : -1}
            onClick={() => onChoose(id)}
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ id, panel }) => (
        <div
          key={id}
          class="tab-panel"
          role="tabpanel"
          id={`${base}-${id}`}
          aria-labelledby={`${base}-${id}-tab`}
          hidden={id !== current}
        >
          {keep || id === current ? panel : null}
        </div>
      ))}
    </div>
  );
}

function targetOf(key: string, at: number, count: number): number | undefined {
  if (key === "ArrowRight" || key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowLeft" || key === "ArrowUp") return (at + count - 1) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}
