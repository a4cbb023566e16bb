import type { Random } from "../random.ts";

const properties = (
  "display position float width height max-width margin padding font-size line-height color background visibility " +
  "opacity white-space overflow clip transform z-index content grid-template-columns flex columns user-select --x"
).split(" ");
const values = (
  "none block inline flex grid table absolute fixed left right 0 100% -1px 1e9px calc(1px+2%) url(x) red #fff hidden " +
  "visible pre pre-wrap 99999999999px NaN infinity var(--x) expression(1) \\64 isplay inherit !important repeat(9999,1fr) 1em"
).split(" ");
const breaks = [
  ";",
  ":",
  "{",
  "}",
  "/*",
  "*/",
  "\\",
  '"',
  "'",
  "(",
  ")",
  "@media x",
  "<!--",
  "\n",
  ",",
  "!important",
  "</style",
];

/** Declarations as pages have them, and as none has. */
export function styles(random: Random): string {
  return random
    .many(0, 6, () => {
      if (random.chance(0.15)) return random.pick(breaks);
      return `${random.pick(properties)}${random.chance(0.95) ? ":" : ""}${random.pick(values)}${random.chance(0.9) ? ";" : ""}`;
    })
    .join(random.pick(["", " "]));
}
