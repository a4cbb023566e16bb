import { tagNumbers } from "../tags.ts";
import type { Construction } from "./construction.ts";
import { endTagInBody } from "./in-body-end-tags.ts";
import { isHiddenInput, startTagInBody } from "./in-body-start-tags.ts";
import { addHtmlAttributes, closeTemplate, startTagInHead } from "./in-head.ts";
import { type Again, Mode } from "./insertion-mode.ts";
import { resetMode } from "./reset-mode.ts";

const [
  BODY,
  CAPTION,
  COL,
  COLGROUP,
  FORM,
  HTML,
  INPUT,
  SCRIPT,
  STYLE,
  TABLE,
  TBODY,
  TD,
  TEMPLATE,
  TFOOT,
  TH,
  THEAD,
  TR,
] = tagNumbers(
  "body",
  "caption",
  "col",
  "colgroup",
  "form",
  "html",
  "input",
  "script",
  "style",
  "table",
  "tbody",
  "td",
  "template",
  "tfoot",
  "th",
  "thead",
  "tr",
);

const tableContext = [TABLE, TEMPLATE, HTML];
const bodies = [TBODY, TFOOT, THEAD];
const bodyContext = [...bodies, TEMPLATE, HTML];
const rowContext = [TR, TEMPLATE, HTML];
const cells = [TD, TH];
const parts = new Set([CAPTION, COL, COLGROUP, TBODY, TD, TFOOT, TH, THEAD, TR]);

/** The "in table" insertion mode. */
export function startTagInTable(p: Construction): Again {
  const { open } = p;
  const { name } = p.token;
  switch (name) {
    case CAPTION:
      p.clearBackTo(tableContext);
      p.formatting.addMarker();
      p.insert(CAPTION);
      p.mode = Mode.InCaption;
      return false;
    case COLGROUP:
      p.clearBackTo(tableContext);
      p.insert(COLGROUP);
      p.mode = Mode.InColumnGroup;
      return false;
    case COL:
      p.clearBackTo(tableContext);
      p.insertImplied(COLGROUP);
      p.mode = Mode.InColumnGroup;
      return true;
    case TBODY:
    case TFOOT:
    case THEAD:
      p.clearBackTo(tableContext);
      p.insert(name);
      p.mode = Mode.InTableBody;
      return false;
    case TD:
    case TH:
    case TR:
      p.clearBackTo(tableContext);
      p.insertImplied(TBODY);
      p.mode = Mode.InTableBody;
      return true;
    case TABLE:
      if (!open.hasInTableScope(TABLE)) return false;
      p.popUntil(TABLE);
      resetMode(p);
      return true;
    case SCRIPT:
    case STYLE:
    case TEMPLATE:
      return startTagInHead(p);
    case INPUT:
      if (!isHiddenInput(p)) return inBodyWithFosterParenting(p, startTagInBody);
      p.insertVoid(INPUT);
      return false;
    case FORM:
      if (p.form === 0 && open.templates === 0) {
        p.form = p.insert(FORM);
        p.pop();
      }
      return false;
    default:
      return inBodyWithFosterParenting(p, startTagInBody);
  }
}

export function endTagInTable(p: Construction): Again {
  switch (p.token.name) {
    case TABLE:
      if (p.open.hasInTableScope(TABLE)) {
        p.popUntil(TABLE);
        resetMode(p);
      }
      return false;
    case TEMPLATE:
      return closeTemplate(p);
    case BODY:
    case HTML:
      return false;
    default:
      return parts.has(p.token.name) ? false : inBodyWithFosterParenting(p, endTagInBody);
  }
}

/** Content not allowed in a table is processed as in the body, and inserted before the table. */
export function inBodyWithFosterParenting(p: Construction, process: (p: Construction) => Again): Again {
  const saved = p.fosterParenting;
  p.fosterParenting = true;
  const again = process(p);
  p.fosterParenting = saved;
  return again;
}

/** The "in caption" insertion mode. */
export function startTagInCaption(p: Construction): Again {
  return parts.has(p.token.name) ? closeCaption(p) : startTagInBody(p);
}

export function endTagInCaption(p: Construction): Again {
  const { name } = p.token;
  if (name === CAPTION || name === TABLE) return closeCaption(p) && name === TABLE;
  return name === BODY || name === HTML || parts.has(name) ? false : endTagInBody(p);
}

/** Whether there was one to close. */
function closeCaption(p: Construction): boolean {
  if (!p.open.hasInTableScope(CAPTION)) return false;
  p.closeImplied();
  p.popUntil(CAPTION);
  p.formatting.clearToMarker();
  p.mode = Mode.InTable;
  return true;
}

