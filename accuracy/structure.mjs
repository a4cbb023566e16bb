import { readdirSync, readFileSync } from "node:fs";
import { findBreaks } from "../bench/structure/find-breaks.mjs";
import { isDataTable } from "../bench/structure/kept-breaks.mjs";
import { fatesOf, keptWordsOf } from "../bench/structure/kept-words.mjs";
import { KINDS } from "../bench/structure/kinds.mjs";
import { linesOf, normalise, plainText } from "../bench/structure/markdown-lines.mjs";
import { decodeHtml } from "../bench/structure/read-folder.mjs";
import { outlineOf } from "../bench/structure/source-outline.mjs";
import { readMarkers } from "./markers.mjs";

/** Folders whose pages say what is content, and the examples, which do not. */
const marked = ["structure/", "pages/"].map((name) => new URL(name, import.meta.url));
const examples = new URL("../examples/", import.meta.url);

/** Breaks that need to know what is content: of the parts that a page marks, those that the output has not. */
const missing = ["heading", "list item", "table row", "definition", "caption"].map((part) => `${part} missing`);

/** `extract` writes the title once, at the top, also where only the metadata have it. */
const untitled = "title not at the top";

/** All kinds of break that the gate counts. */
export const kinds = [...KINDS.filter(({ counted }) => counted).map(({ name }) => name), untitled, ...missing];

/**
 * The pages on which structure is checked, by name.
 *
 * @returns {import("./structure.mjs").StructurePage[]}
 */
export function readStructurePages() {
  const pages = marked.flatMap((folder) => htmlFiles(folder).map(({ name, html }) => ({ name, ...readMarkers(html) })));
  return [...pages, ...htmlFiles(examples).map((page) => ({ ...page, content: [] }))];
}

function htmlFiles(folder) {
  const names = readdirSync(folder).filter((file) => file.endsWith(".html"));
  return names.sort().map((name) => ({ name, html: decodeHtml(readFileSync(new URL(name, folder))) }));
}

/**
 * The breaks that a reader of the library's Markdown sees.
 *
 * @param {import("./structure.mjs").StructurePage} page
 * @param {import("./structure.mjs").StructureLibrary} library
 * @returns {import("./structure.mjs").PageBreak[]}
 */
export function findPageBreaks({ name, html, content }, { extract }) {
  const { markdown, title } = extract(html);
  const breaks = [
    ...findBreaks({ html, outline: outlineOf(html) }, { markdown, title: title ?? null }),
    ...(hasTitleOnTop(markdown, title) ? [] : [{ kind: untitled, text: title }]),
    ...findMissingParts(outlineOf(content.join("\n")), markdown),
  ];
  return breaks.filter(({ kind }) => kinds.includes(kind)).map(({ kind, text }) => ({ page: name, kind, text }));
}

/** Ruby annotations, which the writers put in brackets, are not part of the title. */
function hasTitleOnTop(markdown, title) {
  const [first] = linesOf(markdown);
  if (!title || first === undefined) return true;
  const text = plainText(first.text);
  return first.is === "heading" && [text, text.replace(/\([^)]*\)/g, "")].map(normalise).includes(normalise(title));
}

/** Parts of the content that are not whole in the Markdown. */
function findMissingParts({ pieces, lists, tables, definitions, figures }, markdown) {
  const kept = keptWordsOf(markdown);
  const lost = (part, texts) =>
    fatesOf(kept, texts)
      .filter(({ fate }) => fate !== "whole")
      .map(({ text }) => ({ kind: `${part} missing`, text }));
  const lines = new Set(linesOf(markdown).map(({ text }) => normalise(plainText(text))));
  const headings = pieces.filter(({ level, text }) => level > 0 && !lines.has(normalise(text)));
  return [
    ...headings.map(({ text }) => ({ kind: "heading missing", text })),
    ...lists.flatMap((items) => lost("list item", items)),
    ...tables.filter(isDataTable).flatMap((rows) => lost("table row", textsOf(rows))),
    ...definitions.flatMap((pairs) =>
      lost(
        "definition",
        pairs.map(({ term, definition }) => `${term} ${definition}`),
      ),
    ),
    ...figures.flatMap(({ caption }) => lost("caption", [caption])),
  ];
}

function textsOf(parts) {
  return parts.map(({ text }) => text);
}
