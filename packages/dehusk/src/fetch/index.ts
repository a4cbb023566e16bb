export { charsetOf, isHtmlType, looksLikeHtml } from "./content-type.ts";
export type { Exchange } from "./exchange.ts";
export { type FetchOptions, fetchChecked } from "./fetch-checked.ts";
export { fetchPage } from "./fetch-page.ts";
export { type FetchPagesOptions, fetchPages } from "./fetch-pages.ts";
export { isPublicAddress } from "./public-address.ts";
export type { WebPage } from "./read-page-answer.ts";
export { codingsIn, type UncodedBody, undoCodings } from "./undo-codings.ts";
export { shownUrl, withoutPassword } from "./web-url.ts";
