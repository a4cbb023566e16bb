import { attribute, type Page, TEXT, tagNumbers } from "../page/index.ts";
import type { BoxModel } from "./box-model.ts";
import { Field } from "./style-fields.ts";
import { createTextMeasure, measureText } from "./text-metrics.ts";

/** Border-box size. */
export interface Size {
  width: number;
  height: number;
}

const [IMG, IMAGE, INPUT, SELECT, TEXTAREA, AUDIO, SVG, METER, PROGRESS] = tagNumbers(
  "img",
  "image",
  "input",
  "select",
  "textarea",
  "audio",
  "svg svg",
  "meter",
  "progress",
);

const measure = createTextMeasure();
const longestOptions = 2000;

/**
 * Size of a picture, frame or form control from its style and attributes, keeping the aspect ratio of the attributes;
 * otherwise the browsers' default for a picture that is not loaded.
 *
 * @param basis Width that percentages refer to; 0 if not known yet.
 */
export function replacedSize(model: BoxModel, node: number, basis: number): Size {
  const natural = naturalSize(model, node, basis);
  const edges = model.sideEdges(node, basis);
  const upright = model.edge(node, 0, basis) + model.edge(node, 2, basis);
  const hasWidth = basis > 0 ? model.has(node, Field.Width) : model.isFixed(node, Field.Width);
  const hasHeight = model.isFixed(node, Field.Height);
  const ratio = natural.width > 0 ? natural.height / natural.width : 0;
  let width = hasWidth ? model.givenWidth(node, basis, edges) : natural.width + edges;
  let height = hasHeight ? model.usedHeight(node, 0, upright) : natural.height + upright;
  const isShaped = natural.isShaped && ratio > 0;
  if (isShaped && hasHeight && !hasWidth) width = (height - upright) / ratio + edges;
  const wanted = width;
  if (basis > 0 || !model.has(node, Field.MaxWidth) || model.isFixed(node, Field.MaxWidth)) {
    width = model.clampedWidth(node, width, basis, edges);
  }
  if (isShaped && !hasHeight && (hasWidth || width !== wanted)) height = (width - edges) * ratio + upright;
  else if (!hasHeight) height = model.usedHeight(node, height - upright, upright);
  return { width: model.bounded(width), height: model.bounded(height) };
}

interface NaturalSize extends Size {
  /** Whether it has an aspect ratio to keep. */
  isShaped: boolean;
}

function naturalSize(model: BoxModel, node: number, basis: number): NaturalSize {
  const { page } = model;
  switch (page.tag[node]) {
    case IMG:
    case IMAGE:
      return imageSize(model, node);
    case INPUT:
      return inputSize(model, node);
    case SELECT:
      return selectSize(model, node);
    case TEXTAREA:
      return plain(17 + 7.2 * count(page, node, "cols", 20), 6 + 15 * count(page, node, "rows", 2));
    case AUDIO:
      return attribute(page, node, "controls") === undefined ? plain(0, 0) : plain(300, 54);
    case METER:
      return plain(80, 16);
    case PROGRESS:
      return plain(160, 16);
    case SVG:
      return drawingSize(page, node, basis);
    default:
      return { width: size(page, node, "width") || 300, height: size(page, node, "height") || 150, isShaped: true };
  }
}

/** A picture that is not loaded shows its alternative text. */
function imageSize(model: BoxModel, node: number): NaturalSize {
  const { page, styles } = model;
  const width = size(page, node, "width");
  const height = size(page, node, "height");
  if (width > 0 && height > 0) return { width, height, isShaped: true };
  const alternative = attribute(page, node, "alt");
  if (alternative === undefined) return plain(width || 16, height || 16);
  measureText(alternative, measure);
  const line = alternative === "" ? 0 : styles.lineHeight[node];
  const length = (measure.width * styles.advance[node]) / 1000;
  return plain(width || length, height || (width > 0 && length > width ? line * Math.ceil(length / width) : line));
}

function inputSize(model: BoxModel, node: number): NaturalSize {
  const { page } = model;
  switch (attribute(page, node, "type")?.toLowerCase()) {
    case "checkbox":
    case "radio":
      return plain(13, 13);
    case "submit":
    case "button":
    case "reset":
      return plain(labelWidth(attribute(page, node, "value") ?? "Submit", model, node) + 16, 21);
    case "image":
      return imageSize(model, node);
    case "file":
      return plain(253, 21);
    case "range":
      return plain(129, 16);
    case "color":
      return plain(50, 27);
    default:
      return plain(20 + 6.65 * count(page, node, "size", 20), 21);
  }
}

function selectSize(model: BoxModel, node: number): NaturalSize {
  const { page } = model;
  let widest = 0;
  const end = Math.min(page.end[node], node + longestOptions);
  for (let inside = node + 1; inside < end; inside++) {
    if (page.tag[inside] === TEXT) widest = Math.max(widest, labelWidth(page.strings[inside], model, node));
  }
  const lines = count(page, node, "size", attribute(page, node, "multiple") === undefined ? 1 : 4);
  return plain(widest + 24, lines > 1 ? lines * 17 + 2 : 19);
}

function labelWidth(text: string, model: BoxModel, node: number): number {
  measureText(text, measure);
  return (measure.width * model.styles.advance[node]) / 1000;
}

function drawingSize(page: Page, node: number, basis: number): NaturalSize {
  const width = size(page, node, "width");
  const height = size(page, node, "height");
  if (width > 0 && height > 0) return { width, height, isShaped: true };
  const box = (attribute(page, node, "viewBox") ?? "")
    .trim()
    .split(/[\s,]+/, 4)
    .map(Number);
  const ratio = box[3] / box[2];
  if (!(ratio > 0 && ratio < 1000)) return plain(width || 300, height || 150);
  if (height > 0) return { width: height / ratio, height, isShaped: true };
  const used = width || basis || 300;
  return { width: used, height: used * ratio, isShaped: true };
}

function plain(width: number, height: number): NaturalSize {
  return { width, height, isShaped: false };
}

/** An attribute in pixels; 0 if missing or a percentage. */
function size(page: Page, node: number, name: string): number {
  const match = /^\s*(\d+(?:\.\d+)?)\s*(?:px\s*)?$/.exec(attribute(page, node, name) ?? "");
  return match === null ? 0 : Math.min(Number(match[1]), 100_000);
}

function count(page: Page, node: number, name: string, otherwise: number): number {
  const value = Number.parseInt(attribute(page, node, name) ?? "", 10);
  return value > 0 ? Math.min(value, 1000) : otherwise;
}
