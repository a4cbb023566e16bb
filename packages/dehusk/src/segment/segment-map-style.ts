/**
 * Colours that tell segments apart, adjacent ones most: mid tones from Paul Tol's colour-blind safe schemes, readable
 * on light backgrounds, slightly lighter on dark.
 */
const palette = "#4477aa #ee8866 #228833 #aa3377 #66ccee #ccbb44 #882255 #44aa99 #6655bb #cc6677 #999933 #777777".split(
  " ",
);

export const colours = palette.length;

/**
 * Style rules of a segment map beyond those of all maps. An item has a colour for its segment, `--g`, and one for its
 * templateness, `--s`; the inherited `--heat` picks which one is shown.
 */
export function segmentMapStyle(): string {
  const rules = palette.map((colour, i) => `.g${i}{--g:color-mix(in srgb,${colour},#fff var(--lighter))}`).join("");
  return `${sheet}${rules}\n`;
}

const sheet = `
:root{--heat:0%;--lighter:0%}
@media (prefers-color-scheme:dark){:root{--lighter:20%}}
:root:has(#by-templateness:checked){--heat:100%}
.p,.edge,.mark,.run{--c:color-mix(in srgb,var(--s) var(--heat),var(--g))}
svg .p{fill:var(--c);fill-opacity:.6}
svg a:hover .p{fill-opacity:1}
.edge{fill:var(--c);fill-opacity:.08;stroke:var(--c);stroke-width:4;pointer-events:none}
.label .mark{fill:var(--c)}
.run{border-left-color:var(--c);scroll-margin-top:5rem}
.run:target{outline:2px solid var(--ink)}
.text .p{background:color-mix(in srgb,var(--c) 18%,var(--paper));flex:1 1 100%}
td i.p{background:var(--c)}
`;