/** The "in column group" insertion mode. */
export function startTagInColumnGroup(p: Construction): Again {
  switch (p.token.name) {
    case HTML:
      return addHtmlAttributes(p);
    case COL:
      p.insertVoid(COL);
      return false;
    case TEMPLATE:
      return startTagInHead(p);
    default:
      return leaveColumnGroup(p);
  }
}

export function endTagInColumnGroup(p: Construction): Again {
  switch (p.token.name) {
    case COLGROUP:
      leaveColumnGroup(p);
      return false;
    case TEMPLATE:
      return closeTemplate(p);
    case COL:
      return false;
    default:
      return leaveColumnGroup(p);
  }
}

export function leaveColumnGroup(p: Construction): Again {
  if (p.open.currentTag !== COLGROUP) return false;
  p.pop();
  p.mode = Mode.InTable;
  return true;
}

/** The "in table body" insertion mode. */
export function startTagInTableBody(p: Construction): Again {
  switch (p.token.name) {
    case TR:
      p.clearBackTo(bodyContext);
      p.insert(TR);
      p.mode = Mode.InRow;
      return false;
    case TD:
    case TH:
      p.clearBackTo(bodyContext);
      p.insertImplied(TR);
      p.mode = Mode.InRow;
      return true;
    case CAPTION:
    case COL:
    case COLGROUP:
    case TBODY:
    case TFOOT:
    case THEAD:
      return closeTableBody(p);
    default:
      return startTagInTable(p);
  }
}

export function endTagInTableBody(p: Construction): Again {
  const { name } = p.token;
  switch (name) {
    case TBODY:
    case TFOOT:
    case THEAD:
      if (p.open.hasInTableScope(name)) leaveTableBody(p);
      return false;
    case TABLE:
      return closeTableBody(p);
    case TD:
    case TH:
    case TR:
      return false;
    default:
      return endTagInTable(p);
  }
}

/** Whether there was one to close. */
function closeTableBody(p: Construction): Again {
  if (!p.open.isInTableScope(p.open.findAny(bodies))) return false;
  leaveTableBody(p);
  return true;
}

function leaveTableBody(p: Construction): void {
  p.clearBackTo(bodyContext);
  p.pop();
  p.mode = Mode.InTable;
}

/** The "in row" insertion mode. */
export function startTagInRow(p: Construction): Again {
  const { name } = p.token;
  if (name === TD || name === TH) {
    p.clearBackTo(rowContext);
    p.insert(name);
    p.mode = Mode.InCell;
    p.formatting.addMarker();
    return false;
  }
  return parts.has(name) ? closeRow(p) : startTagInTable(p);
}

export function endTagInRow(p: Construction): Again {
  const { name } = p.token;
  switch (name) {
    case TR:
      closeRow(p);
      return false;
    case TABLE:
      return closeRow(p);
    case TBODY:
    case TFOOT:
    case THEAD:
      if (p.open.hasInTableScope(name) || p.open.hasInTableScope(TR)) {
        leaveRow(p);
        return true;
      }
      return false;
    default:
      return endTagInTable(p);
  }
}

/** Whether there was one to close. */
function closeRow(p: Construction): Again {
  if (!p.open.hasInTableScope(TR)) return false;
  leaveRow(p);
  return true;
}

function leaveRow(p: Construction): void {
  p.clearBackTo(rowContext);
  p.pop();
  p.mode = Mode.InTableBody;
}

/** The "in cell" insertion mode. */
export function startTagInCell(p: Construction): Again {
  if (!parts.has(p.token.name)) return startTagInBody(p);
  if (!p.open.isInTableScope(p.open.findAny(cells))) return false;
  closeCell(p);
  return true;
}

export function endTagInCell(p: Construction): Again {
  const { name } = p.token;
  switch (name) {
    case TD:
    case TH:
      if (p.open.hasInTableScope(name)) {
        p.closeImplied();
        p.popUntil(name);
        p.formatting.clearToMarker();
        p.mode = Mode.InRow;
      }
      return false;
    case TABLE:
    case TBODY:
    case TFOOT:
    case THEAD:
    case TR:
      if (!p.open.hasInTableScope(name)) return false;
      closeCell(p);
      return true;
    case BODY:
    case CAPTION:
    case COL:
    case COLGROUP:
    case HTML:
      return false;
    default:
      return endTagInBody(p);
  }
}

function closeCell(p: Construction): void {
  p.closeImplied();
  p.popTo(Math.max(p.open.findAny(cells), 0));
  p.formatting.clearToMarker();
  p.mode = Mode.InRow;
}

/** The table part of a tag that closes a select in a table. */
export function isTablePart(name: number): boolean {
  return name === TABLE || (parts.has(name) && name !== COL && name !== COLGROUP);
}
