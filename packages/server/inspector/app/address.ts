import { penaltyNames } from "dehusk/internal/detect";
import { presets } from "dehusk/internal/extract";
import { defaultSettings, type Settings } from "../engine/settings.ts";

export type View = "inspect" | "compare" | "sites";

/** What a link to the inspector names: a view, settings, and a page if everyone can open it. */
export interface Address {
  readonly view: View;
  readonly settings: Settings;
  /** The settings compared with them. */
  readonly other: Settings;
  /** Id of an example. */
  readonly example: string | null;
  /** URL of a page; nothing is fetched before the user says so. */
  readonly url: string | null;
}

/** The second settings of a comparison, until others are chosen. */
export const otherDefaults: Settings = { ...defaultSettings, preset: "everything" };

const views: readonly View[] = ["inspect", "compare", "sites"];

/** What a setting may be in a link; models of files are in no link. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  model: ["shipped", "plain"],
  segmentModel: ["shipped", "plain"],
  preset: presets,
  penalty: penaltyNames,
  weighting: ["text", "nodes"],
};

/**
 * The part of an address after `#`: only what differs from the defaults.
 *
 * @example writeAddress({ ...readAddress(""), example: "article" }) // "example=article"
 */
export function writeAddress({ view, settings, other, example, url }: Address): string {
  const fields = new URLSearchParams();
  if (example !== null) fields.set("example", example);
  if (url !== null) fields.set("url", url);
  if (view !== "inspect") fields.set("view", view);
  writeSettings(fields, "", settings, defaultSettings);
  if (view === "compare") writeSettings(fields, "b.", other, otherDefaults);
  return fields.toString();
}

/** The address in a part after `#`, with defaults for all that is missing, unknown or wrong. */
export function readAddress(text: string): Address {
  const fields = new URLSearchParams(text.replace(/^#/, ""));
  return {
    view: views.find((view) => view === fields.get("view")) ?? "inspect",
    settings: readSettings(fields, "", defaultSettings),
    other: readSettings(fields, "b.", otherDefaults),
    example: fields.get("example"),
    url: fields.get("url"),
  };
}

function writeSettings(fields: URLSearchParams, prefix: string, settings: Settings, defaults: Settings): void {
  for (const [name, value] of Object.entries(settings)) {
    if (value === defaults[name as keyof Settings] || !isAllowed(name, value)) continue;
    fields.set(prefix + name, typeof value === "boolean" ? (value ? "yes" : "no") : String(value));
  }
}

function readSettings(fields: URLSearchParams, prefix: string, defaults: Settings): Settings {
  const read = Object.entries(defaults).map(([name, standard]) => {
    const text = fields.get(prefix + name);
    const value = text === null ? standard : readValue(text, standard);
    return [name, isAllowed(name, value) ? value : standard];
  });
  return Object.fromEntries(read) as Settings;
}

function readValue(text: string, standard: string | number | boolean): string | number | boolean {
  if (typeof standard === "number") return Number(text);
  return typeof standard === "boolean" ? (text === "yes" ? true : text === "no" ? false : standard) : text;
}

function isAllowed(name: string, value: string | number | boolean): boolean {
  if (typeof value === "number") return value >= 0;
  return typeof value === "boolean" || allowed[name]?.includes(value) === true;
}
