/**
 * Added to the log-odds of a template for nodes on many pages of the site: much,
 * but a long text that the model takes for content stays content, such as a genre's description that films share.
 */
export const nodeSiteEvidence = 3;

/**
 * The same for a block scored by the content model, which is more confident. Measured on sites with many labelled pages:
 * see docs/research/accuracy.md.
 */
export const blockSiteEvidence = 5;
