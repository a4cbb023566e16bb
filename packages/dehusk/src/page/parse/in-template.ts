import { tagNumbers } from "../tags.ts";
import type { Construction } from "./construction.ts";
import { closeTemplate, startTagInHead } from "./in-head.ts";
import { type Again, Mode } from "./insertion-mode.ts";
import { resetMode } from "./reset-mode.ts";

const [BASE, BASEFONT, BGSOUND, LINK, META, NOFRAMES, SCRIPT, STYLE, TEMPLATE, TITLE] = tagNumbers(
  "base",
  "basefont",
  "bgsound",
  "link",
  "meta",
  "noframes",
  "script",
  "style",
  "template",
  "title",
);
const [CAPTION, COL, COLGROUP, TBODY, TD, TFOOT, TH, THEAD, TR] = tagNumbers(
  "caption",
  "col",
  "colgroup",
  "tbody",
  "td",
  "tfoot",
  "th",
  "thead",
  "tr",
);

/** The "in template" insertion mode: a template's content decides which rules apply. */
export function startTagInTemplate(p: Construction): Again {
  switch (p.token.name) {
    case BASE:
    case BASEFONT:
    case BGSOUND:
    case LINK:
    case META:
    case NOFRAMES:
    case SCRIPT:
    case STYLE:
    case TEMPLATE:
    case TITLE:
      return startTagInHead(p);
    case CAPTION:
    case COLGROUP:
    case TBODY:
    case TFOOT:
    case THEAD:
      return readAs(p, Mode.InTable);
    case COL:
      return readAs(p, Mode.InColumnGroup);
    case TR:
      return readAs(p, Mode.InTableBody);
    case TD:
    case TH:
      return readAs(p, Mode.InRow);
    default:
      return readAs(p, Mode.InBody);
  }
}

export function endTagInTemplate(p: Construction): Again {
  return p.token.name === TEMPLATE && closeTemplate(p);
}

function readAs(p: Construction, mode: number): Again {
  p.templateModes[p.templateModes.length - 1] = mode;
  p.mode = mode;
  return true;
}

/** The end of input closes all templates. */
export function endTemplates(p: Construction): Again {
  if (p.open.templates === 0) return false;
  while (p.open.templates > 0) {
    p.popUntil(TEMPLATE);
    p.formatting.clearToMarker();
    p.templateModes.pop();
  }
  resetMode(p);
  return true;
}
