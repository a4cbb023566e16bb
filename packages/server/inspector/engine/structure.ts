import { chunks, listSections } from "dehusk/internal/chunks";
import { type ContentTree, contentPartsOf, type Extraction, isInTableHead, Kind } from "dehusk/internal/extract";
import { nodeAt, type Page } from "dehusk/internal/page";
import { things } from "dehusk/internal/things";
import type { OutlinedPart, ReadTable, Structure } from "./messages.ts";

/** Most parts of a kind, rows and cells of a table, and characters of a text to report. */
const maxParts = 300;
const maxTables = 50;
const maxRows = 100;
const maxCells = 30;
const maxText = 4000;

/** The parts of the content by kind. */
export function structureOf(extraction: Extraction): Structure {
  const { page, tree } = contentPartsOf(extraction);
  const { markdown } = extraction;
  const sections = listSections(extraction);
  const cut = chunks(extraction);
  const found = things(page);
  const posts = found.posts ?? found.comments ?? [];
  const tables = [...tree.keys()].filter((i) => tree[i].kind === Kind.Table);
  const part = (at: {
    path: string | null;
    headings: readonly string[];
    tokens: number;
  }): Omit<OutlinedPart, "text"> => {
    const node = at.path === null ? -1 : nodeAt(page, at.path);
    return { node: node < 0 ? null : node, headings: at.headings, level: 0, tokens: at.tokens };
  };
  return {
    sections: sections.slice(0, maxParts).map((one) => {
      return { ...part(one), level: one.level, text: markdown.slice(one.from, Math.min(one.to, one.from + maxText)) };
    }),
    posts: posts.slice(0, maxParts).map(({ author, date, depth, text }) => {
      return { author, date, depth, text: text.slice(0, maxText) };
    }),
    areComments: found.posts === undefined && found.comments !== undefined,
    tables: tables.slice(0, maxTables).map((at) => readTable(page, tree, at)),
    chunks: cut.slice(0, maxParts).map((one) => ({ ...part(one), text: one.text })),
    all: { sections: sections.length, posts: posts.length, tables: tables.length, chunks: cut.length },
  };
}

function readTable(page: Page, tree: ContentTree, at: number): ReadTable {
  const rows: string[][] = [];
  let [allRows, headerRows, caption] = [0, 0, ""];
  let row: string[] | undefined;
  for (let i = at + 1; i < tree[at].end; ) {
    const { kind, end } = tree[i];
    if (kind === Kind.Caption) caption = textIn(tree, i, end);
    if (kind === Kind.Row) {
      allRows++;
      if (isInTableHead(tree[i])) headerRows++;
      row = allRows <= maxRows ? [] : undefined;
      if (row !== undefined) rows.push(row);
    }
    if (kind === Kind.Cell && row !== undefined && row.length < maxCells) row.push(textIn(tree, i, end));
    i = kind === Kind.Row ? i + 1 : end;
  }
  const { source } = tree[at];
  return { node: source >= 0 && source < page.size ? source : null, caption, rows, allRows, headerRows };
}

function textIn(tree: ContentTree, from: number, to: number): string {
  let text = "";
  for (let i = from; i < to && text.length < maxText; i++) {
    const { kind } = tree[i];
    if (kind === Kind.Text || kind === Kind.CodeBlock || kind === Kind.Math || kind === Kind.MathBlock)
      text += tree[i].text;
    else if (kind === Kind.Break || kind === Kind.Paragraph) text += " ";
  }
  return text.replace(/\s+/g, " ").trim();
}
