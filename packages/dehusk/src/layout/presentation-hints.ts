import { tagNumber, tagNumbers } from "../page/index.ts";

const sized = numbers("table,td,th,img,image,iframe,object,applet,embed,video,canvas,hr,input,marquee,svg svg");
const pictures = numbers("img,image,iframe,object,applet,embed,input");
const [TABLE, HR, FONT, BR, TD, TH] = tagNumbers("table", "hr", "font", "br", "td", "th");
const bars = numbers("tr,tbody,thead,tfoot,td,th");

/** Presentational attributes. */
const hintNames = (
  "style,cellpadding,width,height,align,valign,nowrap,size,cellspacing,border,frameborder,hspace,vspace,clear," +
  "leftmargin,topmargin,marginwidth,marginheight"
).split(",");

/** Codes of those that have no {@link presentationHint}. */
export const HintCode = { Style: 0, CellPadding: 1 } as const;

/** The same by length and first letter, which rules out most attributes without a comparison. */
const codesByShape: (readonly number[] | undefined)[] = [];
for (const [code, name] of hintNames.entries()) {
  const shape = shapeOf(name);
  codesByShape[shape] = [...(codesByShape[shape] ?? []), code];
}

/** The code of a presentational attribute, -1 for others. */
export function hintCode(name: string): number {
  const codes = name.length < 16 ? codesByShape[shapeOf(name)] : undefined;
  if (codes === undefined) return -1;
  for (let i = 0; i < codes.length; i++) if (hintNames[codes[i]] === name) return codes[i];
  return -1;
}

function shapeOf(name: string): number {
  return name.length * 32 + (name.charCodeAt(0) & 31);
}

const fontSizes = ["10px", "13px", "16px", "18px", "24px", "32px", "48px"];

/**
 * The declarations a presentational attribute stands for, "" for none.
 *
 * @example presentationHint(tagNumber("td"), "width", "30%") // "width:30%"
 */
export function presentationHint(tag: number, name: string, value: string): string {
  switch (name) {
    case "width":
    case "height": {
      const size = sized.has(tag) || (name === "height" && bars.has(tag)) ? dimension(value) : "";
      return size === "" ? "" : `${name}:${size}`;
    }
    case "align":
      return alignment(tag, value.trim().toLowerCase());
    case "valign":
      return bars.has(tag) ? `vertical-align:${value.trim().toLowerCase()}` : "";
    case "nowrap":
      return tag === TD || tag === TH ? "white-space:nowrap" : "";
    case "size":
      return tag === FONT ? fontSize(value) : "";
    case "cellspacing":
      return tag === TABLE ? `border-spacing:${dimension(value) || "2px"}` : "";
    case "border":
      return tag === TABLE || pictures.has(tag) ? `border:${dimension(value) || "1px"} solid` : "";
    case "frameborder":
      return value === "0" || value === "no" ? "border:none" : "";
    case "hspace":
      return pictures.has(tag) ? `margin-left:${dimension(value)};margin-right:${dimension(value)}` : "";
    case "vspace":
      return pictures.has(tag) ? `margin-top:${dimension(value)};margin-bottom:${dimension(value)}` : "";
    case "clear":
      return tag === BR ? `clear:${value.toLowerCase() === "all" ? "both" : value.toLowerCase()}` : "";
    case "leftmargin":
    case "marginwidth":
      return `margin-left:${dimension(value)};margin-right:${dimension(value)}`;
    case "topmargin":
    case "marginheight":
      return `margin-top:${dimension(value)};margin-bottom:${dimension(value)}`;
    default:
      return "";
  }
}

/** "120" and "120px" are pixels, "50%" a percentage; anything else is ignored. */
export function dimension(value: string): string {
  const match = /^\s*\+?(\d+(?:\.\d+)?)\s*(%?)/.exec(value);
  return match === null ? "" : `${match[1]}${match[2] === "%" ? "%" : "px"}`;
}

function alignment(tag: number, value: string): string {
  if (tag === TABLE) {
    if (value === "center") return "margin-left:auto;margin-right:auto";
    return value === "left" || value === "right" ? `float:${value}` : "";
  }
  if (pictures.has(tag)) {
    if (value === "left" || value === "right") return `float:${value}`;
    return `vertical-align:${value === "absmiddle" || value === "center" ? "middle" : value}`;
  }
  if (tag === HR) return "";
  if (value === "center" || value === "middle") return "text-align:-webkit-center";
  if (value === "right") return "text-align:-webkit-right";
  return value === "left" || value === "justify" ? "text-align:left" : "";
}

function fontSize(value: string): string {
  const number = Number.parseInt(value, 10);
  if (Number.isNaN(number)) return "";
  const step = /^\s*[+-]/.test(value) ? 3 + number : number;
  return `font-size:${fontSizes[Math.max(1, Math.min(7, step)) - 1]}`;
}

function numbers(names: string): Set<number> {
  return new Set(names.split(",").map(tagNumber));
}
