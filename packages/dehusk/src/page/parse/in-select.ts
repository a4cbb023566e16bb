import { tagNumbers } from "../tags.ts";
import type { Construction } from "./construction.ts";
import { foreign } from "./element-classes.ts";
import { addHtmlAttributes, closeTemplate, startTagInHead } from "./in-head.ts";
import { isTablePart } from "./in-table.ts";
import type { Again } from "./insertion-mode.ts";
import { resetMode } from "./reset-mode.ts";

const [HR, HTML, INPUT, KEYGEN, OPTGROUP, OPTION, SCRIPT, SELECT, TEMPLATE, TEXTAREA] = tagNumbers(
  "hr",
  "html",
  "input",
  "keygen",
  "optgroup",
  "option",
  "script",
  "select",
  "template",
  "textarea",
);

/** The "in select" insertion mode. */
export function startTagInSelect(p: Construction): Again {
  const { name } = p.token;
  switch (name) {
    case HTML:
      return addHtmlAttributes(p);
    case OPTION:
      popIf(p, OPTION);
      p.insert(OPTION);
      return false;
    case OPTGROUP:
      popIf(p, OPTION);
      popIf(p, OPTGROUP);
      p.insert(OPTGROUP);
      return false;
    case HR:
      popIf(p, OPTION);
      popIf(p, OPTGROUP);
      p.insertVoid(HR);
      return false;
    case INPUT:
    case KEYGEN:
    case SELECT:
    case TEXTAREA:
      return closeSelect(p) && name !== SELECT;
    case SCRIPT:
    case TEMPLATE:
      return startTagInHead(p);
    default:
      return false;
  }
}

export function endTagInSelect(p: Construction): Again {
  const { open } = p;
  switch (p.token.name) {
    case OPTGROUP:
      if (open.top > 0 && open.currentTag === OPTION && open.tag[open.below[open.top]] === OPTGROUP) p.pop();
      popIf(p, OPTGROUP);
      return false;
    case OPTION:
      popIf(p, OPTION);
      return false;
    case SELECT:
      closeSelect(p);
      return false;
    case TEMPLATE:
      return closeTemplate(p);
    default:
      return false;
  }
}

function popIf(p: Construction, tag: number): void {
  if (p.open.currentTag === tag) p.pop();
}

/** Whether there was one to close. */
function closeSelect(p: Construction): boolean {
  if (!hasInSelectScope(p)) return false;
  p.popUntil(SELECT);
  resetMode(p);
  return true;
}

/** Whether nothing but options is open above the topmost select. */
function hasInSelectScope({ open }: Construction): boolean {
  for (let slot = open.top; slot >= 0; slot = open.below[slot]) {
    if ((open.classes[slot] & foreign) !== 0) continue;
    const tag = open.tag[slot];
    if (tag === SELECT) return true;
    if (tag !== OPTION && tag !== OPTGROUP) return false;
  }
  return true;
}

/** The "in select in table" insertion mode. */
export function startTagInSelectInTable(p: Construction): Again {
  if (!isTablePart(p.token.name)) return startTagInSelect(p);
  p.popUntil(SELECT);
  resetMode(p);
  return true;
}

export function endTagInSelectInTable(p: Construction): Again {
  const { name } = p.token;
  if (!isTablePart(name)) return endTagInSelect(p);
  if (!p.open.hasInTableScope(name)) return false;
  p.popUntil(SELECT);
  resetMode(p);
  return true;
}
