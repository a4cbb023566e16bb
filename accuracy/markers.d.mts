/** A page and the stretches of its HTML that are content and readers' comments. */
export interface MarkedPage {
  readonly html: string;
  readonly content: readonly string[];
  readonly comments: readonly string[];
}

export function readMarkers(source: string): MarkedPage;
