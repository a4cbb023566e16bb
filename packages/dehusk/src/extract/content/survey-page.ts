import { type Attribute, type Page, sumOf, tagNumber } from "../../page/index.ts";
import { sumKept } from "../kept-nodes.ts";
import { findPageLinks, type PageLinks } from "./find-footnotes.ts";
import { findLeaves } from "./find-leaves.ts";
import { type Formula, findMath } from "./find-math.ts";
import { findSpacerCells } from "./spacer-cells.ts";
import { findDataTables } from "./table-kinds.ts";
import { usesTex } from "./tex-in-text.ts";

/** What must be known of all the page before any of it can be written. */
export interface Survey {
  /** Kept elements that stand by themselves, with the attributes to write them with. */
  readonly leaves: ReadonlyMap<number, readonly Attribute[]>;
  /** Running sum of what is kept. */
  readonly content: Int32Array;
  /** Running sum of kept elements that make a `<pre>` more than code: a page may put all it has into one. */
  readonly structure: Int32Array;
  readonly dataTables: ReadonlySet<number>;
  readonly spacerCells: ReadonlySet<number>;
  readonly math: ReadonlyMap<number, Formula | undefined>;
  readonly links: PageLinks;
  /** Whether text may hold TeX between delimiters. */
  readonly texInText: boolean;
}

export function surveyPage(page: Page, kept: Uint8Array): Survey {
  const leaves = findLeaves(page, kept);
  const content = sumKept(page, kept, leaves);
  const dataTables = findDataTables(page, content);
  return {
    leaves,
    content,
    structure: sumStructure(page, content),
    dataTables,
    spacerCells: findSpacerCells(page, content, dataTables),
    math: findMath(page, content),
    links: findPageLinks(page, content),
    texInText: usesTex(page),
  };
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
