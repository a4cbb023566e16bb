import { isText, type Page, tagName, textOf } from "../../page/index.ts";

/** Ways to set the children of an element in a line: what comes before, between and after them. */
const patterns: Readonly<Record<string, readonly [string, string, string]>> = {
  "math mfrac": ["", "/", ""],
  "math msup": ["", "^", ""],
  "math mover": ["", "^", ""],
  "math msub": ["", "_", ""],
  "math munder": ["", "_", ""],
  "math msqrt": ["√(", "", ")"],
  "math mroot": ["", "√", ""],
  "math mtr": ["", ", ", ";"],
  "math mfenced": ["(", ", ", ")"],
};

/** Elements whose children are put in brackets when they are more than one sign. */
const grouping = new Set(["math mfrac", "math msup", "math msub", "math mover", "math munder", "math msubsup"]);

/** Formulas of more nodes are only written one sign after another, since nesting could make the others too long. */
const longest = 5000;

interface Level {
  readonly end: number;
  readonly name: string;
  readonly parts: string[];
}

/** A formula without TeX in one line: `a^2`, `(a+b)/2`, `√(x)`. No recursion: formulas may be nested without end. */
export function linearMath(page: Page, math: number): string {
  if (page.end[math] - math > longest) return textOf(page, math).replace(/\s+/g, " ");
  const open: Level[] = [{ end: page.end[math], name: "math math", parts: [] }];
  for (let i = math + 1; i < page.end[math]; i++) {
    close(i);
    const level = open[open.length - 1];
    if (isText(page, i)) {
      const text = page.strings[i].trim().replace(/\s+/g, " ");
      if (text !== "") level.parts.push(text);
      continue;
    }
    const name = tagName(page, i);
    if (name.startsWith("math annotation")) i = page.end[i] - 1;
    else open.push({ end: page.end[i], name, parts: [] });
  }
  close(page.end[math]);
  return open[0].parts.join("");

  function close(next: number): void {
    while (open.length > 1 && open[open.length - 1].end <= next) {
      const level = open.pop() as Level;
      const set = setInLine(level);
      if (set !== "") open[open.length - 1].parts.push(set);
    }
  }
}

function setInLine({ name, parts }: Level): string {
  const [before, between, after] = patterns[name] ?? ["", "", ""];
  const set = grouping.has(name)
    ? parts.map((part) => (part.length > 1 && /\W/.test(part) ? `(${part})` : part))
    : parts;
  if (name === "math msubsup") return `${set[0] ?? ""}_${set[1] ?? ""}^${set[2] ?? ""}`;
  return before + set.join(between) + after;
}
