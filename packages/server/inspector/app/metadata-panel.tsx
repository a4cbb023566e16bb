import type { Judgement, OpenedPage } from "../engine/messages.ts";

interface MetadataPanelProps {
  readonly page: OpenedPage;
  readonly judgement: Judgement | undefined;
}

/** The page's metadata, and how confident the extraction is. */
export function MetadataPanel({ page, judgement }: MetadataPanelProps) {
  const { metadata } = page;
  const confidence = judgement?.confidence ?? null;
  const rows: readonly (readonly [string, string | null])[] = [
    ["Title", metadata.title],
    ["Author", metadata.author],
    ["Published", metadata.date],
    ["Modified", metadata.modified],
    ["Language", judgement?.language ?? metadata.language],
    ["Declared language", metadata.declaredLanguage],
    ["Site", metadata.siteName],
    ["Description", metadata.description],
    ["Image", metadata.image],
    ["Canonical URL", metadata.canonical],
    ["Address", page.url],
    ["Encoding", page.encoding],
  ];
  const warnings = judgement?.warnings ?? [];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard.
    <section class="metadata" tabIndex={0} aria-label="Metadata of the page">
      <dl class="facts">
        <div>
          <dt>Confidence</dt>
          <dd>{confidence === null ? <span class="quiet">nothing to decide</span> : percent(confidence)}</dd>
        </div>
        <div>
          <dt>Words</dt>
          <dd>
            {judgement === undefined
              ? "…"
              : `${judgement.words.toLocaleString("en")} of ${judgement.allWords.toLocaleString("en")}`}
          </dd>
        </div>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value === null || value === "" ? <span class="quiet">not found</span> : value}</dd>
          </div>
        ))}
      </dl>
      <h3>Warnings</h3>
      {warnings.length === 0 ? (
        <p class="quiet">None.</p>
      ) : (
        <ul>
          {warnings.map(({ code, message }) => (
            <li key={code + message}>
              {message} <code>{code}</code>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
