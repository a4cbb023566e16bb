/** Real queries are shorter. */
const longestQuery = 1000;

/** Whether a media query list matches a screen of this width. Unknown features do not match. */
export function matchesMedia(query: string, viewport: number): boolean {
  if (query.length > longestQuery) return false;
  // With single spaces the patterns below are linear.
  const text = query.replace(/\s+/g, " ").trim().toLowerCase();
  if (text === "" || text === "all" || text === "screen") return true;
  return text.split(",", 20).some((part) => matchesOne(part.trim(), viewport));
}

function matchesOne(query: string, viewport: number): boolean {
  const negated = query.startsWith("not ");
  const [first = "", ...others] = query.replace(/^(?:only|not) /, "").split(/ ?\band /);
  const parts = [first, ...others];
  return parts.every((part) => matchesPart(part.trim(), viewport)) !== negated;
}

function matchesPart(part: string, viewport: number): boolean {
  if (!part.startsWith("(")) return part === "screen" || part === "all";
  const inside = part.slice(1, part.endsWith(")") ? -1 : undefined).trim();
  const feature = /^([a-z-]+) ?(?::(.+))?$/.exec(inside);
  if (feature !== null) return matchesFeature(feature[1], (feature[2] ?? "").trim(), viewport);
  const range = /^width\s*([<>]=?)\s*([\d.]+[a-z]*)$/.exec(inside);
  if (range !== null) return compares(viewport, range[1], pixelsOf(range[2]));
  const between = /^([\d.]+[a-z]*)\s*(<=?)\s*width(?:\s*(<=?)\s*([\d.]+[a-z]*))?$/.exec(inside);
  if (between === null) return false;
  return (
    compares(pixelsOf(between[1]), between[2], viewport) &&
    (between[3] === undefined || compares(viewport, between[3], pixelsOf(between[4])))
  );
}

function matchesFeature(name: string, value: string, viewport: number): boolean {
  switch (name) {
    case "min-width":
    case "min-device-width":
      return viewport >= pixelsOf(value);
    case "max-width":
    case "max-device-width":
      return viewport <= pixelsOf(value);
    case "width":
      return value === "" || viewport === pixelsOf(value);
    case "orientation":
      return value === "landscape";
    case "hover":
    case "any-hover":
      return value === "hover" || value === "";
    case "pointer":
      return value === "fine" || value === "";
    case "min-height":
      return pixelsOf(value) <= 1024;
    case "max-height":
      return pixelsOf(value) >= 1024;
    case "prefers-color-scheme":
      return value === "light";
    case "prefers-reduced-motion":
      return value === "no-preference";
    case "color":
      return value === "";
    default:
      return false;
  }
}

function compares(left: number, sign: string, right: number): boolean {
  switch (sign) {
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    default:
      return left >= right;
  }
}

function pixelsOf(value: string): number {
  const number = Number.parseFloat(value);
  return value.endsWith("em") ? number * 16 : number;
}
