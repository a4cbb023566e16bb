/**
 * The rules of a heat map beyond those of all pictures. A block has a colour for its raw score, `--r`, and one for its
 * templateness, `--s`; `--raw`, which it inherits, says which of them is shown.
 */
export const heatMapStyle = `
:root{--raw:0%}
.b{--c:color-mix(in srgb,var(--r) var(--raw),var(--s))}
svg .b{fill:var(--c)}
svg a:hover .b{stroke:var(--ink);stroke-width:6}
.map-raw{--raw:100%}
.map-smooth{--raw:0%}
:root:has(#raw:checked) .text{--raw:100%}
.outline{fill:none;stroke:var(--ink);stroke-width:3;stroke-dasharray:12 6;pointer-events:none}
.text .b{background:color-mix(in srgb,var(--c) 30%,var(--paper));flex:0 1 auto;display:flex;
justify-content:space-between;gap:.75rem;scroll-margin-top:5rem}
.text .b:target{outline:2px solid var(--ink)}
@media (max-width:48rem){
:root:has(#raw:checked) .map-smooth,:root:has(#smoothed:checked) .map-raw{display:none}
}
`;
