import { joinTex, tableOf } from "./tex-symbols.ts";

/** Concatenates parts. */
export function row(parts: readonly string[]): string {
  let tex = "";
  let last = " ";
  for (const part of parts) {
    if (part === "") continue;
    const isSign = /^ (?:[+-]|\\pm) $/.test(part) && /[ ([{]$/.test(last);
    tex = joinTex(tex, isSign ? part.trim() : last.endsWith(" ") ? part.trimStart() : part);
    last = part;
  }
  return tex.trim();
}

const matrices = tableOf("(p [b |v");

/** Writes matrices and the brackets around them as one, and lets brackets grow with what is tall. */
export function joinBrackets(tex: string): string {
  return tex
    .replace(
      /([([|])\\begin\{matrix\}((?:(?!\\begin|\\end).)*)\\end\{matrix\}[)\]|]/g,
      (_, open: string, inner: string) => {
        const name = `{${matrices.get(open)}matrix}`;
        return `\\begin${name}${inner}\\end${name}`;
      },
    )
    .replace(/\\\{\\begin\{matrix\}(.*)\\end\{matrix\}$/, "\\begin{cases}$1\\end{cases}")
    .replace(/\(\\substack\{([^{}]*) \\\\ ([^{}]*)\}\)/g, "\\binom{$1}{$2}")
    .replace(/\([^()]*\)/g, (inner) =>
      /\\(?:frac|sum|int|begin)/.test(inner) ? `\\left${inner.slice(0, -1)}\\right)` : inner,
    );
}

/** TeX as one group, in braces if needed. */
export function grouped(tex: string): string {
  return /^(?:\\?[a-z]+(?:\{[^{}]*\})?|[\d.]+|[^\\{}]|\([^()]*\))$/iu.test(tex) ? tex : `{${tex}}`;
}

/** A base with subscript and superscript. */
export function scripts(base: string, below: string, above: string): string {
  return (
    base + script("_", below) + (/^(?:\\prime)+$/.test(above) ? above.replace(/\\prime/g, "'") : script("^", above))
  );
}

function script(sign: string, tex: string): string {
  if (tex === "") return "";
  return sign + (/^(?:[^\\{}]|\\[a-z]+)$/iu.test(tex) ? tex : `{${tex.replace(/ ([=+<>-]) /g, "$1")}}`);
}

/** Accents by their sign: over one letter, and over more where that is another. */
const accents = tableOf("^hat/widehat ~tilde/widetilde ¯bar/overline ‾bar/overline ˙dot ¨ddot ⏞overbrace");
accents.set("\\to", "vec/overrightarrow");

/** A base with something below and above it: limits, an accent, or anything else. */
export function stacked(base: string, below: string, above: string): string {
  if (/^\\(?:sum|prod|int|lim|max|min|sup|inf|o\w+e|u\w+e)/.test(base)) return scripts(base, below, above);
  const [narrow, wide] = accents.get(above)?.split("/") ?? [];
  const isOne = /^(?:.|\\[a-z]+(?:\{.\})?)$/iu.test(base);
  let tex = base;
  if (narrow !== undefined) tex = `\\${isOne ? narrow : (wide ?? narrow)}{${base}}`;
  else if (above !== "") tex = `\\overset{${above}}{${base}}`;
  if (below === "⏟") return `\\underbrace{${tex}}`;
  return below === "" ? tex : `\\underset{${below}}{${tex}}`;
}

/** The number of an equation, which TeX reads as text; other labels are dropped. */
export function numbered(label: string): string {
  const number = label.replace(/\\text\{([^{}]*)\}/g, "$1").replace(/^\((.*)\)$/, "$1");
  return /^[\w.*-]+$/.test(number) ? ` \\tag{${number}}` : " \\notag";
}

const numbers = / \\(?:tag\{[^{}]*\}|notag)/g;

export function table(rows: readonly string[], align: string): string {
  // An equation with its number is a table of one row.
  if (rows.length === 1 && rows[0].search(numbers) >= 0) return rows[0].replace(/ &(?= )| \\notag/g, "");
  let name = "{matrix}";
  if (align.startsWith("right left")) name = "{aligned}";
  const columns = align.startsWith("right center left") ? "{rcl}" : "";
  if (columns !== "") name = "{array}";
  return `\\begin${name}${columns} ${rows.join(" \\\\ ").replace(numbers, "")} \\end${name}`;
}
