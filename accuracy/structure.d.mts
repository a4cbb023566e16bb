/** A page on which structure is looked at, and the stretches of its HTML that are content, where it says so. */
export interface StructurePage {
  readonly name: string;
  readonly html: string;
  readonly content: readonly string[];
}

/** What the gate measures with: the library's sources in tests, the built library on the command line. */
export interface StructureLibrary {
  extract(html: string): { readonly markdown: string; readonly title?: string | null | undefined };
}

/** Something that a reader sees as broken. */
export interface PageBreak {
  readonly page: string;
  readonly kind: string;
  readonly text: string;
}

export const kinds: readonly string[];
export function readStructurePages(): StructurePage[];
export function findPageBreaks(page: StructurePage, library: StructureLibrary): PageBreak[];
