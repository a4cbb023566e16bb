import { colourRules } from "./level-colours.ts";

/** The style sheet that all pictures of pages have in common. What has a templateness has its colour as `--s`. */
export function pageMapStyle(): string {
  return `${sheet}${colourRules()}\n`;
}

const sheet = `
:root{color-scheme:light dark;--paper:#fff;--ink:#1d1f23;--quiet:#5b6068;--line:#d5d8dd;--page:#f4f5f7;
--focus:#0b57d0}
@media (prefers-color-scheme:dark){:root{--paper:#15171b;--ink:#e7e8ea;--quiet:#a4a9b2;--line:#393d45;--page:#1e2126;
--focus:#8ab4f8}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:86rem;padding:1.25rem;background:var(--paper);color:var(--ink);
font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.4rem;line-height:1.25;margin:0}
h2{font-size:1.1rem;margin:0 0 .6rem}
p{margin:0}
a{color:inherit}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.quiet{color:var(--quiet);font-size:.875rem}
.bar{display:flex;flex-wrap:wrap;gap:.5rem 2rem;align-items:center;margin:1rem 0;padding:.6rem 0;
border-block:1px solid var(--line);position:sticky;top:0;background:var(--paper);z-index:1}
fieldset{border:0;padding:0;margin:0;display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:baseline}
legend{float:left;padding:0;font-weight:600}
label{cursor:pointer;white-space:nowrap}
.scale{display:flex;align-items:center;gap:.5rem;font-size:.875rem;white-space:nowrap}
.scale span{display:flex}
.scale i{width:clamp(.6rem,2vw,1.3rem);height:1rem;background:var(--s)}
.views{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:2rem;align-items:start}
.maps{display:grid;grid-auto-flow:column;grid-auto-columns:minmax(0,1fr);gap:1rem;
position:sticky;top:4.5rem;max-height:calc(100vh - 5.5rem);overflow:auto}
figure{margin:0}
figcaption{font-weight:600;font-size:.875rem;margin-bottom:.3rem}
svg{display:block;width:100%;background:var(--page);border:1px solid var(--line)}
.label rect{fill:var(--ink)}
.label text{fill:var(--paper);font-family:system-ui,sans-serif;font-weight:600}
.label:focus-visible{outline:none}
.label:focus-visible rect:first-child{stroke:var(--focus);stroke-width:14}
.run{border-left:4px solid var(--s);padding-left:.75rem;margin-bottom:1rem;display:flex;flex-wrap:wrap;gap:2px}
.run h3{font-size:.8125rem;font-weight:600;color:var(--quiet);margin:0 0 .1rem;flex-basis:100%}
.text .run>:not(h3){padding:.3rem .6rem}
.text span{white-space:pre-line;display:block}
.text small{font-size:.75rem;line-height:1.5rem;font-variant-numeric:tabular-nums;opacity:.8;white-space:nowrap}
.wide{overflow-x:auto;margin-top:2rem;scroll-margin-top:4rem}
table{border-collapse:collapse;width:100%;font-size:.875rem;overflow-wrap:normal}
th,td{text-align:start;vertical-align:top;padding:.35rem .75rem .35rem 0;border-bottom:1px solid var(--line)}
th{color:var(--quiet);font-weight:600;white-space:nowrap}
.number{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}
td i{display:inline-block;width:.9rem;height:.9rem;background:var(--s);vertical-align:-.1rem;margin-right:.4rem}
td code{font-size:.8125rem}
td:nth-last-child(-n+2){min-width:12rem;overflow-wrap:break-word}
tr{scroll-margin-top:5rem}
tr:target td{background:var(--page)}
@media (max-width:48rem){
body{padding:.75rem}
.views{grid-template-columns:minmax(0,1fr);gap:1.25rem}
.maps{grid-auto-flow:row;position:static;max-height:none}
.wide{scroll-margin-top:6rem}
thead{position:absolute;clip-path:inset(50%)}
tr{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.5rem 0;border-bottom:1px solid var(--line)}
td{border:0;padding:0}
td:first-child{font-weight:600}
td[data-name]::before{content:attr(data-name) " ";color:var(--quiet)}
td:nth-last-child(-n+2){flex-basis:100%}
}
@media print{.bar{position:static}}
`;
