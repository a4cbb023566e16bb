/** The context of a run of text, which determines the meaning of its signs. */
export interface Surroundings {
  /** The signs directly before and after the run, "" for none. */
  readonly before: string;
  readonly after: string;
  readonly inLink: boolean;
  /** Whether dollars would be taken for the ends of a formula. */
  readonly withMath: boolean;
}

const wordSign = /[\p{L}\p{N}]/u;
const punctuation = /[!-/:-@[-`{-~]/;

/**
 * Text as Markdown that renders as the same text. Only signs that would have a meaning in place are escaped.
 * The start of a possible tag becomes an entity, since GFM's automatic links swallow backslashes; so do
 * brackets in the text of links, where marked drops backslashes before it looks for links and pictures.
 */
export function escapeMarkdown(text: string, around: Surroundings): string {
  const { before, after, inLink } = around;
  // After a footnote's mark this would be the address of a link.
  if (before === "]" && text.startsWith("(")) return `\\(${escapeMarkdown(text.slice(1), { ...around, before: "(" })}`;
  const isSpecial = special.test(text);
  if (!isSpecial && (inLink || endsLink(text, after))) return text;
  const escaped = isSpecial ? text.replace(specials, escapeSign) : text;
  return inLink || !linked.test(escaped) ? escaped : unlinked(escaped, after);

  function escapeSign(sign: string, at: number): string {
    if (oddSpace.test(sign)) return " ";
    const previous = at > 0 ? text[at - 1] : before;
    const next = at + 1 < text.length ? text[at + 1] : after;
    if (!means(sign, previous, next, text, at, around)) return sign;
    if (sign === "<") return "&lt;";
    return inLink && (sign === "[" || sign === "]") ? `&#${sign.charCodeAt(0)};` : `\\${sign}`;
  }
}

/** Characters that some renderers take for a line end, but no browser shows as one. */
const oddSpace = /[\v\f\r\n\u0085\u2028\u2029]/;
const oddSpaces = new RegExp(oddSpace, "g");

const special = /[\\`*_[\]<&~$!\v\f\r\n\u0085\u2028\u2029]/;
const specials = new RegExp(special, "g");

/** Whether an automatic link of GFM ends where the next piece begins. Within brackets, tags do not end it. */
function endsLink(text: string, after: string): boolean {
  return /^\s?$/.test(after) || (after === "<" && !/[[({"']/.test(text));
}

/** What GFM takes for the start of an automatic link. */
const linked = /(?:https?|ftp):\/\/|www\.|(?:mailto|xmpp):/i;
const linkStarts = /((?:https?|ftp)(?=:\/\/)|www(?=\.)|(?:mailto|xmpp)(?=:))/gi;

/**
 * Keeps GFM from linking an address that continues with something escaped, or with the signs of the next piece:
 * the link would swallow them.
 */
function unlinked(escaped: string, after: string): string {
  return escaped.replace(/\S+/g, (word, at: number) => {
    const goesOn = at + word.length === escaped.length && !endsLink(word, after);
    const end = goesOn ? word.length : Math.max(word.lastIndexOf("\\"), word.lastIndexOf("&lt;"));
    return word.slice(0, Math.max(end, 0)).replace(linkStarts, "$1\\") + word.slice(Math.max(end, 0));
  });
}

/** Text between the quotes of a title. */
export function escapeTitle(text: string): string {
  return escapeMarkdown(text, { before: '"', after: '"', inLink: true, withMath: false }).replaceAll('"', '\\"');
}

function means(sign: string, before: string, after: string, text: string, at: number, around: Surroundings): boolean {
  const { inLink, withMath } = around;
  switch (sign) {
    case "\\":
      return after === "" || after === "\n" || punctuation.test(after);
    case "*":
      return !(/\s/.test(before) && /\s/.test(after));
    case "_":
      return !((wordSign.test(before) && wordSign.test(after)) || (/\s/.test(before) && /\s/.test(after)));
    case "[":
      if (inLink) return pairEnd(text, at, around.after) < 0;
      // micromark reads "![ ^1]" as a note, and fails.
      return after === "^" || (before === "!" && /\s/.test(after));
    case "]":
      if (inLink) return pairEnd(text, text.lastIndexOf("[", at), around.after) !== at;
      return after === "(" || after === ":";
    case "<":
      return /[a-z/!?]/i.test(after);
    case "&":
      return /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i.test(text.slice(at, at + 36));
    case "~":
      return before === "~" || after === "~" || !/^\s?$/.test(before) || at === text.length - 1;
    case "$":
      return withMath;
    case "!":
      return at === text.length - 1 && after === "[";
    default:
      return true;
  }
}

/** The end of brackets around a few words that begin at an index, as in "[PDF] A title", which links may contain; else -1. */
function pairEnd(text: string, at: number, after: string): number {
  if (at < 0 || text[at - 1] === "!") return -1;
  const pair = /^\[ ?[\p{L}\p{N}][\p{L}\p{N} .,'+-]{0,60}\]/u.exec(text.slice(at, at + 70))?.[0];
  if (pair === undefined || /[([:]/.test(text[at + pair.length] ?? after)) return -1;
  return at + pair.length - 1;
}

/** Starts of a line that would make it a heading, list, quotation, rule, row of a table, check box or footnote. */
const blockStart =
  /^(?:(#{1,6})(?=\s|$)|([-+*])(?=\s|$)|(\d{1,9})([.)])(?=\s|$)|(>|=+\s*$|~{3}|\+{3}\s*$|([*_-])(?:[ \t]*\6){2,}[ \t]*$)|(\[)(?=[ xX]\](?:\s|$))|(\[\^[^\]]*\])(?=:))/;

/** A link definition at the start of a paragraph: its label may contain code, and more than one line. */
const definition = /^\[(?:[^[\]\\]|\\.){1,999}\]:/s;

/** Keeps the lines of a paragraph from being taken for the start of another block. */
export function escapeLineStarts(text: string): string {
  return (definition.test(text) ? `\\${text}` : text)
    .split("\n")
    .map((line) => escapeLineStart(line.replace(/^[ \t]+/, "")))
    .join("\n");
}

function escapeLineStart(line: string): string {
  const found = blockStart.exec(line);
  if (found === null) return /^[-:|][-:| ]*$/.test(line) && /[-|]/.test(line) ? `\\${line}` : line;
  // The sign after a number, or after a footnote's mark, decides.
  const kept = found[3] ?? found[8] ?? "";
  return `${kept}\\${line.slice(kept.length)}`;
}

/** A space that is invisible at the edge of a line, but that Markdown takes for a word. */
export const noSpace = "&#32;";

/**
 * Keeps the text of a footnote from being the address of a link: without support for footnotes, `[^1]: word` defines one,
 * with a title or without.
 */
export function escapeNoteStart(text: string): string {
  if (text.startsWith("<")) return `${noSpace} ${text}`;
  return text.replace(/^[^ \t\n]+(?=[ \t]*(?:$|\n)|[ \t]+["'(])/, `$& ${noSpace}`);
}

/** An address as the destination of a link. */
export function escapeDestination(address: string): string {
  const safe = address
    .replace(/[\s<>\\`]/g, (sign) => encodeURIComponent(sign))
    // Not every renderer escapes what a browser would read as a character reference, with a semicolon or without.
    .replace(/&(?=#|\w{1,32};|(?:amp|lt|gt|quot|copy|reg|para|sect|times|not|deg)(?![\w=]))/g, "&amp;");
  return isBalanced(safe) ? safe : safe.replaceAll("(", "%28").replaceAll(")", "%29");
}

/** Links of CommonMark may contain balanced brackets, nested a few levels. */
function isBalanced(address: string): boolean {
  let depth = 0;
  for (let i = 0; i < address.length; i++) {
    const code = address.charCodeAt(i);
    if (code === 0x28 && ++depth > 8) return false;
    if (code === 0x29 && --depth < 0) return false;
  }
  return depth === 0;
}

/** Whether code contains signs with a meaning outside code, except backticks. */
export function isSpecialCode(code: string): boolean {
  return /[<[\]*_~!|\\$&]/.test(code);
}

/**
 * Text as a code span. Renderers differ on code with backticks: it confuses marked about code after it in the line.
 * They also differ on bars after backslashes in cells. Such code becomes an element in which every special sign is an entity.
 *
 * @param isPlain Whether no code in the line is special.
 */
export function codeSpan(text: string, inCell: boolean, isPlain: boolean): string {
  const code = text.replace(oddSpaces, " ");
  if (inCell ? /`|\\\|/.test(code) : !isPlain && code.includes("`")) return codeElement(code);
  const lengths = new Set((code.match(/`+/g) ?? []).map((run) => run.length));
  let length = 1;
  while (lengths.has(length)) length++;
  const fence = "`".repeat(length);
  const padded = code.startsWith("`") || code.endsWith("`") || (code.startsWith(" ") && code.endsWith(" "));
  return padded ? `${fence} ${code} ${fence}` : fence + code + fence;
}

function codeElement(code: string): string {
  return `<code>${code.replace(/[&<>`*_[\]\\~$!|:@]|(?<=www)\./gi, (sign) => `&#${sign.charCodeAt(0)};`)}</code>`;
}

/** A fence longer than any in the code. */
export function fenceFor(code: string): string {
  let longest = 2;
  for (const run of code.match(/`{3,}/g) ?? []) longest = Math.max(longest, run.length);
  return "`".repeat(longest + 1);
}

/**
 * TeX between dollars, on one line. Renderers without formulas read it as Markdown, so no tag, link, definition or
 * code span may start or end in it; such signs are replaced by TeX commands.
 */
export function safeTex(tex: string): string {
  return tex
    .replace(/[\r\n]+/g, " ")
    .replace(/<(?=[a-z/!?])/gi, "\\lt ")
    .replace(/\](?=[(:[])/g, "]{}")
    .replace(/\\?`/g, (sign) => (sign === "`" ? "\\lq " : "\\grave "));
}

/** TeX on its own lines, none of which starts another block: such a line is joined to the one before it. */
export function safeTexLines(tex: string): string {
  const lines: string[] = [];
  for (const source of tex.split(/[\r\n]+/)) {
    const line = safeTex(source.trim());
    if (line === "") continue;
    const last = lines.length - 1;
    if (escapeLineStart(line) === line) lines.push(line);
    // Text after a percent sign is a comment.
    else if (last < 0 || lines[last].includes("%")) lines.push(`{}${line}`);
    else lines[last] += ` ${line}`;
  }
  return lines.join("\n");
}
