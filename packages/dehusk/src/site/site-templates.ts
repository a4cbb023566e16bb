import type { Canonical } from "./canonical.ts";

/** What a site's pages have in common: plain data, see `writeTemplates`. */
export interface SiteTemplates {
  readonly version: 1;
  readonly kind: "dehusk-site-templates";
  readonly pages: number;
  readonly theta: number;
  readonly coverage: number;
  readonly minimumPages: number;
  /** False if repeated words within other paragraphs are templates, too. */
  readonly spareMixed?: boolean | undefined;
  readonly canonical: Canonical;
  readonly dropAttributes: readonly string[];
  /** Pages by which a template's count may be too low. Above 0 only for sites with very many distinct nodes. */
  readonly error: number;
  readonly templates: readonly SiteTemplate[];
}

/** A part that many pages share. */
export interface SiteTemplate {
  /** Fingerprint of its canonical HTML: 16 hexadecimal digits. */
  readonly fingerprint: string;
  /** Pages it is on. */
  readonly pages: number;
  readonly tag: string;
  /** The start of its text. */
  readonly text: string;
  /** Fingerprints of nodes below it on as many pages; they identify it on pages that have only a part. */
  readonly parts: readonly string[];
}

/** A fingerprint's two halves as 16 hexadecimal digits. */
export function fingerprintText(low: number, high: number): string {
  return hex(high) + hex(low);
}

export function fingerprintHalves(text: string): { low: number; high: number } {
  return { low: Number.parseInt(text.slice(8), 16), high: Number.parseInt(text.slice(0, 8), 16) };
}

function hex(half: number): string {
  return half.toString(16).padStart(8, "0");
}
