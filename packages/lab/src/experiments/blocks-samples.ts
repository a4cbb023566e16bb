/** The two kinds of sites, by their family in the index of sites. */
export const samples = ["swde", "static-site"] as const;
export type Sample = (typeof samples)[number];
export const sampleNames: Readonly<Record<Sample, string>> = {
  swde: "shops and catalogues",
  "static-site": "other sites",
};

/** Sites of one kind among those of a trainer: numbers from `from` up to `to`. */
export interface SiteRange {
  readonly from: number;
  readonly to: number;
}
