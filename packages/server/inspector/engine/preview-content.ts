import { parse } from "dehusk/internal/page";
import { framePage } from "../frame/frame-page.ts";

const sheet = `body { font: 16px/1.55 system-ui, sans-serif; margin: 1rem; overflow-wrap: anywhere; color: #1d1f23; background: #fff }
h1 { font-size: 1.5rem; line-height: 1.25 } h2 { font-size: 1.25rem } img { max-width: 100% } pre { overflow: auto }
table { border-collapse: collapse } td, th { border: 1px solid #ccc; padding: 0.2em 0.5em } figure { margin: 1rem 0 }`;

/** Content as an inert document: the guarantees for pages in the frame hold here too. */
export function previewOf(html: string): string {
  return framePage(parse(`<!doctype html><html><head><style>${sheet}</style></head><body>${html}</body></html>`)).html;
}
