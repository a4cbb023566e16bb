import { parseLength, type ValueContext } from "./css-values.ts";
import { AUTO, pixels, Unit } from "./style-fields.ts";

/** A column of a grid: at least `basis` wide, plus `share` parts of the free space. */
interface Track {
  readonly basis: number;
  readonly share: number;
}

export interface Tracks {
  readonly tracks: readonly Track[];
  /** Width of the tracks repeated by auto-fill; 0 for a fixed number. */
  readonly fill: number;
}

/** Position of a named area. */
export interface Area {
  readonly row: number;
  readonly column: number;
  readonly span: number;
}

const mostTracks = 100;

/** Track lists and area maps of a page, by number; 0 is none. */
export class GridStore {
  readonly #tracks: Tracks[] = [{ tracks: [], fill: 0 }];
  readonly #areas: ReadonlyMap<number, Area>[] = [new Map()];
  readonly #names = new Map<string, number>();

  addTracks(tracks: Tracks): number {
    return this.#tracks.push(tracks) - 1;
  }

  addAreas(areas: ReadonlyMap<number, Area>): number {
    return this.#areas.push(areas) - 1;
  }

  tracks(number: number): Tracks {
    return this.#tracks[number];
  }

  areas(number: number): ReadonlyMap<number, Area> {
    return this.#areas[number];
  }

  /** The number of an area name. */
  nameNumber(name: string): number {
    let number = this.#names.get(name);
    if (number === undefined) {
      number = this.#names.size + 1;
      this.#names.set(name, number);
    }
    return number;
  }
}

/** Parses `grid-template-columns`; returns the number of the track list, 0 for none. */
export function parseTracks(value: string, context: ValueContext & { readonly grids: GridStore }): number {
  if (value === "none" || value.length > 1000) return 0;
  let fill = 0;
  let room = mostTracks;
  const expanded = value
    .replace(/\[[^\][]*\]/g, " ")
    .replace(/repeat\(\s*([\w-]+)\s*,((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g, (_, count: string, list: string) => {
      const times = Number(count);
      if (times > 0) {
        const each = Math.max(1, splitTracks(list).length);
        const fitting = Math.min(times, Math.ceil(room / each));
        room -= fitting * each;
        return ` ${list} `.repeat(Math.max(0, fitting));
      }
      const size = /(\d{1,9}(?:\.\d{1,9})?)(px|rem|em|%|vw)/.exec(list);
      const code = size === null ? undefined : parseLength(size[0], context);
      fill = code === undefined ? 200 : Math.max(20, pixels(code, context.viewport, 16, 16));
      return " ";
    });
  const tracks = splitTracks(expanded)
    .slice(0, mostTracks)
    .map((track) => parseTrack(track, context));
  return tracks.length === 0 && fill === 0 ? 0 : context.grids.addTracks({ tracks, fill });
}

/** Splits at white space outside brackets. */
function splitTracks(list: string): readonly string[] {
  return list.match(/(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
}

function parseTrack(text: string, context: ValueContext): Track {
  const range = /^(?:minmax|fit-content)\((.*)\)$/.exec(text);
  const parts = (range === null ? text : range[1]).split(",").map((part) => part.trim());
  let basis: number = AUTO;
  let share = 0;
  for (const part of parts) {
    if (part.endsWith("fr")) share = Math.min(1000, Number.parseFloat(part) || 1);
    else {
      const code = parseLength(part, context);
      if (code !== undefined && (code & 7) !== Unit.None) basis = code;
    }
  }
  if (share > 0 && basis === AUTO) basis = Unit.Pixel;
  return { basis, share };
}

/** Parses `grid-template-areas`; returns the number of the map, 0 for none. */
export function parseAreas(value: string, grids: GridStore): number {
  const rows = (value.slice(0, 4000).match(/"[^"]*"|'[^']*'/g) ?? []).map((row) =>
    row.slice(1, -1).trim().split(/\s+/),
  );
  const areas = new Map<number, Area>();
  for (const [row, names] of rows.entries()) {
    for (const [column, name] of names.slice(0, mostTracks).entries()) {
      if (name === "" || name.startsWith(".")) continue;
      const number = grids.nameNumber(name);
      const known = areas.get(number);
      if (known === undefined) areas.set(number, { row, column, span: 1 });
      else if (known.row === row) areas.set(number, { row, column: known.column, span: column - known.column + 1 });
    }
  }
  return areas.size === 0 ? 0 : grids.addAreas(areas);
}

/**
 * Widths of a grid's columns.
 *
 * @param content Max-content width of each item in order, to size automatic columns.
 */
export function trackWidths(
  { tracks, fill }: Tracks,
  { width, gap, em, rem }: Readonly<Record<"width" | "gap" | "em" | "rem", number>>,
  content: readonly number[],
): number[] {
  if (tracks.length === 0 && fill > 0) {
    const count = Math.max(1, Math.min(mostTracks, Math.floor((width + gap) / (fill + gap))));
    return Array(count).fill(Math.max(0, (width - gap * (count - 1)) / count));
  }
  if (tracks.length === 0) return [width];
  let used = gap * (tracks.length - 1);
  let shares = 0;
  let automatic = 0;
  const widths = tracks.map(({ basis, share }, index) => {
    const own = basis === AUTO ? Math.min(content[index] ?? 0, width) : pixels(basis, width, em, rem);
    shares += share;
    if (share === 0) used += own;
    if (basis === AUTO && share === 0) automatic++;
    return own;
  });
  const room = Math.max(0, width - used);
  return tracks.map(({ basis, share }, index) => {
    const own = widths[index];
    if (share > 0) return Math.max(own, (room * share) / shares);
    return basis === AUTO && shares === 0 ? own + room / automatic : own;
  });
}
