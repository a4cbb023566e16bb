import type { Attribute } from "dehusk/internal/page";
import { filterDeclarations } from "./filter-css.ts";
import { isShownImage, placeholderImage } from "./frame-images.ts";
import { ownPrefix } from "./frame-tags.ts";

/** Attributes that affect looks, or that style sheets select by; none refers to anything outside the page. */
const plain = new Set(
  (
    "class id lang dir hidden align valign width height bgcolor color face size border cellpadding cellspacing colspan " +
    "rowspan span start reversed nowrap noshade clear hspace vspace text cols rows min max low high optimum compact " +
    "aria-hidden aria-expanded aria-current aria-selected frame rules"
  ).split(" "),
);

const svgPlain = new Set(
  (
    "class id fill fill-opacity fill-rule clip-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin " +
    "stroke-dasharray stroke-dashoffset stroke-miterlimit opacity transform d x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy " +
    "width height points viewBox preserveAspectRatio offset stop-color stop-opacity gradientUnits gradientTransform " +
    "text-anchor dominant-baseline font-size font-family font-weight font-style letter-spacing clip-path mask color " +
    "display visibility patternUnits clipPathUnits maskUnits"
  ).split(" "),
);

const mathPlain = new Set(
  "class id dir display displaystyle mathvariant stretchy linethickness width height".split(" "),
);

/** Custom data attributes, which style sheets select by. */
const dataName = /^data-(?!dh-)[a-z0-9_-]{1,40}$/;
const maxDataLength = 200;

export type Family = "html" | "svg" | "math";

/** The attributes of an element as HTML, each with a leading space; nothing that loads, navigates or runs. */
export function writeAttributes(tag: string, attributes: readonly Attribute[], family: Family): string {
  let written = "";
  for (const { name, value } of attributes) {
    if (name === "style") {
      const style = filterDeclarations(value);
      if (style !== "") written += write("style", style);
    } else if (family === "svg") {
      if (svgPlain.has(name) && isLocal(value)) written += write(name, value);
      else if ((name === "href" || name === "xlink:href") && tag === "use" && isPlace(value))
        written += write("href", value);
    } else if (family === "math") {
      if (mathPlain.has(name)) written += write(name, value);
    } else if (plain.has(name) || (dataName.test(name) && value.length <= maxDataLength)) written += write(name, value);
  }
  return family === "html" ? written + writeOwn(tag, attributes) : written;
}

/** An attribute with its value in double quotes. */
export function write(name: string, value: string): string {
  return ` ${name}="${value.replace(/[\0\r]/g, " ").replace(/[&<>"]/g, (sign) => escapes[sign])}"`;
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const place = /^url\(\s*["']?#[\w-]+["']?\s*\)$/;
const plainFunctions = /^(?:(?:matrix|translate|scale|rotate|skewx|skewy|rgba?|hsla?)\([\d\s,.e+%-]*\)[\s,]*)+$/i;

/** Whether an SVG value refers to nothing outside the page. */
function isLocal(value: string): boolean {
  if (!/[(\\]/.test(value)) return true;
  const trimmed = value.trim();
  return place.test(trimmed) || plainFunctions.test(trimmed);
}

function isPlace(value: string): boolean {
  return /^#[\w-]+$/.test(value);
}

/** Extra or replacement attributes for some tags. */
function writeOwn(tag: string, attributes: readonly Attribute[]): string {
  const find = (name: string) => attributes.find((attribute) => attribute.name === name)?.value;
  const own = (name: string, value = "") => write(`data-${ownPrefix}${name}`, value);
  const popover = find("popover") === undefined ? "" : own("closed");
  switch (tag) {
    case "a": {
      const href = find("href");
      return href === undefined ? popover : `${popover}${own("href", href.slice(0, 500))} tabindex="0"`;
    }
    case "button":
      return `${popover} type="button"`;
    case "details":
      return `${popover} open=""`;
    case "dialog":
      return find("open") === undefined ? own("closed") : "";
    case "option":
      return find("selected") === undefined ? popover : popover + own("selected");
    case "ol":
    case "ul":
    case "li": {
      const type = find("type") ?? "";
      const value = tag === "li" ? (find("value") ?? "") : "";
      return (
        popover + (/^\w+$/.test(type) ? write("type", type) : "") + (/^-?\d+$/.test(value) ? write("value", value) : "")
      );
    }
    case "meter":
    case "progress":
      return popover + (find("value") === undefined ? "" : write("value", find("value") ?? ""));
    case "img":
      return popover + writeImage(find);
    case "input":
      return popover + writeInput(find);
    default:
      return popover;
  }
}

type Find = (name: string) => string | undefined;

function writeImage(find: Find): string {
  const src = find("src")?.trim() ?? "";
  const alt = find("alt") ?? "";
  return (
    write("alt", alt) + write("src", isShownImage(src) ? src : placeholderImage(alt, find("width"), find("height")))
  );
}

const buttons = new Set(["submit", "reset", "button", "image", "file"]);
const ticks = new Set(["checkbox", "radio"]);

function writeInput(find: Find): string {
  const type = find("type")?.trim().toLowerCase() ?? "text";
  const value = find("value");
  if (buttons.has(type)) {
    const label = value ?? find("alt") ?? (type === "submit" ? "Submit" : type === "file" ? "Choose file" : "");
    return `${write("type", "button")}${write("value", label)}`;
  }
  if (ticks.has(type)) return `${write("type", type)}${find("checked") === undefined ? "" : ' checked=""'}`;
  if (type === "range") return `${write("type", type)}${value === undefined ? "" : write("value", value)}`;
  const hint = find("placeholder");
  const shown = type === "password" ? "" : (value ?? "");
  return `${write("type", "text")} readonly=""${write("value", shown)}${hint === undefined ? "" : write("placeholder", hint)}`;
}
