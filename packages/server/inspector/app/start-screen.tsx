import { useId, useState } from "preact/hooks";
import type { PageSource } from "../engine/messages.ts";
import { examples, firstExample, readExample } from "./examples.ts";
import { FileButton } from "./file-button.tsx";
import { KeyField } from "./key-field.tsx";
import type { About, Service } from "./service.ts";

interface StartScreenProps {
  /** Undefined if there is no server. */
  readonly about: About | undefined;
  readonly service: Service;
  readonly isBusy: boolean;
  /** What went wrong with the last page. */
  readonly trouble: string | undefined;
  /** A URL that a link proposes. */
  readonly proposed: string | null;
  /** Opens the page that `read` returns. */
  readonly onOpen: (read: () => Promise<PageSource>, named?: { readonly example?: string }) => void;
  readonly onFile: (file: File) => void;
}

/** The start screen: all ways to open a page, and a one-click example. */
export function StartScreen({ about, service, isBusy, trouble, proposed, onOpen, onFile }: StartScreenProps) {
  const base = useId();
  const [html, setHtml] = useState("");
  const [url, setUrl] = useState(proposed ?? "");

  function openText(content: string): void {
    onOpen(async () => ({ content, url: null, name: "Pasted page" }));
  }

  /** Whole pages are opened at once; other text may be a piece of one. */
  function takePasted(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (html !== "" || !/<[a-z!][^>]*>/i.test(text)) return;
    event.preventDefault();
    openText(text);
  }

  function openUrl(event: Event): void {
    event.preventDefault();
    onOpen(async () => {
      const page = await service.fetchPage(url.trim());
      return { content: page.html, url: page.url, name: page.url };
    });
  }

  return (
    <div class="start">
      <div class="intro">
        <h1>See what a page is made of</h1>
        <p>
          Dehusk separates the template of a page, its menus, banners and footers, from its content. Open a page to see
          its content beside it, what was dropped, and why. Pages stay in this browser.
        </p>
        <button
          type="button"
          class="button main"
          disabled={isBusy}
          onClick={() => onOpen(() => readExample(firstExample), { example: firstExample })}
        >
          Show me an example
        </button>
        {isBusy ? (
          <p class="busy" role="status">
            Reading the page…
          </p>
        ) : null}
        {trouble === undefined ? null : (
          <p class="trouble" role="alert">
            {trouble}
          </p>
        )}
      </div>
      <div class="ways">
        <form
          class="card wide"
          onSubmit={(event) => {
            event.preventDefault();
            openText(html);
          }}
        >
          <h2>
            <label for={`${base}-html`}>Paste HTML</label>
          </h2>
          <textarea
            id={`${base}-html`}
            rows={6}
            spellcheck={false}
            placeholder="<!doctype html> …"
            value={html}
            onPaste={takePasted}
            onInput={(event) => setHtml(event.currentTarget.value)}
          />
          <button type="submit" class="button" disabled={isBusy || html.trim() === ""}>
            Open HTML
          </button>
        </form>
        <section class="card">
          <h2>Open a file</h2>
          <p>Choose a saved page, or drop one anywhere in this window.</p>
          <FileButton label="Choose a file" accept=".html,.htm,.xhtml,text/html" onFile={onFile} />
        </section>
        <form class="card" onSubmit={openUrl}>
          <h2>
            <label for={`${base}-url`}>Fetch a URL</label>
          </h2>
          {about?.fetch === true ? (
            <>
              <input
                id={`${base}-url`}
                type="url"
                required
                placeholder="https://example.org/page"
                value={url}
                onInput={(event) => setUrl(event.currentTarget.value)}
              />
              {about.keys ? <KeyField service={service} /> : null}
              <button type="submit" class="button" disabled={isBusy}>
                Fetch page
              </button>
            </>
          ) : (
            <>
              <input id={`${base}-url`} type="url" disabled aria-describedby={`${base}-why`} placeholder="https://" />
              <p class="hint" id={`${base}-why`}>
                {about === undefined
                  ? "A browser may not read pages of other sites, but a server can: "
                  : "This server does not fetch pages. To allow it: "}
                <code>dehusk serve --allow-fetch</code>
              </p>
            </>
          )}
        </form>
      </div>
      <section class="example-list" aria-label="Examples">
        <h2>Or one of the examples</h2>
        <ul>
          {examples.map(({ id, name }) => (
            <li key={id}>
              <button
                type="button"
                class="button"
                disabled={isBusy}
                onClick={() => onOpen(() => readExample(id), { example: id })}
              >
                {name}
              </button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
