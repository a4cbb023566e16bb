import { counted } from "dehusk/internal/basics";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { FirstAnswers } from "../engine/first-answers.ts";
import type { ContentFormat, Judgement, OpenedPage } from "../engine/messages.ts";
import { judgingKey, type Settings } from "../engine/settings.ts";
import { PageFrame } from "../frame/page-frame.tsx";
import { CopyButton } from "./copy-button.tsx";
import { engine } from "./engines.ts";
import { inResult, wordsIn } from "./linked-nodes.ts";
import { Tabs } from "./tabs.tsx";
import type { Scheme } from "./theme.ts";
import { useAnswer } from "./use-answer.ts";

interface ResultPanelProps {
  readonly page: OpenedPage;
  readonly first: FirstAnswers | undefined;
  readonly judgement: Judgement | undefined;
  readonly settings: Settings;
  readonly scheme: Scheme;
  /** The page's node that is pointed at elsewhere. */
  readonly pointed: number | null;
  /** Whether the pointer is known to be in another panel. */
  readonly isAway: boolean;
  /** Called when there is something to see. */
  readonly onShown: () => void;
  readonly onHover: (node: number | null) => void;
  readonly onSelect: (node: number) => void;
}

const formats = [
  { id: "reading", name: "Reading view" },
  { id: "markdown", name: "Markdown" },
  { id: "text", name: "Text" },
  { id: "html", name: "HTML" },
] as const;

type FormatId = (typeof formats)[number]["id"];

/** The kept content: to be read, and to be copied. */
export function ResultPanel(props: ResultPanelProps) {
  const [chosen, setChosen] = useState<FormatId>("reading");
  const panel =
    chosen === "reading" ? (
      <ReadingView {...props} />
    ) : (
      <Written page={props.page} settings={props.settings} format={chosen} />
    );
  return (
    <Tabs
      label="Result as"
      look="inner"
      tabs={formats.map(({ id, name }) => ({ id, name, panel: id === chosen ? panel : null }))}
      chosen={chosen}
      onChoose={(id) => setChosen(id as FormatId)}
    />
  );
}

const noOutlines: readonly never[] = [];

/** The content as a browser shows it, in the same kind of frame as the page, linked to it. */
function ReadingView(props: ResultPanelProps) {
  const { page, first, judgement, settings, scheme, pointed, isAway, onShown, onHover, onSelect } = props;
  const { answer, failure } = useAnswer(
    page,
    judgingKey(settings),
    () => engine.ask("result", settings),
    60,
    first === undefined ? undefined : { key: first.key, answer: first.result },
  );
  const isEmpty = judgement?.words === 0;
  useEffect(() => {
    if (isEmpty || failure !== undefined) onShown();
  }, [isEmpty, failure]);
  const lit = useMemo(() => {
    if (answer === undefined || judgement === undefined || pointed === null) return null;
    return wordsIn(page, judgement.kept, pointed).kept === 0 ? null : inResult(answer, page, pointed);
  }, [answer, judgement, pointed]);
  if (failure !== undefined) return <p class="trouble">{failure}</p>;
  if (answer === undefined) return <p class="quiet waiting">Extracting…</p>;
  if (isEmpty) return <Empty judgement={judgement} />;
  const sourceOf = (node: number | null): number | null => {
    const source = node === null ? -1 : (answer.source[node] ?? -1);
    return source >= 0 && source < page.size ? source : null;
  };
  return (
    <div class="reading">
      <PageFrame
        html={answer.html}
        heat={null}
        outlines={noOutlines}
        selected={null}
        pointed={lit}
        isAway={isAway}
        onHover={(node) => onHover(sourceOf(node))}
        onSelect={(node) => {
          const source = sourceOf(node);
          if (source !== null) onSelect(source);
        }}
        onLoad={onShown}
        title="The result"
        scheme={scheme}
      />
    </div>
  );
}

function Empty({ judgement: { warnings } }: { readonly judgement: Judgement }) {
  return (
    <div class="waiting">
      <p>Nothing of the page was kept.</p>
      {warnings.map(({ code, message }) => (
        <p key={code + message} class="quiet">
          {message}
        </p>
      ))}
    </div>
  );
}

function Written({ page, settings, format }: { page: OpenedPage; settings: Settings; format: ContentFormat }) {
  const { answer, failure, isStale } = useAnswer(
    page,
    `${format} ${judgingKey(settings)}`,
    async () => ({ format, text: await engine.ask("write", { format, settings }) }),
    120,
  );
  const text = answer?.format === format ? answer.text : undefined;
  const name = formats.find(({ id }) => id === format)?.name ?? "";
  return (
    <>
      <div class="content-bar">
        <CopyButton what={name} text={isStale ? undefined : text} />
        {text === undefined ? null : <span class="quiet">{counted(text.length, "character")}</span>}
      </div>
      {failure === undefined ? null : <p class="trouble">{failure}</p>}
      <Source name={name} text={text} />
    </>
  );
}

/** Most characters put into the document; Copy always takes everything. */
const maxSource = 200_000;

function Source({ name, text }: { readonly name: string; readonly text: string | undefined }) {
  if (text === undefined) return <p class="quiet waiting">Writing…</p>;
  if (text === "") return <p class="quiet waiting">Nothing of the page was kept.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <section class="source" tabIndex={0} aria-label={`Result as ${name}`}>
      <pre dir="auto">{text.slice(0, maxSource)}</pre>
      {text.length > maxSource ? (
        <p class="hint">Showing the first {maxSource.toLocaleString("en")} characters; Copy takes everything.</p>
      ) : null}
    </section>
  );
}
