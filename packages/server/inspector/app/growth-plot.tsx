import { useId } from "preact/hooks";
import { axisSteps } from "./axis-steps.ts";
import type { GrowthPoint } from "./service.ts";
import { narrow, useMedia } from "./use-media.ts";

const height = 240;
const [left, right, top, bottom] = [56, 12, 12, 40];

/** How the table of a site grows with its pages: as a curve, and as a table. */
export function GrowthPlot({ growth }: { readonly growth: readonly GrowthPoint[] }) {
  const title = useId();
  // Letters keep their size in narrow windows.
  const width = useMedia(narrow) ? 340 : 640;
  const last = growth.at(-1);
  if (last === undefined) return <p class="quiet">No pages yet.</p>;
  const across = axisSteps(last.pages, 6);
  const up = axisSteps(Math.max(...growth.map(({ segments }) => segments)), 4);
  const x = (pages: number): number => left + ((width - left - right) * pages) / across[across.length - 1];
  const y = (segments: number): number => height - bottom - ((height - top - bottom) * segments) / up[up.length - 1];
  const line = [{ pages: 0, segments: 0 }, ...growth].map(({ pages, segments }) => `${x(pages)},${y(segments)}`);
  return (
    <div class="growth">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={title}>
        <title id={title}>
          {`Segments in the table by pages: ${last.segments.toLocaleString("en")} after ${last.pages.toLocaleString("en")} pages`}
        </title>
        {up.map((segments) => (
          <g key={segments}>
            <line class="grid" x1={left} x2={width - right} y1={y(segments)} y2={y(segments)} />
            <text x={left - 8} y={y(segments) + 4} text-anchor="end">
              {segments.toLocaleString("en")}
            </text>
          </g>
        ))}
        {across.map((pages) => (
          <text key={pages} x={x(pages)} y={height - bottom + 18} text-anchor="middle">
            {pages.toLocaleString("en")}
          </text>
        ))}
        <text x={(left + width - right) / 2} y={height - 4} text-anchor="middle">
          pages
        </text>
        <polyline class="curve" points={line.join(" ")} />
        {growth.length <= 40
          ? growth.map(({ pages, segments }) => <circle key={pages} class="dot" cx={x(pages)} cy={y(segments)} r={3} />)
          : null}
      </svg>
      <details>
        <summary>As a table</summary>
        <table class="numbers">
          <thead>
            <tr>
              <th scope="col" class="number">
                Pages
              </th>
              <th scope="col" class="number">
                Segments
              </th>
            </tr>
          </thead>
          <tbody>
            {growth.map(({ pages, segments }) => (
              <tr key={pages}>
                <td class="number">{pages.toLocaleString("en")}</td>
                <td class="number">{segments.toLocaleString("en")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}
