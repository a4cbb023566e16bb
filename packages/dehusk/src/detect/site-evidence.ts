/**
 * What a page's site adds to the log-odds of a node's being a template when the node is on many pages of that site: much,
 * but a long text that the model takes for content stays content, such as a genre's description that films share.
 */
export const nodeSiteEvidence = 3;

/**
 * The same for a block scored by the content model, which is surer of itself. Measured on sites with many labelled pages:
 * see docs/research/accuracy.md.
 */
export const blockSiteEvidence = 5;
