import { levelColours } from "dehusk/internal/drawing";

/** Opacity of an element's heat colour, in hexadecimal: 42 %, visible and readable. */
const strength = "6b";

/**
 * The frame's own style sheet, before all of the page's. It is an anonymous layer: its normal declarations yield to the
 * page's, and its `!important` ones override the page's.
 */
export function frameStyle(): string {
  return `@layer{${elements}${safeguards}${levelRules()}}`;
}

/** Elements written under our own names look like those they replace. */
const elements = `
html{background:Canvas}
dh-p,dh-form,dh-dialog,dh-frameset,dh-h1,dh-h2,dh-h3,dh-h4,dh-h5,dh-h6,dh-dd,dh-dt,dh-marquee,dh-listing,dh-plaintext,
dh-xmp{display:block}
dh-p,dh-listing,dh-plaintext,dh-xmp,dh-h1,dh-h2,dh-h3,dh-h4,dh-h5,dh-h6{margin-block:1em}
dh-h1,dh-h2,dh-h3,dh-h4,dh-h5,dh-h6{font-weight:bold}
dh-listing,dh-plaintext,dh-xmp{white-space:pre;font-family:monospace}
dh-dd{margin-inline-start:40px}
dh-li{display:list-item}
dh-nobr{white-space:nowrap}
dh-table{display:table}dh-caption{display:table-caption;text-align:center}dh-colgroup{display:table-column-group}
dh-col{display:table-column}dh-thead{display:table-header-group}dh-tbody{display:table-row-group}
dh-tfoot{display:table-footer-group}dh-tr{display:table-row}dh-td,dh-th{display:table-cell;padding:1px}dh-th{font-weight:bold}
dh-slot,dh-picture,dh-noscript,dh-map{display:contents}
a[data-dh-href],dh-a[data-dh-href]{color:LinkText;text-decoration:underline}
dh-button{display:inline-block;border:1px solid #767676;padding:1px 6px}
dh-select,dh-textarea{display:inline-block;border:1px solid #767676;padding:1px 4px;background:#fff;color:#000;font:13px sans-serif;
text-align:start;vertical-align:bottom}
dh-textarea{white-space:pre-wrap;min-width:12em;min-height:2.5em;font-family:monospace}
dh-option,dh-optgroup{display:block}
dh-select :is(dh-option,dh-optgroup){display:none}
dh-select:not(:has([data-dh-selected]))>dh-option:first-child,dh-select>[data-dh-selected],
dh-select>dh-optgroup:has([data-dh-selected]),dh-select>dh-optgroup>[data-dh-selected]{display:block}
[data-dh-label]{display:inline-flex;align-items:center;justify-content:center;box-sizing:border-box;max-width:100%;overflow:hidden;
background:#8883;border:1px dashed #888;color:#777;font:12px/1.2 sans-serif;vertical-align:bottom}
[data-dh-label]::after{content:attr(data-dh-label)}
dh-dialog{display:block;width:fit-content;margin:auto;padding:1em;border:solid;background:#fff;color:#000}
[data-dh-closed]{display:none}
`;

/**
 * What no page may do to its frame: hide all of itself (scripts that would show it again do not run), or place itself
 * above our overlay. Nothing here applies to all elements, which would make every colour change slow.
 */
const safeguards = `
html{display:block!important;overflow:auto!important;zoom:1!important;transform:none!important;translate:none!important;
scale:none!important;rotate:none!important;perspective:none!important}
html,body{visibility:visible!important;opacity:1!important;filter:none!important;backdrop-filter:none!important;
clip-path:none!important;mask:none!important;content-visibility:visible!important;contain:none!important}
body{overflow:visible!important}
dh-overlay::before,dh-overlay::after,dh-overlay::backdrop{content:none!important;display:none!important}
`;

function levelRules(): string {
  const rules = (colours: readonly string[], root: string) =>
    colours
      .map((colour, level) => {
        return `${root}[data-dh-heat="${level}"]{box-shadow:inset 0 0 0 9999px ${colour}${strength}!important}`;
      })
      .join("\n");
  return `${rules(levelColours.light, "")}\n${rules(levelColours.dark, "[data-dh-dark] ")}`;
}
