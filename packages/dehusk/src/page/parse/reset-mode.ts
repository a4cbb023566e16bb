import { tagNumbers } from "../tags.ts";
import type { Construction } from "./construction.ts";
import { Mode } from "./insertion-mode.ts";

const [BODY, CAPTION, COLGROUP, FRAMESET, HEAD, HTML, SELECT, TABLE, TBODY, TD, TEMPLATE, TFOOT, TH, THEAD, TR] =
  tagNumbers(
    "body",
    "caption",
    "colgroup",
    "frameset",
    "head",
    "html",
    "select",
    "table",
    "tbody",
    "td",
    "template",
    "tfoot",
    "th",
    "thead",
    "tr",
  );

/** Elements that decide the insertion mode. */
const modeTags = [
  ...[BODY, CAPTION, COLGROUP, FRAMESET, HEAD, HTML, SELECT, TABLE],
  ...[TBODY, TD, TEMPLATE, TFOOT, TH, THEAD, TR],
];

/** Sets the insertion mode by the open elements: "reset the insertion mode appropriately". */
export function resetMode(p: Construction): void {
  const slot = p.open.findAny(modeTags);
  p.mode = slot < 0 ? Mode.InBody : modeOf(p, slot);
}

function modeOf(p: Construction, slot: number): number {
  switch (p.open.tag[slot]) {
    case TR:
      return Mode.InRow;
    case TBODY:
    case THEAD:
    case TFOOT:
      return Mode.InTableBody;
    case CAPTION:
      return Mode.InCaption;
    case COLGROUP:
      return Mode.InColumnGroup;
    case TABLE:
      return Mode.InTable;
    case FRAMESET:
      return Mode.InFrameset;
    case SELECT: {
      const table = p.open.find(TABLE);
      return table > 0 && table > p.open.find(TEMPLATE) ? Mode.InSelectInTable : Mode.InSelect;
    }
    case TEMPLATE:
      return p.templateModes[p.templateModes.length - 1];
    case HTML:
      return p.head === 0 ? Mode.BeforeHead : Mode.AfterHead;
    case TD:
    case TH:
      return Mode.InCell;
    case HEAD:
      return Mode.InHead;
    default:
      return Mode.InBody;
  }
}
