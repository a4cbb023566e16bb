import type { Chunk, ContentSection, ExplainedBlock, Warning } from "dehusk";

/** A page that a tool is given: as HTML, or as an address to fetch. */
export interface PageSource {
  readonly html?: string | undefined;
  readonly url?: string | undefined;
}

/** What a tool asks for about a page. */
export interface PageWish {
  readonly source: PageSource;
  readonly fields: readonly string[];
  readonly preset?: string | undefined;
  readonly maxTokens?: number | undefined;
  readonly explain?: boolean | undefined;
}

/** The requested fields of a page. */
export interface PageFacts {
  readonly url?: string | null;
  readonly title?: string | null;
  readonly author?: string | null;
  readonly date?: string | null;
  readonly language?: string | null;
  readonly words?: number;
  readonly confidence?: number | null;
  readonly markdown?: string;
  readonly sections?: readonly ContentSection[];
  readonly chunks?: readonly Chunk[];
  readonly explain?: readonly ExplainedBlock[];
  readonly warnings?: readonly Warning[];
}

/** The result of learning a site. */
export interface LearnedSite {
  readonly site: string;
  readonly pages: number;
  /** Texts that the pages share, most frequent first. */
  readonly templates: readonly string[];
}

/** Does the work for the tools: in this process, or in the threads of a service. */
export interface Backend {
  /** @throws DehuskError, ServiceError */
  read(wish: PageWish): Promise<PageFacts>;
  /**
   * Learns from pages of one site: that of the first address among them, else the one named.
   *
   * @throws DehuskError, ServiceError
   */
  learn(site: string | undefined, pages: readonly PageSource[]): Promise<LearnedSite>;
}
