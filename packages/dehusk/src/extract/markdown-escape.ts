/** What stands around a run of text, for what it may mean there. */
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

/** Text as Markdown that renders as the same text. Only signs that would mean something where they stand are escaped. */
export function escapeMarkdown(text: string, around: Surroundings): string {
  if (!/[\\`*_[\]<&~$!]/.test(text)) return text;
  return text.replace(/[\\`*_[\]<&~$!]/g, (sign, at: number) => {
    const before = at > 0 ? text[at - 1] : around.before;
    const after = at + 1 < text.length ? text[at + 1] : around.after;
    return means(sign, before, after, text, at, around) ? `\\${sign}` : sign;
  });
}

function means(
  sign: string,
  before: string,
  after: string,
  text: string,
  at: number,
  { inLink, withMath }: Surroundings,
): boolean {
  switch (sign) {
    case "\\":
      return after === "" || after === "\n" || punctuation.test(after);
    case "*":
      return !(/\s/.test(before) && /\s/.test(after));
    case "_":
      return !((wordSign.test(before) && wordSign.test(after)) || (/\s/.test(before) && /\s/.test(after)));
    case "[":
      return inLink || after === "^";
    case "]":
      return inLink || after === "(" || after === ":";
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

/** Starts of a line that would make it a heading, a list, a quotation, a rule, the row of a table or a check box. */
const blockStart =
  /^(?:(#{1,6})(?=\s|$)|([-+*])(?=\s|$)|(\d{1,9})([.)])(?=\s|$)|(>|=+\s*$|~{3})|(\[)(?=[ xX]\](?:\s|$)))/;

/** Keeps the lines of a paragraph from being taken for the start of another block. */
export function escapeLineStarts(text: string): string {
  return text.split("\n").map(escapeLineStart).join("\n");
}

function escapeLineStart(line: string): string {
  const found = blockStart.exec(line);
  if (found === null) return /^[-:|][-:| ]*$/.test(line) && line.includes("-") ? `\\${line}` : line;
  const digits = found[3];
  return digits === undefined ? `\\${line}` : `${digits}\\${line.slice(digits.length)}`;
}

/** An address as the destination of a link. */
export function escapeDestination(address: string): string {
  const safe = address.replace(/[\s<>\\`]/g, (sign) => encodeURIComponent(sign)).replace(/&(?=#?\w{1,32};)/g, "&amp;");
  return isBalanced(safe) ? safe : safe.replaceAll("(", "%28").replaceAll(")", "%29");
}

/** Links of CommonMark may hold brackets, nested a few deep, if each is closed. */
function isBalanced(address: string): boolean {
  let depth = 0;
  for (let i = 0; i < address.length; i++) {
    const code = address.charCodeAt(i);
    if (code === 0x28 && ++depth > 8) return false;
    if (code === 0x29 && --depth < 0) return false;
  }
  return depth === 0;
}

/** Text as a code span. */
export function codeSpan(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const lengths = new Set(runs.map((run) => run.length));
  let length = 1;
  while (lengths.has(length)) length++;
  const fence = "`".repeat(length);
  const padded = text.startsWith("`") || text.endsWith("`") || (text.startsWith(" ") && text.endsWith(" "));
  return padded ? `${fence} ${text} ${fence}` : fence + text + fence;
}

/** A fence that no line of the code can close. */
export function fenceFor(code: string): string {
  let longest = 2;
  for (const run of code.match(/`{3,}/g) ?? []) longest = Math.max(longest, run.length);
  return "`".repeat(longest + 1);
}

/**
 * TeX between dollars, on one line. Renderers that know no formulas read it as Markdown, so no tag, link, definition or
 * span of code may start or end in it; what TeX has for the same signs takes their place.
 */
export function safeTex(tex: string): string {
  return tex
    .replace(/[\r\n]+/g, " ")
    .replace(/<(?=[a-z/!?])/gi, "\\lt ")
    .replace(/\](?=[(:[])/g, "]{}")
    .replace(/\\?`/g, (sign) => (sign === "`" ? "\\lq " : "\\grave "));
}

/** TeX on lines of its own, of which none starts another block: such a line is joined to the one before it. */
export function safeTexLines(tex: string): string {
  const lines: string[] = [];
  for (const source of tex.split(/[\r\n]+/)) {
    const line = safeTex(source.trim());
    if (line === "") continue;
    const last = lines.length - 1;
    if (escapeLineStart(line) === line) lines.push(line);
    // What comes after a percent sign is a comment.
    else if (last < 0 || lines[last].includes("%")) lines.push(`{}${line}`);
    else lines[last] += ` ${line}`;
  }
  return lines.join("\n");
}
