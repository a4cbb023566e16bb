import { useEffect, useId, useState } from "preact/hooks";
import type { LocatedNode, OpenedPage, PageSource } from "../engine/messages.ts";
import { useAnnounce } from "./announcer.tsx";
import { engine } from "./engines.ts";
import type { AddedPage, JudgedBlock, Service } from "./service.ts";

interface AddToSiteProps {
  readonly service: Service;
  readonly page: OpenedPage | undefined;
  readonly source: PageSource | undefined;
  /** The site on view. */
  readonly site: string | undefined;
  readonly onAdded: (site: string) => void;
  readonly onSelect: (node: number) => void;
}

interface Added extends AddedPage {
  readonly located: readonly (LocatedNode | null)[];
}

/** Adds the open page to a site, and shows how its blocks are judged by all pages of the site so far. */
export function AddToSite({ service, page, source, site, onAdded, onSelect }: AddToSiteProps) {
  const id = useId();
  const announce = useAnnounce();
  const [name, setName] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const [added, setAdded] = useState<Added>();
  useEffect(() => setName(site ?? hostOf(page) ?? ""), [site, page]);
  useEffect(() => setAdded(undefined), [page]);
  if (page === undefined || source === undefined) {
    return <p class="quiet">Open a page under Inspect to add it to a site here.</p>;
  }

  async function add(event: Event): Promise<void> {
    event.preventDefault();
    if (source === undefined || page === undefined) return;
    setBusy(true);
    setTrouble(undefined);
    try {
      const answer = await service.addPage(name.trim(), source.content, page.url);
      const paths = answer.blocks.map(({ path }) => path);
      setAdded({ ...answer, located: await engine.ask("locate", paths) });
      const templates = answer.blocks.filter(({ template }) => template).length;
      announce(
        `Added as page ${answer.page} of ${answer.site}: ${templates} of ${answer.blocks.length} blocks are template`,
      );
      onAdded(answer.site);
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <section class="card add-to-site" aria-label="Add the page">
      <form onSubmit={add}>
        <label for={id}>
          Add <strong dir="auto">{page.metadata.title || page.name}</strong> to the site
        </label>
        <div class="row">
          <input
            id={id}
            required
            value={name}
            placeholder="example.org"
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <button type="submit" class="button" disabled={isBusy}>
            {isBusy ? "Adding…" : "Add the page"}
          </button>
        </div>
      </form>
      {trouble === undefined ? null : (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      {added === undefined ? null : <Blocks added={added} onSelect={onSelect} />}
    </section>
  );
}

function Blocks({ added, onSelect }: { readonly added: Added; readonly onSelect: (node: number) => void }) {
  const { page, site, blocks, located } = added;
  return (
    <details open>
      <summary>
        Page {page} of {site}: {blocks.filter(({ template }) => template).length} of {blocks.length} blocks are template
      </summary>
      <div class="scrolls">
        <table class="segments">
          <thead>
            <tr>
              <th scope="col">Verdict</th>
              <th scope="col" class="number">
                Known text
              </th>
              <th scope="col" class="number">
                Words
              </th>
              <th scope="col">Block</th>
            </tr>
          </thead>
          <tbody>
            {blocks.map((block, i) => (
              <Block key={i} block={block} located={located[i] ?? null} onSelect={onSelect} />
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

interface BlockProps {
  readonly block: JudgedBlock;
  readonly located: LocatedNode | null;
  readonly onSelect: (node: number) => void;
}

function Block({ block: { template, ratio, words, path }, located, onSelect }: BlockProps) {
  return (
    <tr>
      <td class="what">
        <i class={`chip ${template ? "s10" : "s0"}`} /> {template ? "template" : "content"}
      </td>
      <td class="number">{Math.round(100 * ratio)} %</td>
      <td class="number">{words}</td>
      <td dir="auto">
        {located === null ? (
          (path ?? "")
        ) : (
          <button type="button" class="link" onClick={() => onSelect(located.node)}>
            {located.text.slice(0, 100) || path}
          </button>
        )}
      </td>
    </tr>
  );
}

function hostOf(page: OpenedPage | undefined): string | undefined {
  const address = page?.url ?? page?.metadata.canonical;
  return address != null && URL.canParse(address) ? new URL(address).host : undefined;
}
