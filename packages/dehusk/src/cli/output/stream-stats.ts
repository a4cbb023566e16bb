import type { SizePoint, TemplateStream } from "../../incremental/index.ts";
import { fitted, plainLine } from "./columns.ts";
import { textPlot } from "./text-plot.ts";

/** What a store knows of a site. */
interface SiteStats {
  readonly site: string;
  readonly pages: number;
  readonly segments: number;
  readonly bytes: number;
  /** Segments that came, each once for a page; those among them that were known; those forgotten. */
  readonly met: number;
  readonly known: number;
  readonly expired: number;
  /** Share of the segments that came which the table knew. */
  readonly hitRate: number;
  readonly history: readonly SizePoint[];
}

/** Statistics of a stream's tables: of one site, or of all. */
export async function streamStats(stream: TemplateStream, only?: string): Promise<SiteStats[]> {
  const all = await stream.sites();
  const stats: SiteStats[] = [];
  for (const site of only === undefined ? all : all.filter((name) => name === only)) {
    const table = await stream.table(site);
    const { met, known, expired } = table.counts;
    stats.push({
      site,
      pages: table.pages,
      segments: table.size,
      bytes: table.bytes,
      met,
      known,
      expired,
      hitRate: met === 0 ? 0 : known / met,
      history: table.history.points,
    });
  }
  return stats.sort((a, b) => b.pages - a.pages || (a.site < b.site ? -1 : 1));
}

/** Statistics for programs. */
export function statsJson(stats: readonly SiteStats[]): string {
  return `${JSON.stringify({ version: 1, sites: stats })}\n`;
}

/** Sites shown one by one; the rest are in the last line. */
const mostRows = 20;
const widths = [32, 9, 10, 10, 9, 9, 10];

/** Statistics for people: a table, and a plot of the size of the table with the most pages. */
export function statsTable(stats: readonly SiteStats[]): string {
  const heading = rowOf(["site", "pages", "segments", "bytes", "a page", "hit rate", "expired"]);
  const rows = stats.slice(0, mostRows).map((each) => rowOf(cellsOf(plainLine(each.site) || "(no address)", each)));
  const sum = (of: (each: SiteStats) => number): number => stats.reduce((total, each) => total + of(each), 0);
  const [pages, segments, bytes] = [sum((s) => s.pages), sum((s) => s.segments), sum((s) => s.bytes)];
  const [met, known, expired] = [sum((s) => s.met), sum((s) => s.known), sum((s) => s.expired)];
  const total = { pages, segments, bytes, met, expired, hitRate: met === 0 ? 0 : known / met };
  if (stats.length > 1) rows.push(rowOf(cellsOf(`all ${stats.length} sites`, total)));
  const [first] = stats;
  const plot =
    first === undefined
      ? ""
      : `\n${textPlot({
          title: `bytes of the table of ${plainLine(first.site) || "(no address)"}`,
          points: first.history.map((point) => ({ x: point.page, y: point.bytes })),
          xLabel: "page",
          write: (bytesThen) => bytesText(bytesThen),
        })}`;
  return `${[heading, ...rows].join("\n")}\n${plot}`;
}

type Figures = Pick<SiteStats, "pages" | "segments" | "bytes" | "met" | "expired" | "hitRate">;

/** "a page": segments that come with a page. */
function cellsOf(name: string, { pages, segments, bytes, met, expired, hitRate }: Figures): string[] {
  const perPage = pages === 0 ? 0 : Math.round(met / pages);
  return [
    name,
    String(pages),
    String(segments),
    bytesText(bytes),
    String(perPage),
    `${(100 * hitRate).toFixed(1)} %`,
    String(expired),
  ];
}

function rowOf(cells: readonly string[]): string {
  return cells
    .map((cell, i) => (i === 0 ? fitted(cell, widths[0] as number) : cell.padStart(widths[i] as number)))
    .join(" ");
}

function bytesText(bytes: number): string {
  if (bytes < 1e3) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
