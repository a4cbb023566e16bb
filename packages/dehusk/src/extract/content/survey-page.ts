import { type Attribute, type Page, sumOf, tagNumber } from "../../page/index.ts";
import { sumKept } from "../kept-nodes.ts";
import { findCodeLines } from "./code-lines.ts";
import { findPageLinks } from "./find-footnotes.ts";
import { findLeaves } from "./find-leaves.ts";
import { type Formula, findMath } from "./find-math.ts";
import { rowsOf } from "./find-rows.ts";
import { findInlineNotes, type InlineNotes } from "./inline-notes.ts";
import type { PageLinks } from "./page-links.ts";
import { findSpacerCells } from "./spacer-cells.ts";
import { findTabLabels } from "./tab-panels.ts";
import { findDataTables, tablesOf } from "./table-kinds.ts";
import { findTexDelimiters, type TexDelimiters } from "./tex-delimiters.ts";

/** Facts about the whole page that are needed before any of it can be written. */
export interface Survey {
  /** 1 for each node to write, hidden notes included. */
  readonly kept: Uint8Array;
  /** Kept stand-alone elements, with the attributes to write. */
  readonly leaves: ReadonlyMap<number, readonly Attribute[]>;
  /** Running sum of kept content. */
  readonly content: Int32Array;
  /** Running sum of kept elements that make a `<pre>` more than code: a page may be one big `<pre>`. */
  readonly structure: Int32Array;
  readonly dataTables: ReadonlySet<number>;
  readonly spacerCells: ReadonlySet<number>;
  readonly math: ReadonlyMap<number, Formula | undefined>;
  readonly links: PageLinks;
  readonly inlineNotes: InlineNotes;
  /** Elements that are a line of code each, with the first of their block. */
  readonly codeLines: ReadonlyMap<number, number>;
  /** Boxes of one make, one below the other, that are items to the eye. */
  readonly rows: ReadonlySet<number>;
  /** Lines to write above panels of a set of tabs. */
  readonly tabLabels: ReadonlyMap<number, string>;
  /** The delimiters of TeX in text, undefined without TeX. */
  readonly tex: TexDelimiters | undefined;
}

export function surveyPage(page: Page, decided: Uint8Array): Survey {
  const kept = decided.slice();
  const leaves = findLeaves(page, kept);
  const content = sumKept(page, kept, leaves);
  // A layout table is one even if only its regular rows are kept.
  const whole = tablesOf(page).data;
  const dataTables = new Set([...findDataTables(page, content)].filter((table) => whole.has(table)));
  const links = findPageLinks(page, content);
  const inlineNotes = findInlineNotes(page, kept, links);
  if (inlineNotes.notes.size > 0) content.set(sumKept(page, kept, leaves));
  return {
    kept,
    leaves,
    content,
    structure: sumStructure(page, content),
    dataTables,
    spacerCells: findSpacerCells(page, content, dataTables),
    math: findMath(page, content),
    links,
    inlineNotes,
    codeLines: findCodeLines(page),
    rows: findKeptRows(page, kept),
    tabLabels: findTabLabels(page, kept),
    tex: findTexDelimiters(page),
  };
}

/** Rows of which all is kept: in others, what is left need not be an item. */
function findKeptRows(page: Page, kept: Uint8Array): Set<number> {
  const { first } = page.blocks;
  const found = new Set<number>();
  for (const { from, to, elements } of rowsOf(page)) {
    let block = from;
    while (block < to && kept[first[block]] === 1) block++;
    if (block === to) for (const row of elements) found.add(row);
  }
  return found;
}

const structural = new Set(
  "audio,blockquote,dl,figure,h1,h2,h3,h4,h5,h6,hr,iframe,img,math math,ol,p,pre,script,table,ul,video"
    .split(",")
    .map(tagNumber),
);

function sumStructure(page: Page, content: Int32Array): Int32Array {
  const sum = new Int32Array(page.size + 1);
  for (let i = 0; i < page.size; i++) {
    const counts = structural.has(page.tag[i]) && sumOf(page, content, i) > 0;
    sum[i + 1] = sum[i] + (counts ? 1 : 0);
  }
  return sum;
}
