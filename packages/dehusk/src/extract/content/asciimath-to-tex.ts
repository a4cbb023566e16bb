import { joinTex } from "./tex-symbols.ts";

/**
 * AsciiMath as TeX. The grammar is that of asciimath.org: an expression is a row of simple parts with scripts and
 * fractions; brackets around an argument are not written. Linear in the source for a bounded nesting.
 */
export function asciimathToTex(source: string): string {
  return new Reader(source).all();
}

/** Names and signs of single symbols: the source before, the TeX after; names that TeX shares are listed alone. */
const symbols = new Map<string, string>(
  (
    "alpha beta gamma Gamma delta Delta epsilon varepsilon zeta eta theta Theta vartheta iota kappa lambda Lambda mu nu xi Xi " +
    "pi Pi rho sigma Sigma tau upsilon phi Phi varphi chi psi Psi omega Omega sum prod int oint partial nabla cdots vdots ddots " +
    "sin cos tan sec csc cot sinh cosh tanh arcsin arccos arctan exp log ln det dim lim max min gcd sup inf " +
    "in notin sub=subset sup=supset sube=subseteq supe=supseteq and=land or=lor not=neg implies=Rightarrow if=text{if} iff=iff " +
    "forall exists AA=forall EE=exists bot=bot TT=top uu=cup nn=cap uuu=bigcup nnn=bigcap vv=lor ^^=land vvv=bigvee ^^^=bigwedge " +
    "oo=infty O/=emptyset aleph del=partial grad=nabla +-=pm -+=mp *=cdot **=ast ***=star //=/ \\\\=backslash xx=times -:=div " +
    "@=circ o+=oplus ox=otimes o.=odot !==ne ne <==le le >==ge ge lt=lt gt=gt -<=prec >-=succ -==equiv ~==cong ~~=approx " +
    "prop=propto ->=to rarr=rightarrow larr=leftarrow uarr=uparrow darr=downarrow harr=leftrightarrow =>=Rightarrow " +
    "rArr=Rightarrow lArr=Leftarrow <=>=Leftrightarrow hArr=Leftrightarrow |->=mapsto >->=rightarrowtail to=to mapsto |-=vdash " +
    "|==models :.=therefore :'=because /_=angle ...=ldots ldots frown quad qquad square diamond CC=mathbb{C} NN=mathbb{N} " +
    "QQ=mathbb{Q} RR=mathbb{R} ZZ=mathbb{Z}"
  )
    .split(" ")
    .map((entry) => {
      const at = entry.lastIndexOf("=");
      return at > 0 && at < entry.length - 1 ? [entry.slice(0, at), `\\${entry.slice(at + 1)}`] : [entry, `\\${entry}`];
    }),
);
symbols.set("//", "/").set("=", "=");

/** Commands of one argument; the names of TeX's own after those of AsciiMath. */
const unary = new Map(
  (
    "sqrt hat bar=overline overline vec dot ddot tilde ul=underline underline ubrace=underbrace obrace=overbrace cancel " +
    "bb=mathbf mathbf bbb=mathbb mathbb cc=mathcal mathcal tt=mathtt mathtt fr=mathfrak mathfrak sf=mathsf mathsf text mbox=text"
  )
    .split(" ")
    .map((entry) => {
      const [name, tex = name] = entry.split("=");
      return [name, tex];
    }),
);

/** Functions that take the next part as their argument. */
const functions = /^(?:(?:arc)?(?:sin|cos|tan)h?|sec|csc|cot|exp|log|ln)$/;

const around = new Map([
  ["abs", ["|", "|"]],
  ["norm", ["\\|", "\\|"]],
  ["floor", ["\\lfloor ", "\\rfloor"]],
  ["ceil", ["\\lceil ", "\\rceil"]],
]);

const binary = new Map([
  ["frac", (a: string, b: string) => `\\frac{${a}}{${b}}`],
  ["root", (a: string, b: string) => `\\sqrt[${a}]{${b}}`],
  ["stackrel", (a: string, b: string) => `\\overset{${a}}{${b}}`],
  ["overset", (a: string, b: string) => `\\overset{${a}}{${b}}`],
  ["underset", (a: string, b: string) => `\\underset{${a}}{${b}}`],
]);

const openers = new Map([
  ["(", "("],
  ["[", "["],
  ["{", "\\{"],
  ["(:", "\\langle "],
  ["<<", "\\langle "],
  ["{:", ""],
  ["langle", "\\langle "],
]);
const closers = new Map([
  [")", ")"],
  ["]", "]"],
  ["}", "\\}"],
  [":)", "\\rangle"],
  [">>", "\\rangle"],
  [":}", ""],
  ["rangle", "\\rangle"],
]);

const names = [
  ...symbols.keys(),
  ...unary.keys(),
  ...around.keys(),
  ...binary.keys(),
  ...openers.keys(),
  ...closers.keys(),
]
  .concat("_", "^", "/")
  .sort((a, b) => b.length - a.length)
  .map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
const token = new RegExp(`\\s*(?:"([^"]*)"|(\\d+(?:\\.\\d+)?)|(${names.join("|")})|([^\\s]))`, "uy");

