import type { Table } from "../report/report.ts";
import type { SiteFigures } from "./incremental-figures.ts";
import { defaultLifetime } from "./incremental-methods.ts";
import {
  firstAnswered,
  type PeopleFigures,
  type PeopleMethod,
  peopleBatch,
  peopleMethods,
} from "./incremental-people.ts";
import { redesigns } from "./incremental-redesign.ts";
import { meanOf } from "./mean-of.ts";

/** How long pages wait, and how long templates go unrecognized. */
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
      "Wait: pages to wait for before a page is answered, at the settings of table 1; the table answers at once. The paper: " +
      "24 pages per batch. Missed: pages on which a template segment occurs before the table recognizes it, " +
      "averaged over the site's template segments; at least 4, since the rule requires five pages. Never: share of " +
      "those it never recognizes.",
    columns: [
      "site",
      "wait, ours",
      "wait, shingle",
      "maximum",
      "wait, SST",
      "maximum",
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
  const { base, growth } = defaultLifetime;
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
    title: "A redesign in the middle of the stream",
    note:
      `Default options: T_b · N = ${base * growth} pages. From the given page on, every template segment changes: its text ` +
      "gets a prefix, or its path differs. Back: pages until one reaches 95 % of the mean recall before, or of its " +
      "own recall without the redesign. Old gone: pages until no old template segment is in the table.",
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
  revised: "ours, the last 24 pages judged again",
  shingle: "shingle",
  styleTree: "SST",
  repetition: "repetition on all pages (the truth above)",
};

/** Comparison of template blocks with people. */
export function peopleTables({ hosts, pages, all, later }: PeopleFigures): Table[] {
  return [
    {
      title: "Against people",
      note:
        `${pages} pages of ${hosts} hosts whose content people wrote down. Precision: share of the words of template blocks ` +
        "in blocks that people do not call content. Recall: share of the words in non-content blocks that " +
        "lie in template blocks; much of that is on one page only. " +
        `Batches of ${peopleBatch} pages or all available ones.`,
      columns: ["pages", "method", "precision", "recall", "template words", "not content, by people"],
      rows: Object.entries({ all, "from the fifth on": later }).flatMap(([which, tallies]) =>
        peopleMethods.map((method) => {
          const { words, said, noContent, both } = tallies[method];
          return [which, peopleNames[method], both / said, both / noContent, said / words, noContent / words];
        }),
      ),
    },
  ];
}
