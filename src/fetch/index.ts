export { type FetchOptions, fetchChecked } from "./fetch-checked.ts";
export { isPublicAddress } from "./public-address.ts";
