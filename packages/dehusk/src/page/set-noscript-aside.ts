/** Elements whose content the parser treats as text. */
const textElements = new Set("script style textarea title xmp iframe noembed noframes".split(" "));

const tagStart = /<(?:!--|\/?([a-z][^\s/>]*)|[!?/])/gi;

export interface SetAside {
  /** The HTML with `<!--k-->` in place of the content of the k-th `<noscript>`. */
  readonly rest: string;
  readonly texts: readonly string[];
}

/**
 * Takes the content of `<noscript>` elements out of HTML with a light tag scan that skips comments, attributes, scripts
 * and the like. One pass, linear in the HTML.
 *
 * @example setNoscriptAside("<noscript><p>a</noscript>b") // { rest: "<noscript><!--0--></noscript>b", texts: ["<p>a"] }
 */
export function setNoscriptAside(html: string): SetAside {
  const texts: string[] = [];
  if (!/<noscript/i.test(html)) return { rest: html, texts };
  const parts: string[] = [];
  let copied = 0;
  tagStart.lastIndex = 0;
  for (let found = tagStart.exec(html); found !== null; found = tagStart.exec(html)) {
    const [opening, given] = found;
    const after = tagStart.lastIndex;
    const isComment = opening === "<!--";
    const end = isComment
      ? endOfComment(html, after)
      : given === undefined
        ? html.indexOf(">", after)
        : endOfTag(html, after);
    if (end < 0) break;
    tagStart.lastIndex = isComment ? end : end + 1;
    const name = opening.startsWith("</") ? "" : (given?.toLowerCase() ?? "");
    if (name === "plaintext") break;
    if (name !== "noscript" && !textElements.has(name)) continue;
    const close = name === "script" ? endOfScript(html, end + 1) : closingOf(html, name, end + 1);
    if (name === "noscript" && close > end + 1) {
      parts.push(html.slice(copied, end + 1), `<!--${texts.length}-->`);
      // Newlines are normalized as by the parser.
      texts.push(html.slice(end + 1, close).replace(/\r\n?/g, "\n"));
      copied = close;
    }
    tagStart.lastIndex = close;
  }
  parts.push(html.slice(copied));
  return { rest: parts.join(""), texts };
}

function endOfComment(html: string, from: number): number {
  // "<!-->" and "<!--->" are complete comments.
  const short = /^-?>/.exec(html.slice(from, from + 2));
  if (short !== null) return from + short[0].length;
  const end = /--!?>/g;
  end.lastIndex = from;
  return end.exec(html) === null ? -1 : end.lastIndex;
}

/** The index of a tag's `>`, outside attribute quotes, which open only after `=`; -1 for none. */
function endOfTag(html: string, from: number): number {
  const sign = />|=\s*(["']?)/g;
  sign.lastIndex = from;
  for (let found = sign.exec(html); found !== null; found = sign.exec(html)) {
    if (found[0] === ">") return found.index;
    const quote = found[1];
    if (!quote) continue;
    const close = html.indexOf(quote, sign.lastIndex);
    if (close < 0) return -1;
    sign.lastIndex = close + 1;
  }
  return -1;
}

/** Where the end tag of a text element starts; the end of the HTML if there is none. */
function closingOf(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, "gi");
  closing.lastIndex = from;
  return closing.exec(html)?.index ?? html.length;
}

/**
 * The same for a script, which can nest: between `<!--` and `-->` an end tag first closes a `<script>` written there.
 */
function endOfScript(html: string, from: number): number {
  const sign = /<!--|-->|<\/?script(?=[\s/>])/gi;
  sign.lastIndex = from;
  let depth = 0;
  for (let found = sign.exec(html); found !== null; found = sign.exec(html)) {
    if (found[0] === "<!--") {
      depth = Math.max(depth, 1);
      // Its dashes may also be those of "-->".
      sign.lastIndex -= 2;
    } else if (found[0] === "-->") depth = 0;
    else if (!found[0].startsWith("</")) depth = depth === 0 ? 0 : 2;
    else if (depth === 2) depth = 1;
    else return found.index;
  }
  return html.length;
}
