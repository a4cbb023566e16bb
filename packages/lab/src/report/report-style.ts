/** Colours that are distinguishable on light and dark backgrounds, also with most colour vision deficiencies. */
export const seriesColours = ["#0072b2", "#d55e00", "#009e73", "#b06bb0", "#b58900", "#3f9fd8", "#8a8a8a"] as const;

export const reportStyle = `
:root { color-scheme: light dark; --ink: #1b1b1b; --faint: #6a6a6a; --line: #d5d5d5; --ground: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e8; --faint: #a0a0a0; --line: #444; --ground: #17191c; }
}
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
figure { display: inline-block; width: min(100%, 29rem); margin: 0.5rem 0; vertical-align: top; }
svg { width: 100%; height: auto; }
svg text { fill: var(--ink); font: 12px system-ui, sans-serif; }
svg .title { font-size: 14px; font-weight: 600; }
svg .tick { fill: var(--faint); font-size: 11px; }
svg .grid { stroke: var(--line); stroke-width: 1; }
svg .axis { stroke: var(--faint); stroke-width: 1; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.92rem; }
th, td { padding: 0.25rem 0.7rem; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
`;

export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
