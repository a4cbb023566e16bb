/**
 * The colours of templateness: from blue (content) over grey to orange (template), which people with any kind of colour
 * blindness tell apart, in eleven levels. The second row is for dark backgrounds, where the middle recedes.
 */
const light: readonly string[] =
  "#1a5fa8 #3878b8 #5a93c7 #82aed4 #aac8de #cfcfcb #e9c9a0 #eab070 #e69544 #d97a1f #b85c00".split(" ");
const dark: readonly string[] =
  "#6cb4ff #5b9fe8 #4f8ac9 #4a77a6 #4c6680 #5d5f63 #7a6650 #9c7346 #c0813a #e0913a #ffa54d".split(" ");

export const levels = light.length;

/** The colour of each level, from content to template, on a light and on a dark background. */
export const levelColours = { light, dark };

/** The level of a value from 0 to 1. */
export function levelOf(value: number): number {
  return Math.min(levels - 1, Math.max(0, Math.round(value * (levels - 1)))) || 0;
}

/** What a value from 0 to 1 means, in a word. */
export function wordFor(templateness: number): string {
  if (templateness < 0.35) return "content";
  return templateness > 0.65 ? "template" : "unclear";
}

/** Rules that give `.r0` to `.r10` their colour as `--r`, and `.s0` to `.s10` theirs as `--s`. */
export function colourRules(): string {
  const rules = (colours: readonly string[]) =>
    colours.map((colour, level) => `.r${level}{--r:${colour}}.s${level}{--s:${colour}}`).join("");
  return `${rules(light)}\n@media (prefers-color-scheme:dark){${rules(dark)}}`;
}
