/** Whether a text is almost certainly TeX: it has commands, or scripts. */
export function isEvidentTex(text: string): boolean {
  return /\\[a-z]{2,}|[_^]\s?[{\\]|\^[\w(+*-]|(?:^|[^\w])[a-z]_\w(?!\w)/i.test(text);
}

/** Whether a text in the place of a formula is one: commands, or letters and numbers but no words. */
export function isLikelyTex(text: string): boolean {
  if (isEvidentTex(text)) return true;
  const words = text.match(/[a-z]{2,}/gi) ?? [];
  return words.length === 0 || (/[=<>+*/|]/.test(text) && words.every((word) => word.length <= 3));
}

/** Whether a text is written in words rather than symbols. */
export function isProse(text: string): boolean {
  return !isEvidentTex(text) && (text.match(/[a-z]{3,}/gi)?.length ?? 0) > 1;
}

/** TeX without its delimiters; undefined for `display` if it has none. */
export function undelimited(source: string): { readonly tex: string; readonly display: boolean | undefined } {
  const text = trimLines(source.replace(/<br\s*\/?>/gi, "\n"));
  const found =
    /^(?:\$\$([\s\S]+)\$\$|\\\[([\s\S]+)\\\]|\\\(([\s\S]+)\\\)|\$([^$]+)\$|\\begin\{(equation\*?|displaymath)\}([\s\S]+)\\end\{\5\})$/.exec(
      text,
    );
  if (found === null) return { tex: text, display: undefined };
  const block = found[1] ?? found[2] ?? found[6];
  return { tex: (block ?? found[3] ?? found[4]).trim(), display: block !== undefined };
}

/** TeX without signs that begin or end formulas: they mean nothing in one, and cut it in two for whoever reads it. */
export function withoutDelimiters(tex: string): string {
  if (!/\\[()[\]]/.test(tex)) return tex;
  let rest = "";
  let from = 0;
  for (const place of delimitersIn(tex)) {
    rest += tex.slice(from, place);
    from = place + 2;
  }
  return from === 0 ? tex : undelimited(rest + tex.slice(from)).tex;
}

/** Words in TeX that go on for longer have no end. */
const longestWords = 500;

/** Where formulas begin or end in TeX, by `\(`, `\)`, `\[` or `\]` outside of its words, if these end. */
export function* delimitersIn(tex: string): Generator<number> {
  let depth = 0;
  /** The depth of the words that are being read, 0 for none, where they begin, and the delimiters in them. */
  let words = 0;
  let start = 0;
  let held: number[] = [];
  for (const { 0: sign, index } of tex.matchAll(/\\(?:text[a-z]*|[mh]box)\s*\{|\\.|[{}]/gs)) {
    if (words > 0 && index - start > longestWords) {
      yield* held;
      words = 0;
    }
    if (/^\\[()[\]]$/.test(sign)) {
      if (words > 0) held.push(index);
      else yield index;
    } else if (sign === "}") {
      if (depth === words) words = 0;
      depth = Math.max(0, depth - 1);
    } else if (sign.endsWith("{") && sign !== "\\{") {
      depth++;
      if (sign !== "{" && words === 0) {
        words = depth;
        start = index;
        held = [];
      }
    }
  }
  if (words > 0) yield* held;
}

/** TeX without blank lines and the white space around its lines. */
function trimLines(tex: string): string {
  const lines = tex.split(/[\n\v]/).map((line) => line.trim());
  return lines.filter((line) => line !== "").join("\n");
}
