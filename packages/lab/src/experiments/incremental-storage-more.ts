import type { Table } from "../report/report.ts";
import type { SiteFigures } from "./incremental-figures.ts";
import { usualLifetime } from "./incremental-methods.ts";
import {
  firstAnswered,
  type PeopleFigures,
  type PeopleMethod,
  peopleBatch,
  peopleMethods,
} from "./incremental-people.ts";
import { redesigns } from "./incremental-redesign.ts";
import { meanOf } from "./incremental-truth.ts";

/** How long pages wait, and how long templates are not known. */
export function delayTable(sites: readonly SiteFigures[]): Table {
  const rows = sites.map(({ name, choices, usual }) => {
    const { table, shingle, styleTree } = choices.repetition;
    const missed = [table, usual].flatMap(({ lateness }) => [
      lateness.missed / lateness.segments,
      lateness.never / lateness.segments,
    ]);
    const waits = [shingle, styleTree].flatMap(({ wait }) => [wait.mean, wait.most]);
    return { name, figures: [0, ...waits, ...missed] };
  });
  const average = (rows[0]?.figures ?? []).map((_, k) => meanOf(rows.map(({ figures }) => figures[k])));
  return {
    title: "Delay in pages",
    note:
      "Wait: pages that come before a page is answered, at the settings of table 1; the table answers at once. The paper: " +
      "24 pages to be collected. Missed: pages on which a template segment is met before the table takes it for one, on " +
      "average over the site's template segments; 4 is the least, since the rule asks for five pages. Never: share of " +
      "those that it never takes for one.",
    columns: [
      "site",
      "wait, ours",
      "wait, shingle",
      "at most",
      "wait, SST",
      "at most",
      "missed, table 1",
      "never",
      "missed, default",
      "never",
    ],
    rows: [...rows.map(({ name, figures }) => [name, ...figures]), ["average", ...average]],
    digits: 2,
  };
}

/** The new design, page by page. */
export function redesignTable(sites: readonly SiteFigures[]): Table {
  const { base, growth } = usualLifetime;
  const cell = (pages: number | undefined): string => (pages === undefined ? "never" : String(pages));
  const rows = sites.flatMap(({ name, redesign }) =>
    redesigns.map((each) => {
      const { page, before, after, undisturbed, back, backToOwn, forgotten } = redesign[each];
      const first = after.slice(0, firstAnswered);
      const next = after.slice(firstAnswered, firstAnswered + 20);
      return [
        name,
        each,
        page,
        before,
        meanOf(first),
        next.length === 0 ? Number.NaN : meanOf(next),
        next.length === 0 ? Number.NaN : meanOf(undisturbed.slice(firstAnswered, firstAnswered + 20)),
        cell(back),
        cell(backToOwn),
        cell(forgotten),
      ];
    }),
  );
  return {
    title: "A new design in the middle of the stream",
    note:
      `Default options: T_b · N = ${base * growth} pages. From the page named on, every template segment is another: its text ` +
      "gets a prefix, or its path differs. Back: pages missed before one has 95 % of the mean recall before, or of its " +
      "own recall without the new design. Old gone: pages until no old template segment is in the table.",
    columns: [
      "site",
      "what changes",
      "page",
      "recall before",
      "first 4 pages",
      "next 20",
      "next 20, undisturbed",
      "back",
      "back to its own",
      "old gone",
    ],
    rows,
  };
}

const peopleNames: Readonly<Record<PeopleMethod, string>> = {
  table: "ours, default",
  shingle: "shingle",
  styleTree: "SST",
  repetition: "repetition on all pages (the truth above)",
};

/** What people say of template blocks. */
export function peopleTables({ hosts, pages, all, later }: PeopleFigures): Table[] {
  return [
    {
      title: "Against people",
      note:
        `${pages} pages of ${hosts} hosts whose content people wrote down. Precision: share of the words of template blocks ` +
        "that are in blocks which people call no content. Recall: share of the words in blocks that are no content which " +
        "lie in template blocks; much of that is on one page only. " +
        `Batches of ${peopleBatch} pages or all that there are.`,
      columns: ["pages", "method", "precision", "recall", "template words", "no content, by people"],
      rows: Object.entries({ all, "from the fifth on": later }).flatMap(([which, tallies]) =>
        peopleMethods.map((method) => {
          const { words, said, noContent, both } = tallies[method];
          return [which, peopleNames[method], both / said, both / noContent, said / words, noContent / words];
        }),
      ),
    },
  ];
}
