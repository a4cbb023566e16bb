import { attribute, resolveUrl } from "../../page/index.ts";
import type { JsonObject } from "./json-ld.ts";
import { metaTexts, type Sources } from "./sources.ts";

/** The page's URL as declared. */
export function readCanonical(sources: Sources): string | null {
  return firstAddress(sources, [
    ...(sources.found.links.get("canonical") ?? []),
    ...metaTexts(sources, ["og:url", "twitter:url", "parsely-link"]),
  ]);
}

const imageMetas = [
  "og:image",
  "og:image:secure_url",
  "og:image:url",
  "twitter:image",
  "twitter:image:src",
  "parsely-image-url",
  "sailthru.image.full",
];

/** The picture that represents the page. */
export function readImage(sources: Sources): string | null {
  const { page, found, entities } = sources;
  const candidates = metaTexts(sources, imageMetas);
  for (const entity of entities)
    candidates.push(...pictureAddresses(entity["image"]), ...pictureAddresses(entity["thumbnailUrl"]));
  for (const { name, node, aside } of found.properties) {
    if (aside || (name !== "image" && name !== "thumbnailurl")) continue;
    const value = attribute(page, node, "content") ?? attribute(page, node, "src") ?? attribute(page, node, "href");
    if (value !== undefined) candidates.push(value);
  }
  candidates.push(...(found.links.get("image_src") ?? []), ...metaTexts(sources, ["thumbnail"]));
  return firstAddress(sources, candidates);
}

/** URLs in JSON-LD's many forms of an image. */
function pictureAddresses(value: unknown): string[] {
  const list = Array.isArray(value) ? value.slice(0, 5) : [value];
  return list.flatMap((item) => {
    if (typeof item === "string") return [item];
    if (typeof item !== "object" || item === null) return [];
    const { url, contentUrl } = item as JsonObject & { url?: unknown; contentUrl?: unknown };
    return [url, contentUrl].filter((address) => typeof address === "string");
  });
}

function firstAddress({ page }: Sources, candidates: readonly string[]): string | null {
  for (const candidate of candidates) {
    if (candidate.trim() === "") continue;
    const address = resolveUrl(candidate, page.base);
    if (address !== undefined && /^https?:/.test(address)) return address;
  }
  return null;
}
