import {
  beginning,
  boxCell,
  countShown,
  drawMap,
  drawMapFile,
  drawTable,
  escaped,
  levelCell,
  levelOf,
  type MapColumn,
  pathCell,
  showText,
  wordFor,
  wordyColumns,
} from "../drawing/index.ts";
import type { Segment } from "./describe-segments.ts";
import type { SegmentMap } from "./segment-map-data.ts";
import { colours, segmentMapStyle } from "./segment-map-style.ts";

/** A page's segments as one HTML file; see `page-map/draw-map-file.ts` of `detect`. */
export function drawSegmentMap(map: SegmentMap): string {
  const { algorithm, lambda, energy, segments, allSegments, leaves, allLeaves } = map;
  return drawMapFile({
    kind: "Segments",
    page: map,
    facts: [
      names[algorithm],
      ...(lambda === null ? [] : [`λ ${lambda}`]),
      ...(energy === null ? [] : [`energy ${energy.toFixed(1)}`]),
      countShown(segments.length, allSegments, ["segment", "segments"]),
      countShown(leaves.length, allLeaves, ["text or image", "texts and images"]),
    ],
    colourings: [
      { id: "by-segment", name: "segment" },
      { id: "by-templateness", name: "templateness" },
    ],
    maps: [{ caption: "Segments, numbered, with their templateness", svg: drawLeaves(map) }],
    text: { name: "Segments in reading order", html: drawText(segments) },
    table: { name: "Segments", html: drawSegments(segments) },
    style: segmentMapStyle(),
  });
}

const names = {
  consensus: "Consensus",
  gcuts: "Energy-minimizing cuts",
  cclus: "Correlation clustering",
  sections: "Sections of equal templateness",
};

/** Classes that give an item its segment's two colours. */
function classesOf({ id, templateness }: Segment): string {
  return `g${id % colours} s${levelOf(templateness)}`;
}

function drawLeaves(map: SegmentMap): string {
  const shapes = map.leaves.map(({ box, segment }) => {
    return { box, classes: `p ${classesOf(map.segments[segment])}`, target: `s${segment}` };
  });
  const outlines = map.segments.map((segment) => {
    const { id, box, templateness } = segment;
    const value = templateness.toFixed(2);
    return {
      box,
      classes: `edge ${classesOf(segment)}`,
      label: `${id}: ${value}`,
      name: `Segment ${id}, templateness ${value}`,
      target: `row-${id}`,
      mark: `mark ${classesOf(segment)}`,
    };
  });
  return drawMap({ name: "Segments at their places", page: map, shapes, outlines, letters: 34 });
}

/** Characters of a segment shown beside the map, and in the table. */
const maxText = 600;
const maxBeginning = 160;

function drawText(segments: readonly Segment[]): string {
  if (segments.length === 0) return "<p>The page shows nothing.</p>";
  return segments
    .map((segment) => {
      const { id, templateness, words, text } = segment;
      const shown = beginning(text, maxText);
      const count = `${words} ${words === 1 ? "word" : "words"}`;
      const head = `<a href="#row-${id}">Segment ${id}</a> · ${wordFor(templateness)} ${templateness.toFixed(2)} · ${count}`;
      const body = shown === "" ? "<em>no text</em>" : showText(shown, text.length - shown.length);
      return `<div class="run ${classesOf(segment)}" id="s${id}"><h3 lang="en">${head}</h3><div class="p ${classesOf(segment)}">${body}</div></div>`;
    })
    .join("\n");
}

function drawSegments(segments: readonly Segment[]): string {
  const columns: readonly MapColumn[] = [
    { name: "", kind: "number" },
    { name: "Templateness", kind: "number" },
    { name: "Words", kind: "number", onPhones: "words" },
    { name: "Links", kind: "number", onPhones: "links" },
    { name: "Box", kind: "number" },
    ...wordyColumns,
  ];
  const rows = segments.map((segment) => {
    const { id, box, templateness, words, links, paths, nodes, text } = segment;
    const more = nodes > 1 ? ` and ${nodes - 1} more` : "";
    const begins = beginning(text, maxBeginning);
    return {
      id: `row-${id}`,
      cells: [
        `<i class="p ${classesOf(segment)}"></i>${id}`,
        levelCell(templateness),
        String(words),
        String(links),
        boxCell(box),
        pathCell(paths[0] ?? "") + more,
        escaped(begins) + (begins.length < text.length ? "…" : ""),
      ],
    };
  });
  return drawTable(columns, rows);
}
