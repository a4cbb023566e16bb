import { cutText, type Warning, wellFormed } from "../basics/index.ts";

/** The warning about an unknown encoding from outside. */
export function labelWarnings(label: string | undefined, isUnknown: boolean): Warning[] {
  if (label === undefined || !isUnknown) return [];
  const message = `"${cutText(wellFormed(label), 60)}" is not the name of a character encoding; it is ignored.`;
  return [{ code: "encoding-unknown", message }];
}
