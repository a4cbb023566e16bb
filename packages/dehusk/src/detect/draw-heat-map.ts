import {
  boxCell,
  countShown,
  drawMap,
  drawMapFile,
  drawTable,
  escaped,
  levelCell,
  levelOf,
  type MapColumn,
  type MapOutline,
  pathCell,
  showText,
  wordFor,
  wordyColumns,
} from "../drawing/index.ts";
import type { HeatBlock, HeatMap, HeatSection } from "./heat-map-data.ts";
import { heatMapStyle } from "./heat-map-style.ts";

/** A heat map as one HTML file, see `page-map/draw-map-file.ts`. */
export function drawHeatMap(map: HeatMap): string {
  const { model, blocks, sections, allBlocks, allSections } = map;
  return drawMapFile({
    kind: "Heat map",
    page: map,
    facts: [
      `Model ${model}`,
      countShown(blocks.length, allBlocks, ["block of text", "blocks of text"]),
      countShown(sections.length, allSections, ["section", "sections"]),
    ],
    colourings: [
      { id: "smoothed", name: "smoothed" },
      { id: "raw", name: "raw score" },
    ],
    maps: [
      { caption: "Raw: each node by itself", classes: "map-raw", svg: drawBlocks(map, "Blocks by raw score", []) },
      {
        caption: "Smoothed, with sections",
        classes: "map-smooth",
        svg: drawBlocks(map, "Blocks by smoothed templateness, with sections", outlinesOf(map)),
      },
    ],
    text: { name: "Text in reading order", html: drawText(map) },
    table: { name: "Sections", html: drawSections(sections) },
    style: heatMapStyle,
  });
}

function drawBlocks(map: HeatMap, name: string, outlines: readonly MapOutline[]): string {
  const shapes = map.blocks.map((block, i) => {
    return { box: block.box, classes: classesOf(block), target: `b${i}`, hint: block.kind ?? undefined };
  });
  return drawMap({ name, page: map, shapes, outlines, letters: 40 });
}

/** Classes that give a block its two colours. */
function classesOf({ score, templateness }: HeatBlock): string {
  return `b r${levelOf(score)} s${levelOf(templateness)}`;
}

/** Sections without words have no number on the map. */
function outlinesOf({ sections }: HeatMap): MapOutline[] {
  return sections.flatMap(({ box, words, templateness }, i) => {
    if (words === 0) return [];
    const number = i + 1;
    const value = templateness.toFixed(2);
    const name = `Section ${number}, templateness ${value}`;
    return [{ box, classes: "outline", label: `${number}: ${value}`, name, target: `section-${number}` }];
  });
}

/** The blocks in reading order; consecutive ones of one section are grouped. */
function drawText({ blocks, sections }: HeatMap): string {
  const parts: string[] = [];
  let before = -1;
  for (const [i, block] of blocks.entries()) {
    if (block.section !== before) {
      if (before >= 0) parts.push("</div>");
      const { templateness, tag, kind } = sections[block.section];
      const name = `<a href="#section-${block.section + 1}">Section ${block.section + 1}</a>`;
      const word = kind === null || kind === "template" ? wordFor(templateness) : `${wordFor(templateness)}, ${kind}`;
      const head = `${name} · ${word} ${templateness.toFixed(2)} · ${escaped(tag)}`;
      parts.push(`<div class="run s${levelOf(templateness)}"><h3 lang="en">${head}</h3>`);
      before = block.section;
    }
    parts.push(drawBlock(block, i));
  }
  if (before >= 0) parts.push("</div>");
  return parts.length === 0 ? "<p>The page shows no text.</p>" : parts.join("\n");
}

function drawBlock(block: HeatBlock, index: number): string {
  const { text, cut, score, templateness, kind } = block;
  const what = kind === null ? "" : `, taken for: ${kind}`;
  const numbers = `<small title="raw score → smoothed${what}">${score.toFixed(2)} → ${templateness.toFixed(2)}</small>`;
  return `<div class="${classesOf(block)}" id="b${index}">${showText(text, cut)}${numbers}</div>`;
}

function drawSections(sections: readonly HeatSection[]): string {
  const columns: readonly MapColumn[] = [
    { name: "", kind: "number" },
    { name: "Templateness", kind: "number" },
    { name: "Kind" },
    { name: "Raw scores", kind: "number", onPhones: "raw" },
    { name: "Words", kind: "number", onPhones: "words" },
    { name: "Links", kind: "number", onPhones: "links" },
    { name: "Box", kind: "number" },
    ...wordyColumns,
  ];
  const rows = sections.map(({ box, templateness, kind, lowest, highest, words, links, path, tag, text }, i) => ({
    id: `section-${i + 1}`,
    cells: [
      String(i + 1),
      levelCell(templateness),
      kind ?? "",
      `${lowest.toFixed(2)}–${highest.toFixed(2)}`,
      String(words),
      String(links),
      boxCell(box),
      pathCell(path ?? tag),
      escaped(text),
    ],
  }));
  return drawTable(columns, rows);
}
