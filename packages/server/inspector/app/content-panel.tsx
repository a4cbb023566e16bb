import { useState } from "preact/hooks";
import type { ContentFormat, OpenedPage } from "../engine/messages.ts";
import { judgingKey, type Settings } from "../engine/settings.ts";
import { CopyButton } from "./copy-button.tsx";
import { counted } from "./counted.ts";
import { engine } from "./engines.ts";
import { Tabs } from "./tabs.tsx";
import { useAnswer } from "./use-answer.ts";

interface ContentPanelProps {
  readonly page: OpenedPage;
  readonly settings: Settings;
}

const formats = [
  { id: "markdown", name: "Markdown", format: "markdown" },
  { id: "text", name: "Text", format: "text" },
  { id: "html", name: "HTML", format: "html" },
  { id: "preview", name: "Preview", format: "preview" },
] as const;

type FormatId = (typeof formats)[number]["id"];

/** The kept content of the page, ready to copy. */
export function ContentPanel({ page, settings }: ContentPanelProps) {
  const [chosen, setChosen] = useState<FormatId>("markdown");
  const format: ContentFormat = formats.find(({ id }) => id === chosen)?.format ?? "text";
  const { answer, failure, isStale } = useAnswer(
    page,
    `${format} ${judgingKey(settings)}`,
    async () => {
      return { format, text: await engine.ask("write", { format, settings }) };
    },
    120,
  );
  const text = answer?.format === format ? answer.text : undefined;
  const name = formats.find((one) => one.format === format)?.name ?? "";
  const panel =
    format === "preview" ? (
      <Preview html={text ?? ""} />
    ) : (
      <>
        <div class="content-bar">
          <CopyButton what={name} text={isStale ? undefined : text} />
          {text === undefined ? null : <span class="quiet">{counted(text.length, "character")}</span>}
        </div>
        {failure === undefined ? null : <p class="trouble">{failure}</p>}
        <Source name={name} text={text} />
      </>
    );
  return (
    <Tabs
      label="Content as"
      look="inner"
      tabs={formats.map(({ id, name }) => ({ id, name, panel }))}
      chosen={chosen}
      onChoose={(id) => setChosen(id as FormatId)}
    />
  );
}

/** Most characters put into the document; Copy always takes everything. */
const maxSource = 200_000;

function Source({ name, text }: { readonly name: string; readonly text: string | undefined }) {
  if (text === undefined) return <p class="quiet">Writing…</p>;
  if (text === "") return <p class="quiet">Nothing of the page was kept.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <section class="source" tabIndex={0} aria-label={`Content as ${name}`}>
      <pre dir="auto">{text.slice(0, maxSource)}</pre>
      {text.length > maxSource ? (
        <p class="hint">Showing the first {maxSource.toLocaleString("en")} characters; Copy takes everything.</p>
      ) : null}
    </section>
  );
}

/** The content as a browser shows it, in a frame without scripts, links or an origin. */
function Preview({ html }: { readonly html: string }) {
  return <iframe class="preview" title="Preview of the content" sandbox="" srcdoc={html} />;
}
