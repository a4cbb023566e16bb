import { attribute, isText, type Page, tagName } from "../../page/index.ts";
import { grouped, joinBrackets, numbered, row, scripts, stacked, table } from "./set-tex.ts";
import { texName, texOperator, texSigns, texText } from "./tex-symbols.ts";

/** Formulas with more nodes or characters, or nested deeper, are mistakes. */
const mostNodes = 5000;
const mostLevels = 60;
const mostSigns = 10_000;

interface Level {
  readonly node: number;
  readonly end: number;
  readonly name: string;
  readonly parts: string[];
}

/** Elements of which only the first child is shown. */
const alternatives = /^(?:semantics|maction)$/;

const tokens = /^(?:m[ino]|ms|mtext)$/;

/** The name of a MathML element, without a prefix. */
function mathName(page: Page, node: number): string {
  const name = tagName(page, node);
  return name.slice(Math.max(name.lastIndexOf(" "), name.lastIndexOf(":")) + 1);
}

/** MathML as TeX, "" if there is too much of it. No recursion: formulas may be nested endlessly. */
export function mathmlToTex(page: Page, math: number): string {
  const end = page.end[math];
  let signs = 0;
  for (let i = math; i < end && i < math + mostNodes; i++) signs += page.strings[i].length;
  if (end - math > mostNodes || signs > mostSigns) return "";
  const open: Level[] = [{ node: math, end, name: "mrow", parts: [] }];
  for (let i = math + 1; i < end; i++) {
    close(i);
    const { name: around, parts } = open[open.length - 1];
    if (isText(page, i)) {
      if (/\S/.test(page.strings[i])) parts.push(texText(page.strings[i].trim()));
      continue;
    }
    const name = mathName(page, i);
    if (name.startsWith("annotation") || (alternatives.test(around) && parts.length > 0)) i = page.end[i] - 1;
    else if (tokens.test(name)) {
      parts.push(token(page, i, name));
      i = page.end[i] - 1;
    } else if (open.length > mostLevels) return "";
    else open.push({ node: i, end: page.end[i], name, parts: [] });
  }
  close(end);
  return joinBrackets(row(open[0].parts));

  function close(next: number): void {
    while (open.length > 1 && open[open.length - 1].end <= next) {
      const level = open.pop() as Level;
      open[open.length - 1].parts.push(setLevel(page, level));
    }
  }
}

function token(page: Page, node: number, name: string): string {
  let text = "";
  for (let i = node + 1; i < page.end[node]; i++) if (isText(page, i)) text += page.strings[i];
  if (name === "mtext" || name === "ms") return texText(text.replace(/\s+/g, " "));
  const trimmed = text.trim();
  if (name === "mo") return texOperator(trimmed);
  const variant = attribute(page, node, "mathvariant") ?? "";
  return name === "mi" ? texName(trimmed, variant) : texSigns(trimmed);
}

/** The command for the notation of `<menclose>`. */
function enclosed(notation: string): string {
  if (/box|circle/.test(notation)) return "boxed";
  if (/top|longdiv|actuarial/.test(notation)) return "overline";
  return /bottom/.test(notation) ? "underline" : "cancel";
}

/** Elements that are a command with one argument in TeX. */
const commands = new Map([
  ["msqrt", "sqrt"],
  ["mphantom", "phantom"],
]);

function setLevel(page: Page, { node, name, parts }: Level): string {
  const attributeOf = (key: string, otherwise = ""): string => attribute(page, node, key) ?? otherwise;
  const [base = "", first = "", second = ""] = parts.map((part) => part.trim());
  const placed = /^m(sub|under)?(sup|over)?$/.exec(name);
  if (placed !== null) {
    const below = placed[1] === undefined ? "" : first;
    const above = placed[2] === undefined ? "" : placed[1] === undefined ? first : second;
    return /^ms/.test(name) ? scripts(grouped(base), below, above) : stacked(base, below, above);
  }
  switch (name) {
    case "mfrac":
      return /^0(?![.\d])/.test(attributeOf("linethickness"))
        ? `\\substack{${base} \\\\ ${first}}`
        : `\\frac{${base}}{${first}}`;
    case "mroot":
      return `\\sqrt[${first}]{${base}}`;
    case "mmultiscripts": {
      const at = parts.indexOf("mprescripts");
      if (at < 0) return scripts(grouped(base), first, second);
      const after = at > 2 ? scripts("", first, second) : "";
      return scripts("{}", parts[at + 1] ?? "", parts[at + 2] ?? "") + grouped(base) + after;
    }
    case "mprescripts":
      return name;
    case "mtr":
      return parts.join(" & ");
    case "mlabeledtr":
      return parts.slice(1).join(" & ") + numbered(base);
    case "mtable":
      return table(parts, attributeOf("columnalign"));
    case "mfenced": {
      const separator = `${attributeOf("separators", ",").trim()[0] ?? ""} `;
      const inner = parts.flatMap((part) => [separator, part]).slice(1);
      return row([texSigns(attributeOf("open", "(")), ...inner, texSigns(attributeOf("close", ")"))]);
    }
    case "menclose":
      return `\\${enclosed(attributeOf("notation", "longdiv"))}{${row(parts)}}`;
    case "mspace":
      return Number.parseFloat(attributeOf("width")) >= 1 ? "\\quad " : "\\;";
    default: {
      const command = commands.get(name);
      return command === undefined ? row(parts) : `\\${command}{${row(parts)}}`;
    }
  }
}
