import { tagNumbers } from "../tags.ts";
import { type Construction, Content } from "./construction.ts";
import { type Again, Mode } from "./insertion-mode.ts";
import { resetMode } from "./reset-mode.ts";

const [
  BASE,
  BASEFONT,
  BGSOUND,
  BODY,
  BR,
  FRAMESET,
  HEAD,
  HTML,
  LINK,
  META,
  NOFRAMES,
  NOSCRIPT,
  SCRIPT,
  STYLE,
  TEMPLATE,
  TITLE,
] = tagNumbers(
  "base",
  "basefont",
  "bgsound",
  "body",
  "br",
  "frameset",
  "head",
  "html",
  "link",
  "meta",
  "noframes",
  "noscript",
  "script",
  "style",
  "template",
  "title",
);

/** A `<html>` tag after the first: its attributes count. */
export function addHtmlAttributes(p: Construction): Again {
  if (p.open.templates === 0) p.mergeAttributes(p.open.node[0]);
  return false;
}

/** The "in head" insertion mode. */
export function startTagInHead(p: Construction): Again {
  switch (p.token.name) {
    case HTML:
      return addHtmlAttributes(p);
    case BASE:
    case BASEFONT:
    case BGSOUND:
    case LINK:
    case META:
      p.insertVoid(p.token.name);
      return false;
    case TITLE:
      p.insert(TITLE);
      p.readText(Content.Rcdata);
      return false;
    case NOSCRIPT:
      p.insert(NOSCRIPT);
      if (p.scripting) p.readText(Content.Rawtext);
      else p.mode = Mode.InHeadNoscript;
      return false;
    case NOFRAMES:
    case STYLE:
      p.insert(p.token.name);
      p.readText(Content.Rawtext);
      return false;
    case SCRIPT:
      p.insert(SCRIPT);
      p.readText(Content.Script);
      return false;
    case TEMPLATE:
      p.insert(TEMPLATE);
      p.formatting.addMarker();
      p.framesetOk = false;
      p.mode = Mode.InTemplate;
      p.templateModes.push(Mode.InTemplate);
      return false;
    case HEAD:
      return false;
    default:
      return leaveHead(p);
  }
}

export function endTagInHead(p: Construction): Again {
  switch (p.token.name) {
    case HEAD:
      leaveHead(p);
      return false;
    case BODY:
    case BR:
    case HTML:
      return leaveHead(p);
    case TEMPLATE:
      return closeTemplate(p);
    default:
      return false;
  }
}

/** Anything not allowed in a head closes it. */
export function leaveHead(p: Construction): Again {
  p.pop();
  p.mode = Mode.AfterHead;
  return true;
}

export function closeTemplate(p: Construction): Again {
  if (p.open.templates === 0) return false;
  p.closeImpliedThoroughly();
  p.popUntil(TEMPLATE);
  p.formatting.clearToMarker();
  p.templateModes.pop();
  resetMode(p);
  return false;
}

/** The "in head noscript" insertion mode: `<noscript>` where scripts do not run. */
export function startTagInHeadNoscript(p: Construction): Again {
  switch (p.token.name) {
    case HTML:
      return addHtmlAttributes(p);
    case BASEFONT:
    case BGSOUND:
    case HEAD:
    case LINK:
    case META:
    case NOFRAMES:
    case STYLE:
      return startTagInHead(p);
    case NOSCRIPT:
      return false;
    default:
      return leaveHeadNoscript(p);
  }
}

export function endTagInHeadNoscript(p: Construction): Again {
  if (p.token.name === NOSCRIPT) {
    leaveHeadNoscript(p);
    return false;
  }
  return p.token.name === BR && leaveHeadNoscript(p);
}

export function leaveHeadNoscript(p: Construction): Again {
  p.pop();
  p.mode = Mode.InHead;
  return true;
}

/** The "after head" insertion mode. */
export function startTagAfterHead(p: Construction): Again {
  switch (p.token.name) {
    case HTML:
      return addHtmlAttributes(p);
    case BODY:
      p.insert(BODY);
      p.framesetOk = false;
      p.mode = Mode.InBody;
      return false;
    case FRAMESET:
      p.insert(FRAMESET);
      p.mode = Mode.InFrameset;
      return false;
    case BASE:
    case BASEFONT:
    case BGSOUND:
    case LINK:
    case META:
    case NOFRAMES:
    case SCRIPT:
    case STYLE:
    case TEMPLATE:
    case TITLE: {
      p.push(p.head, HEAD);
      const again = startTagInHead(p);
      p.remove(p.open.slotOf(p.head, HEAD));
      return again;
    }
    case HEAD:
      return false;
    default:
      return openBody(p);
  }
}

export function endTagAfterHead(p: Construction): Again {
  switch (p.token.name) {
    case BODY:
    case BR:
    case HTML:
      return openBody(p);
    case TEMPLATE:
      return closeTemplate(p);
    default:
      return false;
  }
}

/** Anything not allowed between head and body opens the body. */
export function openBody(p: Construction): Again {
  p.insertImplied(BODY);
  p.mode = Mode.InBody;
  return true;
}
