import type { BarPlot, LinePlot, Plot } from "./report.ts";
import { escapeXml, seriesColours } from "./report-style.ts";

const width = 480;
const height = 344;
const area = { left: 56, right: 14, top: 42, bottom: 84 };
const innerWidth = width - area.left - area.right;
const innerHeight = height - area.top - area.bottom;

/** A plot as an SVG element; its colours for text and lines come from the page's style. */
export function plotSvg(plot: Plot): string {
  const parts = plot.kind === "lines" ? lines(plot) : bars(plot);
  const title = escapeXml(plot.title);
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
<text class="title" x="${area.left}" y="18">${title}</text>
${[...parts, ...legend(plot.series.map(({ name }) => name))].join("\n")}
</svg>`;
}

function lines({ series, xLabel, yLabel, logarithmicX, logarithmicY, yFrom }: LinePlot): string[] {
  const points = series.flatMap((each) => each.points).filter(([, y]) => Number.isFinite(y));
  const scaleOf = (x: number): number => (logarithmicX ? Math.log10(x) : x);
  const [fromX, toX] = spanOf(points.map(([x]) => scaleOf(x)));
  const values = points.map(([, value]) => value);
  const y = logarithmicY ? logarithmicHeights(values) : heights(values, yFrom);
  const x = (value: number): number => area.left + ((scaleOf(value) - fromX) / (toX - fromX || 1)) * innerWidth;
  const ticks = logarithmicX ? powersOfTen(fromX, toX) : steps(fromX, toX);
  return [
    ...y.grid,
    ...ticks.map((tick) => {
      const at = round(x(tick));
      const bottom = height - area.bottom;
      const mark = `<line class="axis" x1="${at}" x2="${at}" y1="${bottom}" y2="${bottom + 4}"/>`;
      return `${mark}<text class="tick" x="${at}" y="${bottom + 16}" text-anchor="middle">${numberText(tick)}</text>`;
    }),
    ...axisLabels(xLabel, yLabel),
    ...series.map(({ points: own }, i) => {
      const places = own
        .filter(([, value]) => Number.isFinite(value))
        .map(([a, b]) => `${round(x(a))},${round(y.of(b))}`);
      const dots = places.map((place) => {
        const [cx, cy] = place.split(",");
        return `<circle cx="${cx}" cy="${cy}" r="2.6" fill="${colour(i)}"/>`;
      });
      const dash = dashes[i % dashes.length];
      return `<polyline points="${places.join(" ")}" fill="none" stroke="${colour(i)}" stroke-width="2" stroke-dasharray="${dash}"/>${dots.join("")}`;
    }),
  ];
}

/** Lines differ in more than colour. */
const dashes = ["none", "7 3", "2 3", "9 3 2 3", "none", "4 4", "1 2"];

function bars({ series, groups, yLabel }: BarPlot): string[] {
  const y = heights([0, ...series.flatMap(({ values }) => values.filter(Number.isFinite))]);
  const room = innerWidth / groups.length;
  const thickness = (room * 0.78) / series.length;
  const zero = y.of(0);
  const parts = [...y.grid, ...axisLabels("", yLabel)];
  for (const [g, group] of groups.entries()) {
    const left = area.left + g * room;
    for (const [s, { values }] of series.entries()) {
      const value = values[g] ?? Number.NaN;
      if (!Number.isFinite(value)) continue;
      const x = left + room * 0.11 + s * thickness;
      const top = Math.min(zero, y.of(value));
      const size = Math.abs(y.of(value) - zero);
      parts.push(
        `<rect x="${round(x)}" y="${round(top)}" width="${round(thickness * 0.9)}" height="${round(size)}" fill="${colour(s)}"/>`,
        `<text class="tick" x="${round(x + thickness * 0.45)}" y="${round(top - 3)}" text-anchor="middle">${barLabel(value)}</text>`,
      );
    }
    parts.push(
      `<text x="${round(left + room / 2)}" y="${height - area.bottom + 17}" text-anchor="middle">${escapeXml(group)}</text>`,
    );
  }
  return parts;
}

/** As long as fits over a bar: shares with two digits, percentages with none. */
function barLabel(value: number): string {
  return value.toFixed(Math.abs(value) < 10 ? 2 : 0);
}

/** The vertical scale: from 0, or below if needed, to a little above the highest value, at most to 1 for shares. */
function heights(values: readonly number[], start = 0): { of: (value: number) => number; grid: string[] } {
  const [least, most] = spanOf(values);
  const from = Math.min(start, least);
  const to = most <= 1 && most > 0.5 ? 1 : most + (most - from) * 0.1 || 1;
  const of = (value: number): number => area.top + (1 - (value - from) / (to - from)) * innerHeight;
  const grid = steps(from, to).map((tick) => gridLine(tick, round(of(tick)), tick === 0 || tick === from));
  return { of, grid };
}

/** A logarithmic vertical scale over whole powers of ten. */
function logarithmicHeights(values: readonly number[]): ReturnType<typeof heights> {
  const [least, most] = spanOf(values.map(Math.log10));
  const from = Math.floor(least + 1e-9);
  const to = Math.max(from + 1, Math.ceil(most - 1e-9));
  const of = (value: number): number => area.top + ((to - Math.log10(value)) / (to - from)) * innerHeight;
  const grid = powersOfTen(from, to).map((tick, k) => gridLine(tick, round(of(tick)), k === 0));
  return { of, grid };
}

function gridLine(tick: number, at: number, isAxis: boolean): string {
  const line = `<line class="${isAxis ? "axis" : "grid"}" x1="${area.left}" x2="${width - area.right}" y1="${at}" y2="${at}"/>`;
  return `${line}<text class="tick" x="${area.left - 6}" y="${round(at + 4)}" text-anchor="end">${numberText(tick)}</text>`;
}

function axisLabels(xLabel: string, yLabel: string): string[] {
  const middle = round(area.top + innerHeight / 2);
  return [
    `<text x="${area.left + innerWidth / 2}" y="${height - area.bottom + 34}" text-anchor="middle">${escapeXml(xLabel)}</text>`,
    `<text x="14" y="${middle}" text-anchor="middle" transform="rotate(-90 14 ${middle})">${escapeXml(yLabel)}</text>`,
  ];
}

function legend(names: readonly string[]): string[] {
  const perRow = names.length === 3 || names.length > 4 ? 3 : 2;
  const column = (width - 2 * 14) / perRow;
  return names.map((name, i) => {
    const x = 14 + (i % perRow) * column;
    const y = height - 24 + Math.floor(i / perRow) * 16;
    const mark = `<rect x="${round(x)}" y="${y - 9}" width="10" height="10" fill="${colour(i)}"/>`;
    return `${mark}<text x="${round(x + 15)}" y="${y}">${escapeXml(name)}</text>`;
  });
}

function colour(series: number): string {
  return seriesColours[series % seriesColours.length] as string;
}

function spanOf(values: readonly number[]): [number, number] {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return least <= most ? [least, most] : [0, 1];
}

/** Round numbers, about five of them. */
function steps(from: number, to: number): number[] {
  const rough = (to - from || 1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((each) => each >= rough * 0.999) ?? power;
  const list: number[] = [];
  for (let k = Math.ceil(from / step - 1e-9); k * step <= to + 1e-9; k++) list.push(Number((k * step).toPrecision(12)));
  return list;
}

function powersOfTen(from: number, to: number): number[] {
  const list: number[] = [];
  for (let power = Math.ceil(from - 1e-9); power <= to + 1e-9; power++) list.push(10 ** power);
  return list;
}

function numberText(value: number): string {
  return String(Number(value.toPrecision(6)));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
