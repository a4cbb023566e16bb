export { type Canonical, type CanonicalRules, canonicalRules, canonicals } from "./canonical.ts";
export { type Fingerprints, nodeFingerprints } from "./fingerprints.ts";
export { SiteBuilder } from "./site-builder.ts";
export type { SiteOptions } from "./site-options.ts";
export type { SiteTemplate, SiteTemplates } from "./site-templates.ts";
export { TemplateNode, templateNodes } from "./template-nodes.ts";
export { readTemplates, writeTemplates } from "./templates-file.ts";
