import { madeUpSite } from "../../detect/testing/made-up-sites.ts";

/** A line of a labelled set, as data. */
export interface LabelledLine {
  readonly id: string;
  readonly url: string;
  readonly html: string;
  readonly text: string;
}

const article = /<h1>[^<]*<\/h1>(?:\n<p>[^<]*<\/p>)+/;

/** The first pages of a generated site, with their articles as the true content. */
export function labelledLines(site: number, pages: number): LabelledLine[] {
  const { name, html } = madeUpSite(site);
  return Array.from({ length: pages }, (_, page) => {
    const source = html(page);
    const text = (article.exec(source)?.[0] ?? "").replace(/<[^>]*>/g, "");
    return { id: `${name}-${page}`, url: `https://${name}.example/page-${page}`, html: source, text };
  });
}

/** Data as JSON lines. */
export function asLines(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}
