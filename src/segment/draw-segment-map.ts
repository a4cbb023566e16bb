import {
  escaped,
  freeLabel,
  levelOf,
  levels,
  type MapLabel,
  placed,
  sizeOfMap,
  whole,
  wordFor,
} from "../detect/index.ts";
import type { Segment } from "./describe-segments.ts";
import type { SegmentMap } from "./segment-map-data.ts";
import { colours, segmentMapStyle } from "./segment-map-style.ts";

/**
 * A page's segments as one HTML file that needs nothing else: no script, no picture, no address. The sibling of the heat
 * map of `detect`. What comes from the page goes in as text, with every sign escaped that could start markup.
 */
export function drawSegmentMap(map: SegmentMap): string {
  const title = escaped(map.title === "" ? "Page without a title" : map.title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Segments: ${title}</title>
<style>${segmentMapStyle()}</style>
</head>
<body>
<header>
<h1 dir="auto">${title}</h1>
<p class="quiet">${escaped(map.url ?? "no address")}</p>
<p class="quiet">${facts(map)}</p>
</header>
<div class="bar">
<fieldset><legend>Colour by</legend>
<label><input type="radio" name="view" id="by-segment" checked> segment</label>
<label><input type="radio" name="view" id="by-templateness"> templateness</label></fieldset>
${scale()}
</div>
<main>
<div class="views">
<div class="maps" tabindex="0" role="region" aria-label="Map of the page">
<figure><figcaption>Segments, numbered, with their templateness</figcaption>${drawMap(map)}</figure>
</div>
<section class="text" aria-label="Segments in reading order"${language(map)}>
${drawText(map)}
</section>
</div>
<div class="wide" tabindex="0" role="region" aria-label="Table of segments">
<h2>Segments</h2>
${drawTable(map.segments)}
</div>
</main>
</body>
</html>
`;
}

const names = {
  gcuts: "Energy-minimizing cuts",
  cclus: "Correlation clustering",
  sections: "Sections of equal templateness",
};

function facts({ algorithm, lambda, energy, geometry, segments, allSegments, leaves, allLeaves }: SegmentMap): string {
  const part = (shown: number, all: number, what: string) =>
    shown < all ? `the first ${shown} of ${all} ${what}` : `${all} ${what}`;
  return [
    names[algorithm],
    ...(lambda === null ? [] : [`λ ${lambda}`]),
    ...(energy === null ? [] : [`energy ${energy.toFixed(1)}`]),
    geometry === "estimate" ? "places estimated" : "places as rendered",
    part(segments.length, allSegments, allSegments === 1 ? "segment" : "segments"),
    part(leaves.length, allLeaves, allLeaves === 1 ? "text or image" : "texts and images"),
  ].join(" · ");
}

function scale(): string {
  const steps = Array.from({ length: levels }, (_, level) => `<i class="s${level}"></i>`).join("");
  return `<div class="scale" role="img" aria-label="Scale from blue, 0, content, to orange, 1, template">content 0 <span>${steps}</span> 1 template</div>`;
}

function language({ language: given }: SegmentMap): string {
  return given !== undefined && /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i.test(given) ? ` lang="${given}"` : "";
}

/** Classes that give a thing its segment's two colours. */
function classesOf({ id, templateness }: Segment): string {
  return `g${id % colours} s${levelOf(templateness)}`;
}

/** Only numbers of ours go into the drawing, no text of the page. */
function drawMap(map: SegmentMap): string {
  const { width, height, press } = sizeOfMap(map);
  const leaves = map.leaves.map(({ box, segment }) => {
    if (box[2] <= 0 || box[3] <= 0) return "";
    return `<a href="#s${segment}" tabindex="-1"><rect class="p ${classesOf(map.segments[segment] as Segment)}" ${placed(box, press)}/></a>`;
  });
  const drawn = map.segments.slice(0, mostOutlines).filter(({ box }) => box[2] > 0 && box[3] > 0);
  const edges = drawn.map((segment) => `<rect class="edge ${classesOf(segment)}" ${placed(segment.box, press)}/>`);
  const taken: MapLabel[] = [];
  const labels = drawn.map(({ id, box, templateness }) => {
    const text = `${id}: ${templateness.toFixed(2)}`;
    const label = freeLabel(taken, box[0], box[1] * press, 16 + 17 * text.length, width, labelHeight);
    taken.push(label);
    const { x, y, wide } = label;
    const name = `Segment ${id}, templateness ${templateness.toFixed(2)}`;
    return (
      `<a class="label" href="#row-${id}" aria-label="${name}"><rect x="${x}" y="${y}" width="${wide}" height="${labelHeight}"/>` +
      `<text x="${x + 8}" y="${y + 29}">${text}</text></a>`
    );
  });
  const all = [...leaves, ...edges, ...labels].join("");
  return `<svg viewBox="0 0 ${whole(width)} ${whole(height)}" role="group" aria-label="Segments at their places">${all}</svg>`;
}

const labelHeight = 38;
const mostOutlines = 200;
const longestText = 600;

function drawText({ segments }: SegmentMap): string {
  if (segments.length === 0) return "<p>The page shows nothing.</p>";
  return segments
    .map((segment) => {
      const { id, templateness, words, text } = segment;
      const shown = beginning(text, longestText);
      const rest = text.length > shown.length ? `… <small>(${text.length - shown.length} characters more)</small>` : "";
      const head = `<a href="#row-${id}">Segment ${id}</a> · ${wordFor(templateness)} ${templateness.toFixed(2)} · ${words} ${words === 1 ? "word" : "words"}`;
      const body = shown === "" ? "<em>no text</em>" : `<span dir="auto">${escaped(shown)}${rest}</span>`;
      return `<div class="run ${classesOf(segment)}" id="s${id}"><h3 lang="en">${head}</h3><div class="p ${classesOf(segment)}">${body}</div></div>`;
    })
    .join("\n");
}

function drawTable(segments: readonly Segment[]): string {
  const number = (content: string | number) => `<td class="number">${content}</td>`;
  const rows = segments.map((segment) => {
    const { id, box, templateness, words, links, paths, nodes, text } = segment;
    const [x, y, width, height] = box.map(Math.round);
    const more = nodes > 1 ? ` and ${nodes - 1} more` : "";
    const where = paths[0] === undefined ? "" : escaped(paths[0].replaceAll("[1]", "")).replaceAll("/", "/<wbr>");
    return (
      `<tr id="row-${id}">${number(`<i class="p ${classesOf(segment)}"></i>${id}`)}` +
      number(`<i class="s${levelOf(templateness)}"></i>${templateness.toFixed(2)}`) +
      number(words) +
      number(links) +
      number(`${width} × ${height} at ${x}, ${y}`) +
      `<td><code>${where}</code>${more}</td><td dir="auto">${escaped(beginning(text, 160))}</td></tr>`
    );
  });
  const heads = ["", "Templateness", "Words", "Links", "Box", "Where", "Begins"];
  const head = heads.map((name, i) => `<th scope="col"${i < 5 ? ' class="number"' : ""}>${name}</th>`).join("");
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${rows.join("\n")}\n</tbody></table>`;
}

/** The first characters of a text, never half of one. */
function beginning(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
}
