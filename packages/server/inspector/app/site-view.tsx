import { counted } from "dehusk/internal/basics";
import { useEffect, useState } from "preact/hooks";
import type { OpenedPage, PageSource } from "../engine/messages.ts";
import { AddToSite } from "./add-to-site.tsx";
import { GrowthPlot } from "./growth-plot.tsx";
import { KeyField } from "./key-field.tsx";
import type { About, Service, SiteReport } from "./service.ts";
import { useAnswer } from "./use-answer.ts";

interface SiteViewProps {
  readonly about: About;
  readonly service: Service;
  /** The open page, if any. */
  readonly page: OpenedPage | undefined;
  readonly source: PageSource | undefined;
  readonly onSelect: (node: number) => void;
}

/** The sites that the server learns page by page, and its data on one. */
export function SiteView({ about, service, page, source, onSelect }: SiteViewProps) {
  const [turn, setTurn] = useState(0);
  const [chosen, setChosen] = useState<string>();
  const list = useAnswer(service, `sites ${turn}`, () => service.sites());
  const sites = list.answer ?? [];
  const site = chosen ?? sites[0];
  const report = useAnswer(service, site === undefined ? null : `${site} ${turn}`, () => service.site(site as string));
  const refresh = (): void => setTurn((last) => last + 1);
  useEffect(() => {
    // A site that the server has dropped is deselected.
    if (chosen !== undefined && list.answer !== undefined && !list.isStale && !sites.includes(chosen))
      setChosen(undefined);
  }, [list.answer]);

  return (
    <div class="sites">
      <div class="headline">
        <h1>Sites</h1>
        <p class="quiet">What the server has learned about sites, page by page: text that repeats is template.</p>
      </div>
      {about.keys ? <KeyField service={service} onKey={refresh} /> : null}
      <div class="site-columns">
        <nav class="site-list" aria-label="Sites">
          {list.failure === undefined ? null : (
            <p class="trouble" role="alert">
              {list.failure}
            </p>
          )}
          {list.answer !== undefined && sites.length === 0 ? (
            <p class="quiet">No sites yet: add the open page to one.</p>
          ) : null}
          <ul>
            {sites.map((one) => (
              <li key={one}>
                <button type="button" aria-current={one === site ? "true" : undefined} onClick={() => setChosen(one)}>
                  {one}
                </button>
              </li>
            ))}
          </ul>
        </nav>
        <div class="site-main">
          <AddToSite
            service={service}
            page={page}
            source={source}
            site={site}
            onSelect={onSelect}
            onAdded={(added) => {
              setChosen(added);
              refresh();
            }}
          />
          {report.failure === undefined || site === undefined ? null : <p class="trouble">{report.failure}</p>}
          {report.answer === undefined || site === undefined ? null : <Report report={report.answer} />}
        </div>
      </div>
    </div>
  );
}

/** Most characters of a segment to show. */
const maxText = 160;

function Report({ report }: { readonly report: SiteReport }) {
  const { site, pages, segments, bytes, growth, top } = report;
  const size = bytes === undefined ? "" : `, ${Math.max(1, Math.round(bytes / 1024)).toLocaleString("en")} KB`;
  return (
    <section class="report" aria-label={`Site ${site}`}>
      <h2>{site}</h2>
      <p class="quiet">
        {counted(pages, "page")}, {counted(segments, "segment")} in the table{size}
      </p>
      <h3>Table growth</h3>
      <GrowthPlot growth={growth} />
      <h3>Most frequent segments</h3>
      <table class="segments">
        <thead>
          <tr>
            <th scope="col" class="number">
              Pages
            </th>
            <th scope="col">Verdict</th>
            <th scope="col">Text</th>
          </tr>
        </thead>
        <tbody>
          {top.map(({ text, pages, isTemplate }, i) => (
            <tr key={i}>
              <td class="number">{pages}</td>
              <td class="what">
                <i class={`chip ${isTemplate ? "s10" : "s2"}`} /> {isTemplate ? "template" : "not yet"}
              </td>
              <td dir="auto">{text === null ? <span class="quiet">texts are not kept</span> : shorten(text)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function shorten(text: string): string {
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text;
}
