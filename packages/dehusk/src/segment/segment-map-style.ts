/**
 * Colours that tell segments apart, ones that follow each other most: of Paul Tol's schemes for people with any kind of
 * colour blindness, mid tones that show on light, and a little lighter on dark.
 */
const palette = "#4477aa #ee8866 #228833 #aa3377 #66ccee #ccbb44 #882255 #44aa99 #6655bb #cc6677 #999933 #777777".split(
  " ",
);

export const colours = palette.length;

/**
 * The rules of a picture of segments beyond those of all pictures. A thing has a colour for its segment, `--g`, and one
 * for its templateness, `--s`; `--heat`, which it inherits, says which of them is shown.
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
