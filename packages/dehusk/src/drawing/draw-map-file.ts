import { escaped } from "./escape-text.ts";
import { levels } from "./level-colours.ts";
import type { MappedPage } from "./mapped-page.ts";
import { pageMapStyle } from "./page-map-style.ts";

/** A picture of a page: maps, the page's text beside them, a table below. */
export interface MapFile {
  /** What it is, the first words of its title. */
  readonly kind: string;
  readonly page: MappedPage;
  /** What was found, and how: texts. */
  readonly facts: readonly string[];
  /** What things may be coloured by. The first is chosen at the start, and style sheets go by the ids. */
  readonly colourings: readonly { readonly id: string; readonly name: string }[];
  /** `svg` is what `drawMap` gives. */
  readonly maps: readonly { readonly caption: string; readonly classes?: string; readonly svg: string }[];
  /** HTML in the page's language. */
  readonly text: NamedPart;
  /** HTML. */
  readonly table: NamedPart;
  /** Rules beyond those that all pictures have. */
  readonly style: string;
}

interface NamedPart {
  readonly name: string;
  readonly html: string;
}

/**
 * Writes a picture as one HTML file that needs nothing else: no script, no picture, no address. What comes from the page
 * goes in as text, with every sign escaped that could start markup.
 */
export function drawMapFile({ kind, page, facts, colourings, maps, text, table, style }: MapFile): string {
  const title = escaped(page.title === "" ? "Page without a title" : page.title);
  const places = page.geometry === "estimate" ? "places estimated" : "places as rendered";
  const choices = colourings.map(({ id, name }, i) => {
    return `<label><input type="radio" name="view" id="${id}"${i === 0 ? " checked" : ""}> ${name}</label>`;
  });
  const figures = maps.map(({ caption, classes, svg }) => {
    const look = classes === undefined ? "" : ` class="${classes}"`;
    return `<figure${look}><figcaption>${caption}</figcaption>${svg}</figure>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${kind}: ${title}</title>
<style>${pageMapStyle()}${style}</style>
</head>
<body>
<header>
<h1 dir="auto">${title}</h1>
<p class="quiet">${escaped(page.url ?? "no address")}</p>
<p class="quiet">${escaped([...facts, places].join(" · "))}</p>
</header>
<div class="bar">
<fieldset><legend>Colour by</legend>
${choices.join("\n")}</fieldset>
${scale()}
</div>
<main>
<div class="views">
<div class="maps" tabindex="0" role="region" aria-label="${maps.length === 1 ? "Map" : "Maps"} of the page">
${figures.join("\n")}
</div>
<section class="text" aria-label="${text.name}"${language(page)}>
${text.html}
</section>
</div>
<div class="wide" tabindex="0" role="region" aria-label="Table of ${table.name.toLowerCase()}">
<h2>${table.name}</h2>
${table.html}
</div>
</main>
</body>
</html>
`;
}

function scale(): string {
  const steps = Array.from({ length: levels }, (_, level) => `<i class="s${level}"></i>`).join("");
  return `<div class="scale" role="img" aria-label="Scale from blue, 0, content, to orange, 1, template">content 0 <span>${steps}</span> 1 template</div>`;
}

/** As an attribute, if it is one that could be. */
function language({ language: given }: MappedPage): string {
  return given !== undefined && /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i.test(given) ? ` lang="${given}"` : "";
}