/** A part of a formula. */
interface Part {
  readonly tex: string;
  /** Without its brackets, which arguments do not need. */
  readonly bare: string;
}

const nothing: Part = { tex: "", bare: "" };

/** Maximum nesting of brackets; deeper ones are signs. */
const deepest = 50;

class Reader {
  readonly #source: string;
  #at = 0;
  #depth = 0;
  #name = "";
  #text: string | undefined;

  constructor(source: string) {
    this.#source = source;
    this.#next();
  }

  all(): string {
    let tex = this.#row();
    // An unmatched closing bracket is a sign.
    while (this.#name !== "" || this.#text !== undefined) {
      tex = joinTex(tex, closers.get(this.#name) ?? "");
      this.#next();
      tex = joinTex(tex, this.#row());
    }
    return tex.trim();
  }

  #next(): void {
    token.lastIndex = this.#at;
    const found = token.exec(this.#source);
    this.#at = found === null ? this.#source.length : token.lastIndex;
    this.#text = found?.[1];
    this.#name = found?.[2] ?? found?.[3] ?? found?.[4] ?? "";
  }

  /** Parts up to a closing bracket or the end. */
  #row(): string {
    let tex = "";
    while ((this.#name !== "" || this.#text !== undefined) && !closers.has(this.#name)) {
      const before = this.#scripted();
      if (this.#name !== "/") {
        tex = joinTex(tex, before.tex);
        continue;
      }
      this.#next();
      tex = joinTex(tex, `\\frac{${before.bare}}{${this.#scripted().bare}}`);
    }
    return tex;
  }

  #scripted(): Part {
    const base = this.#simple();
    let scripts = "";
    for (const sign of ["_", "^"]) {
      if (this.#name !== sign) continue;
      this.#next();
      scripts += `${sign}${grouped(this.#simple().bare)}`;
    }
    return scripts === "" ? base : { tex: base.tex + scripts, bare: base.tex + scripts };
  }

  #simple(): Part {
    const name = this.#name;
    const text = this.#text;
    if (name === "" && text === undefined) return nothing;
    if (closers.has(name)) return nothing;
    const start = this.#at;
    this.#next();
    if (text !== undefined) return plain(`\\text{${text}}`);
    if (openers.has(name) && this.#depth < deepest) return this.#bracketed(name);
    if (name === "text" || name === "mbox") {
      const words = /^\s*\(([^)]*)\)/.exec(this.#source.slice(start));
      if (words !== null) {
        this.#at = start + words[0].length;
        this.#next();
        return plain(`\\text{${words[1]}}`);
      }
    }
    const command = unary.get(name);
    if (command !== undefined) return plain(`\\${command}{${this.#simple().bare}}`);
    const fence = around.get(name);
    if (fence !== undefined) return plain(`${fence[0]}${this.#simple().bare}${fence[1]}`);
    if (functions.test(name) && this.#name !== "^" && this.#name !== "_")
      return plain(joinTex(`\\${name}`, this.#simple().tex));
    const two = binary.get(name);
    if (two !== undefined) {
      const first = this.#simple().bare;
      return plain(two(first, this.#simple().bare));
    }
    return plain(symbols.get(name) ?? name.replace(/[%&#$]/, "\\$&"));
  }

  #bracketed(open: string): Part {
    this.#depth++;
    const rows: string[] = [];
    const inner = this.#row();
    this.#depth--;
    const close = closers.get(this.#name);
    this.#next();
    const matrix = matrixOf(inner, rows);
    if (matrix !== undefined) {
      const name =
        open === "(" ? "pmatrix" : open === "[" ? "bmatrix" : open === "{" && close === "" ? "cases" : "matrix";
      return plain(`\\begin{${name}} ${matrix} \\end{${name}}`);
    }
    const left = openers.get(open) ?? "";
    const tall = close !== undefined && left !== "" && close !== "" && /\\(?:frac|sum|prod|int|begin)/.test(inner);
    const tex = tall ? `\\left${left}${inner}\\right${close}` : `${left}${inner}${close ?? ""}`;
    return { tex, bare: inner };
  }
}

/** The rows of a matrix, which AsciiMath writes as nested brackets: "[a,b],[c,d]". */
function matrixOf(inner: string, rows: string[]): string | undefined {
  if (!/^(?:\[[^[\]]*\](?:\s*,\s*\[[^[\]]*\])+|\([^()]*\)(?:\s*,\s*\([^()]*\))+)$/.test(inner)) return undefined;
  for (const [, square, round] of inner.matchAll(/\[([^[\]]*)\]|\(([^()]*)\)/g)) {
    const cells = (square ?? round).split(",").map((cell) => cell.trim());
    rows.push(cells.join(" & "));
  }
  const width = (row: string) => row.split("&").length;
  if (width(rows[0]) < 2 && rows[0].length < 1) return undefined;
  return rows.every((row) => width(row) === width(rows[0])) ? rows.join(" \\\\ ") : undefined;
}

function plain(tex: string): Part {
  return { tex, bare: tex };
}

function grouped(tex: string): string {
  return /^(?:[^\\{}\s]|\\[a-z]+)$/i.test(tex) ? tex : `{${tex}}`;
}
