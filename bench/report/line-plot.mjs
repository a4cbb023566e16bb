/**
 * A plot of lines from zero up, as an SVG picture that stands by itself.
 *
 * @param {{ title: string, xLabel: string, series: { name: string, points: [number, number][] }[] }} plot
 * @returns {string}
 */
export function linePlot({ title, xLabel, series }) {
  const [width, height, left, top, bottom] = [640, 320, 60, 40, 70];
  const all = series.flatMap(({ points }) => points);
  const lastX = Math.max(...all.map(([x]) => x));
  const mostY = 1.1 * Math.max(...all.map(([, y]) => y));
  const placeX = (x) => left + (x / lastX) * (width - left - 36);
  const placeY = (y) => height - bottom - (y / mostY) * (height - top - bottom);
  const text = (x, y, content, more = "") => `<text x="${x}" y="${y}" ${more}>${escaped(content)}</text>`;
  const ticks = [0, 0.25, 0.5, 0.75, 1];
  const parts = [
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text(left, 22, title, 'font-size="15" font-weight="600"'),
    ...ticks.map((share) => {
      const y = placeY(share * mostY);
      const line = `<line x1="${left}" x2="${width - 36}" y1="${y}" y2="${y}" stroke="#ddd"/>`;
      return line + text(left - 6, y + 4, (share * mostY).toFixed(1), 'text-anchor="end"');
    }),
    ...ticks.map((share) =>
      text(placeX(share * lastX), height - bottom + 18, String(Math.round(share * lastX)), 'text-anchor="middle"'),
    ),
    text((left + width - 36) / 2, height - bottom + 36, xLabel, 'text-anchor="middle"'),
    ...series.map(({ name, points }, i) => {
      const colour = COLOURS[i % COLOURS.length];
      const places = points.map(([x, y]) => `${placeX(x).toFixed(1)},${placeY(y).toFixed(1)}`).join(" ");
      const x = left + i * 180;
      return (
        `<polyline points="${places}" fill="none" stroke="${colour}" stroke-width="2"/>` +
        `<rect x="${x}" y="${height - 22}" width="10" height="10" fill="${colour}"/>` +
        text(x + 16, height - 13, name)
      );
    }),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">\n${parts.join("\n")}\n</svg>\n`;
}

const COLOURS = ["#0072b2", "#d55e00", "#009e73"];

function escaped(text) {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
