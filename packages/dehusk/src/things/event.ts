import { type JsonObject, parseDate } from "../extract/index.ts";
import { objectIn, textsIn } from "./marked-things.ts";
import type { Line } from "./sections.ts";

export interface Event {
  readonly name: string | null;
  /** ISO 8601. */
  readonly start: string | null;
  readonly end: string | null;
  readonly place: string | null;
  readonly address: string | null;
  readonly price: string | null;
}

const label = (words: string) => new RegExp(`^(?:${words})\\s*:?\\s*`, "iu");
export const whenLabel = label("date(?: and time)?|when|start(?:s|ing)?|wann|datum|termin|beginn|quand|cuándo|fecha");
export const whereLabel = label("location|venue|where|place|ort|wo|veranstaltungsort|lieu|où|lugar|dónde");

/** An event: a date and a place behind their labels, or what is marked up. */
export function readEvent(
  lines: readonly Line[],
  marked: JsonObject | undefined,
  title: string | null,
): Event | undefined {
  const when = labelled(lines, whenLabel);
  const where = labelled(lines, whereLabel);
  const shownStart = when === null ? null : parseDate(when);
  if (marked === undefined && (shownStart === null || where === null)) return undefined;
  const text = (key: string) => textsIn(marked?.[key])[0] ?? null;
  const location = objectIn(marked?.["location"]);
  const address = objectIn(location?.["address"]);
  const parts = ["streetAddress", "postalCode", "addressLocality", "addressCountry"].flatMap((key) =>
    textsIn(address?.[key]).slice(0, 1),
  );
  const offer = objectIn(marked?.["offers"]);
  return {
    name: title ?? text("name"),
    start: parseDate(text("startDate") ?? "") ?? shownStart,
    end: parseDate(text("endDate") ?? ""),
    place: textsIn(location?.["name"] ?? marked?.["location"])[0] ?? where,
    address: parts.length > 0 ? parts.join(", ") : (textsIn(location?.["address"])[0] ?? null),
    price: textsIn(offer?.["price"])[0] ?? null,
  };
}

/** What stands behind a label, in its line or as the next line. */
function labelled(lines: readonly Line[], pattern: RegExp): string | null {
  for (const [i, { text }] of lines.entries()) {
    const match = text.length <= 120 ? pattern.exec(text) : null;
    if (match === null) continue;
    if (match[0].length === text.length) return lines[i + 1]?.text ?? null;
    if (/:/.test(match[0])) return text.slice(match[0].length);
  }
  return null;
}
