import { heatMapStyle } from "../detect/index.ts";

/**
 * Colours that tell segments apart, ones that follow each other most: of Paul Tol's schemes for people with any kind of
 * colour blindness, mid tones that show on light and dark.
 */
const palette = "#4477aa #ee8866 #228833 #aa3377 #66ccee #ccbb44 #882255 #44aa99 #6655bb #cc6677 #999933 #777777".split(
  " ",
);

export const colours = palette.length;

/**
 * The style sheet of a picture of segments: that of the heat map, and what is different. A thing has a colour for its
 * segment, `--g`, and one for its templateness, `--s`; `--heat`, which it inherits, says which of them is shown.
 */
export function segmentMapStyle(): string {
  const rules = palette.map((colour, i) => `.g${i}{--g:${colour}}`).join("");
  return `${heatMapStyle()}${sheet}${rules}\n`;
}

const sheet = `
:root{--heat:0%}
:root:has(#by-templateness:checked){--heat:100%}
.maps{grid-template-columns:1fr}
.p,.edge,.run{--c:color-mix(in srgb,var(--s) var(--heat),var(--g))}
svg .p{fill:var(--c);fill-opacity:.6}
svg a:hover .p{fill-opacity:1}
.label text{font-size:30px}
.edge{fill:var(--c);fill-opacity:.08;stroke:var(--c);stroke-width:4;pointer-events:none}
.run{border-left-color:var(--c);scroll-margin-top:5rem}
.run:target{outline:2px solid var(--ink)}
.text .p{background:color-mix(in srgb,var(--c) 18%,var(--paper));padding:.3rem .6rem;flex:1 1 100%}
.text .p>span{white-space:pre-line}
td i.p{background:var(--c)}
@media (max-width:48rem){
svg{max-height:70vh}
td:nth-child(3)::before{content:none}
td:nth-child(3)::after{content:" words"}
td:nth-child(4)::after{content:" links"}
td:nth-child(5)::after{content:none}
}
`;
