/**
 * A plot with logarithmic axes, as an SVG picture that stands by itself: points, or points joined by a line.
 *
 * @param {{ title: string, xLabel: string, yLabel: string,
 *   series: { name: string, points: [number, number][], isLine?: boolean }[] }} plot All numbers are above zero.
 * @returns {string}
 */
export function scatterPlot({ title, xLabel, yLabel, series }) {
  const [width, height, left, right, top, bottom] = [640, 400, 64, 40, 44, 74];
  const all = series.flatMap(({ points }) => points);
  const place = (axis, from, to) => {
    const values = all.map((point) => Math.log10(point[axis]));
    const [low, high] = [Math.floor(Math.min(...values)), Math.ceil(Math.max(...values))];
    const powers = Array.from({ length: high - low + 1 }, (_, k) => 10 ** (low + k));
    const at = (value) => from + ((Math.log10(value) - low) / Math.max(1, high - low)) * (to - from);
    return { at, powers };
  };
  const x = place(0, left, width - right);
  const y = place(1, height - bottom, top);
  const text = (atX, atY, content, more = "") => `<text x="${atX}" y="${atY}" ${more}>${escaped(content)}</text>`;
  const parts = [
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text(left, 24, title, 'font-size="15" font-weight="600"'),
    ...y.powers.map((value) => {
      const at = y.at(value).toFixed(1);
      const line = `<line x1="${left}" x2="${width - right}" y1="${at}" y2="${at}" stroke="#ddd"/>`;
      return line + text(left - 6, Number(at) + 4, shown(value), 'text-anchor="end"');
    }),
    ...x.powers.map((value) => {
      const at = x.at(value).toFixed(1);
      const line = `<line x1="${at}" x2="${at}" y1="${top}" y2="${height - bottom}" stroke="#eee"/>`;
      return line + text(at, height - bottom + 18, shown(value), 'text-anchor="middle"');
    }),
    text((left + width - right) / 2, height - bottom + 36, xLabel, 'text-anchor="middle"'),
    text(0, 0, yLabel, `text-anchor="middle" transform="translate(16 ${(top + height - bottom) / 2}) rotate(-90)"`),
    ...series.map(({ name, points, isLine = false }, i) => {
      const colour = COLOURS[i % COLOURS.length];
      const places = points.map((point) => [x.at(point[0]).toFixed(1), y.at(point[1]).toFixed(1)]);
      const line = isLine
        ? `<polyline points="${places.map((pair) => pair.join()).join(" ")}" fill="none" stroke="${colour}" stroke-width="2"/>`
        : "";
      const dots = places.map(
        ([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3" fill="${colour}" fill-opacity="0.7"/>`,
      );
      const at = left + i * 180;
      const key = `<rect x="${at}" y="${height - 22}" width="10" height="10" fill="${colour}"/>`;
      return `${line}${dots.join("")}${key}${text(at + 16, height - 13, name)}`;
    }),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">\n${parts.join("\n")}\n</svg>\n`;
}

const COLOURS = ["#0072b2", "#d55e00", "#009e73"];

function shown(value) {
  return value < 1 ? String(value) : value.toLocaleString("en");
}

function escaped(text) {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
