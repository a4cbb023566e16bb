import { counted } from "dehusk/internal/basics";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Judgement, OpenedPage, OutlinedPart, ReadTable, Structure } from "../engine/messages.ts";
import { judgingKey, type Settings } from "../engine/settings.ts";
import { engine } from "./engines.ts";
import { MetadataPanel } from "./metadata-panel.tsx";
import { Tabs } from "./tabs.tsx";
import { useAnswer } from "./use-answer.ts";

interface StructurePanelProps {
  readonly page: OpenedPage;
  readonly judgement: Judgement | undefined;
  readonly settings: Settings;
  readonly onSelect: (node: number) => void;
}

/** The parts of the content by kind: sections, posts, tables, metadata, chunks. */
export function StructurePanel({ page, judgement, settings, onSelect }: StructurePanelProps) {
  const [chosen, setChosen] = useState("sections");
  const { answer, failure } = useAnswer(page, judgingKey(settings), () => engine.ask("structure", settings), 120);
  const all = answer?.all;
  const named = (name: string, count: number | undefined): string =>
    count === undefined ? name : `${name} (${count})`;
  const show = (panel: (structure: Structure) => ComponentChildren): ComponentChildren => {
    if (failure !== undefined) return <p class="trouble">{failure}</p>;
    return answer === undefined ? <p class="quiet waiting">Reading…</p> : panel(answer);
  };
  return (
    <Tabs
      label="Parts of the content"
      look="inner"
      chosen={chosen}
      onChoose={setChosen}
      tabs={[
        {
          id: "sections",
          name: named("Sections", all?.sections),
          panel: show(({ sections }) => <Outline parts={sections} what="Sections" onSelect={onSelect} />),
        },
        {
          id: "posts",
          name: named(answer?.areComments === true ? "Comments" : "Posts", all?.posts),
          panel: show((structure) => <Posts structure={structure} />),
        },
        {
          id: "tables",
          name: named("Tables", all?.tables),
          panel: show(({ tables }) => <Tables tables={tables} onSelect={onSelect} />),
        },
        { id: "metadata", name: "Metadata", panel: <MetadataPanel page={page} judgement={judgement} /> },
        {
          id: "chunks",
          name: named("Chunks", all?.chunks),
          panel: show(({ chunks }) => <Outline parts={chunks} what="Chunks" onSelect={onSelect} />),
        },
      ]}
    />
  );
}

function Scrolling({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <section class="parts" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

interface OutlineProps {
  readonly parts: readonly OutlinedPart[];
  readonly what: string;
  readonly onSelect: (node: number) => void;
}

function Outline({ parts, what, onSelect }: OutlineProps) {
  if (parts.length === 0) return <p class="waiting quiet">None.</p>;
  return (
    <Scrolling label={what}>
      <ol>
        {parts.map(({ node, headings, level, tokens, text }, i) => (
          <li key={i} style={{ marginInlineStart: `${Math.max(0, level - 1)}rem` }}>
            <button type="button" class="part" disabled={node === null} onClick={() => node !== null && onSelect(node)}>
              <span class="part-text" dir="auto">
                {headings.join(" › ") || "(no heading)"}
              </span>
              <span class="quiet">about {counted(tokens, "token")}</span>
            </button>
            <details>
              <summary>Markdown</summary>
              <pre dir="auto">{text}</pre>
            </details>
          </li>
        ))}
      </ol>
    </Scrolling>
  );
}

function Posts({ structure: { posts } }: { readonly structure: Structure }) {
  if (posts.length === 0) return <p class="waiting quiet">The page has no posts or comments.</p>;
  return (
    <Scrolling label="Posts">
      <ol>
        {posts.map(({ author, date, depth, text }, i) => (
          <li key={i} class="post" style={{ marginInlineStart: `${Math.min(depth, 8)}rem` }}>
            <p>
              <strong dir="auto">{author ?? "unknown author"}</strong> <span class="quiet">{date ?? ""}</span>
            </p>
            <p class="post-text" dir="auto">
              {text}
            </p>
          </li>
        ))}
      </ol>
    </Scrolling>
  );
}

function Tables({ tables, onSelect }: { tables: readonly ReadTable[]; onSelect: (node: number) => void }) {
  if (tables.length === 0) return <p class="waiting quiet">The content has no tables.</p>;
  return (
    <Scrolling label="Tables">
      {tables.map(({ node, caption, rows, allRows, headerRows }, i) => (
        <div class="read-table" key={i}>
          <p>
            <button type="button" class="link" disabled={node === null} onClick={() => node !== null && onSelect(node)}>
              Table {i + 1}
            </button>{" "}
            <span dir="auto">{caption}</span> <span class="quiet">{counted(allRows, "row")}</span>
          </p>
          <table>
            <tbody>
              {rows.map((row, y) => (
                <tr key={y}>
                  {row.map((cell, x) => (
                    <td key={x} dir="auto" class={y < headerRows ? "head" : undefined}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {rows.length < allRows ? <p class="hint">Showing the first {rows.length} rows.</p> : null}
        </div>
      ))}
    </Scrolling>
  );
}
