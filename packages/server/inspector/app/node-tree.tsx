import { levelOf } from "dehusk/internal/drawing";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import type { Judgement, OpenedPage } from "../engine/messages.ts";
import { ancestorsOf, firstOpen, listedNode, moveInTree, type TreeRow, visibleRows } from "./tree-rows.ts";

interface NodeTreeProps {
  readonly page: OpenedPage;
  readonly judgement: Judgement | undefined;
  readonly selected: number | null;
  readonly onSelect: (node: number) => void;
  readonly onHover: (node: number | null) => void;
}

/** Height of a row in CSS pixels, as in the style sheet. */
const rowHeight = 26;
/** Rows rendered beyond the visible ones. */
const overscan = 10;
/** Rows are not indented beyond this level. */
const maxIndent = 24;

/** The page's nodes as a tree. Only visible rows are in the document, so pages of any size work. */
export function NodeTree({ page, judgement, selected, onSelect, onHover }: NodeTreeProps) {
  const base = useId();
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<number>>(() => firstOpen(page));
  const [view, setView] = useState({ top: 0, height: 400 });
  useEffect(() => setOpen(firstOpen(page)), [page]);

  const chosen = selected === null ? null : listedNode(page, selected);
  useEffect(() => {
    if (chosen === null) return;
    const closed = ancestorsOf(page, chosen).filter((node) => !open.has(node));
    if (closed.length > 0) setOpen(new Set([...open, ...closed]));
  }, [chosen, page]);

  const rows = useMemo(() => visibleRows(page, open), [page, open]);
  const at = chosen === null ? -1 : rows.findIndex(({ node }) => node === chosen);

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = new ResizeObserver(() => setView({ top: element.scrollTop, height: element.clientHeight }));
    measure.observe(element);
    return () => measure.disconnect();
  }, []);

  useEffect(() => {
    const element = box.current;
    if (element === null || at < 0) return;
    const top = at * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top - rowHeight;
    else if (top + rowHeight > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + 2 * rowHeight - element.clientHeight;
    }
    setView({ top: element.scrollTop, height: element.clientHeight });
  }, [at, rows]);

  function toggle(node: number, isOpen: boolean): void {
    const next = new Set(open);
    if (isOpen) next.delete(node);
    else next.add(node);
    setOpen(next);
    // The selection stays visible.
    if (isOpen && chosen !== null && chosen > node && chosen < page.end[node]) onSelect(node);
  }

  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moveInTree(rows, at, event.key, Math.max(1, Math.floor(view.height / rowHeight) - 1));
    if (move === undefined) return;
    event.preventDefault();
    if ("select" in move) onSelect(move.select);
    else if ("open" in move) toggle(move.open, false);
    else toggle(move.close, true);
  }

  const first = Math.max(0, Math.floor(view.top / rowHeight) - overscan);
  const last = Math.min(rows.length, Math.ceil((view.top + view.height) / rowHeight) + overscan);
  const drawn = rows.slice(first, last).map((row, i) => ({ row, place: first + i }));
  const active = rows[at];
  if (active !== undefined && (at < first || at >= last)) drawn.push({ row: active, place: at });

  return (
    <div
      class="tree"
      ref={box}
      role="tree"
      tabIndex={0}
      aria-label="Nodes of the page"
      aria-activedescendant={active === undefined ? undefined : `${base}-${active.node}`}
      onKeyDown={press}
      onScroll={({ currentTarget }) => setView({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })}
      onMouseLeave={() => onHover(null)}
    >
      <div class="tree-space" role="none" style={{ height: `${rows.length * rowHeight}px` }}>
        {drawn.map(({ row, place }) => (
          <Row
            key={row.node}
            id={`${base}-${row.node}`}
            row={row}
            top={place * rowHeight}
            page={page}
            judgement={judgement}
            isSelected={row.node === chosen}
            onSelect={onSelect}
            onHover={onHover}
            onToggle={toggle}
          />
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  readonly id: string;
  readonly row: TreeRow;
  readonly top: number;
  readonly page: OpenedPage;
  readonly judgement: Judgement | undefined;
  readonly isSelected: boolean;
  readonly onSelect: (node: number) => void;
  readonly onHover: (node: number) => void;
  readonly onToggle: (node: number, isOpen: boolean) => void;
}

function Row({ id, row, top, page, judgement, isSelected, onSelect, onHover, onToggle }: RowProps) {
  const { node, level, isParent, isOpen, position, siblings } = row;
  const label = page.labels[node] ?? "";
  const isText = page.isText[node] === 1;
  const isShown = page.shown[node] === 1;
  const templateness = judgement?.templateness[node];
  const isKept = judgement?.kept[node] === 1;
  const state = !isShown ? "hidden" : judgement === undefined ? "" : isKept ? "kept" : "dropped";
  const said = templateness === undefined || !isShown ? "" : `, templateness ${templateness.toFixed(2)}`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree itself takes the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names its active row.
    <div
      id={id}
      class={`tree-row ${state}${isSelected ? " chosen" : ""}`}
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={isSelected}
      aria-expanded={isParent ? isOpen : undefined}
      aria-label={`${isText ? `text: ${label}` : label}${said}${state === "" ? "" : `, ${state}`}`}
      style={{ top: `${top}px`, paddingLeft: `${(Math.min(level, maxIndent) - 1) * 12 + 4}px` }}
      onClick={() => onSelect(node)}
      onMouseEnter={() => onHover(node)}
    >
      {isParent ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys do the same.
        // biome-ignore lint/a11y/useKeyWithClickEvents: arrow keys do the same.
        <span
          class={`twisty${isOpen ? " open" : ""}`}
          onClick={(event) => {
            event.stopPropagation();
            onToggle(node, isOpen);
          }}
        />
      ) : (
        <span class="twisty none" />
      )}
      <i class={`chip ${templateness === undefined || !isShown ? "" : `s${levelOf(templateness)}`}`} />
      <span class={isText ? "tree-text" : "tree-tag"} dir="auto">
        {label}
      </span>
    </div>
  );
}
