import { drawPageMap } from "./draw-page-map.ts";
import { escaped } from "./escape-text.ts";
import { levelOf, levels, wordFor } from "./heat-colours.ts";
import type { HeatBlock, HeatMap, HeatSection } from "./heat-map-data.ts";
import { heatMapStyle } from "./heat-map-style.ts";

/**
 * A heat map as one HTML file that needs nothing else: no script, no picture, no address. What comes from the page goes in
 * as text, with every sign escaped that could start markup.
 */
export function drawHeatMap(map: HeatMap): string {
  const title = escaped(map.title === "" ? "Page without a title" : map.title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Heat map: ${title}</title>
<style>${heatMapStyle()}</style>
</head>
<body>
<header>
<h1 dir="auto">${title}</h1>
<p class="quiet">${escaped(map.url ?? "no address")}</p>
<p class="quiet">${facts(map)}</p>
</header>
<div class="bar">
<fieldset><legend>Colour by</legend>
<label><input type="radio" name="view" id="smoothed" checked> smoothed</label>
<label><input type="radio" name="view" id="raw"> raw score</label></fieldset>
${scale()}
</div>
<main>
<div class="views">
<div class="maps" tabindex="0" role="region" aria-label="Maps of the page">
<figure class="map-raw"><figcaption>Raw: each node by itself</figcaption>${drawPageMap(map, false)}</figure>
<figure class="map-smooth"><figcaption>Smoothed, with sections</figcaption>${drawPageMap(map, true)}</figure>
</div>
<section class="text" aria-label="Text in reading order"${language(map)}>
${drawText(map)}
</section>
</div>
<div class="wide" tabindex="0" role="region" aria-label="Sections">
<h2>Sections</h2>
${drawTable(map.sections)}
</div>
</main>
</body>
</html>
`;
}

function facts({ model, geometry, blocks, sections, allBlocks, allSections }: HeatMap): string {
  const part = (shown: number, all: number, what: string) =>
    shown < all ? `the first ${shown} of ${all} ${what}` : `${all} ${what}`;
  return [
    `Model ${escaped(model)}`,
    geometry === "estimate" ? "places estimated" : "places as rendered",
    part(blocks.length, allBlocks, allBlocks === 1 ? "block of text" : "blocks of text"),
    part(sections.length, allSections, allSections === 1 ? "section" : "sections"),
  ].join(" · ");
}

function scale(): string {
  const steps = Array.from({ length: levels }, (_, level) => `<i class="s${level}"></i>`).join("");
  return `<div class="scale" role="img" aria-label="Scale from blue, 0, content, to orange, 1, template">content 0 <span>${steps}</span> 1 template</div>`;
}

function language({ language: given }: HeatMap): string {
  return given !== undefined && /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i.test(given) ? ` lang="${given}"` : "";
}

/** The blocks in reading order; those of one section that follow each other stand together. */
function drawText({ blocks, sections }: HeatMap): string {
  const parts: string[] = [];
  let before = -1;
  for (const [i, block] of blocks.entries()) {
    if (block.section !== before) {
      if (before >= 0) parts.push("</div>");
      const { templateness, tag, kind } = sections[block.section] as HeatSection;
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

function drawBlock({ text, cut, score, templateness, kind }: HeatBlock, index: number): string {
  const rest = cut === 0 ? "" : `… <small>(${cut} characters more)</small>`;
  const what = kind === null ? "" : `, taken for: ${kind}`;
  const numbers = `<small title="raw score → smoothed${what}">${score.toFixed(2)} → ${templateness.toFixed(2)}</small>`;
  const classes = `b r${levelOf(score)} s${levelOf(templateness)}`;
  return `<div class="${classes}" id="b${index}"><span dir="auto">${escaped(text)}${rest}</span>${numbers}</div>`;
}

function drawTable(sections: readonly HeatSection[]): string {
  const rows = sections.map((section, i) => {
    const { box, templateness, kind, lowest, highest, words, links, text } = section;
    const number = (content: string | number) => `<td class="number">${content}</td>`;
    const [x, y, width, height] = box.map(Math.round);
    return (
      `<tr id="section-${i + 1}">${number(i + 1)}` +
      `<td class="number"><i class="s${levelOf(templateness)}"></i>${templateness.toFixed(2)}</td>` +
      `<td>${kind ?? ""}</td>` +
      number(`${lowest.toFixed(2)}–${highest.toFixed(2)}`) +
      number(words) +
      number(links) +
      number(`${width} × ${height} at ${x}, ${y}`) +
      `<td><code>${place(section)}</code></td><td dir="auto">${escaped(text)}</td></tr>`
    );
  });
  const heads = ["", "Templateness", "Kind", "Raw scores", "Words", "Links", "Box", "Where", "Begins"];
  const head = heads
    .map((name, i) => `<th scope="col"${i < 7 && name !== "Kind" ? ' class="number"' : ""}>${name}</th>`)
    .join("");
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${rows.join("\n")}\n</tbody></table>`;
}

/** A path that may break after its slashes. */
function place({ path, tag }: HeatSection): string {
  return escaped(path === null ? tag : path.replaceAll("[1]", "")).replaceAll("/", "/<wbr>");
}
