import type { Request, Route } from "playwright-core";
import { type FetchOptions, fetchChecked } from "../fetch/index.ts";
import type { ImageSize } from "./image-sizes.ts";
import { blankImage, type Resource } from "./resource.ts";

/** What a page's requests are answered from. */
export interface RequestSources {
  readonly html: string;
  readonly policy: string;
  readonly resources: ReadonlyMap<string, Resource>;
  readonly imageSizes: ReadonlyMap<string, ImageSize>;
  /** Which other requests to send, from this process; undefined for none. */
  readonly allow: ((url: string) => boolean | Promise<boolean>) | undefined;
  readonly addresses: FetchOptions["addresses"];
  /** Byte limit for all fetched responses of the page together. */
  readonly bytes: number;
}

/** Media types by Chromium's resource type, for resources without one. */
const usualTypes: Readonly<Record<string, string>> = {
  stylesheet: "text/css; charset=utf-8",
  script: "text/javascript; charset=utf-8",
};

/** Answers the requests of one page. None goes through the browser. */
export class RequestAnswers {
  readonly #sources: RequestSources;
  #bytesLeft: number;
  #hasDocument = false;

  constructor(sources: RequestSources) {
    this.#sources = sources;
    this.#bytesLeft = sources.bytes;
  }

  async answer(route: Route): Promise<void> {
    try {
      await this.#answer(route, route.request());
    } catch {
      // Refused, failed or over the limit; or the page is gone.
      await route.abort().catch(() => {});
    }
  }

  async #answer(route: Route, request: Request): Promise<void> {
    const { html, policy } = this.#sources;
    if (request.isNavigationRequest()) {
      // 204 leaves a page where it is and a frame empty, which is cheaper than an error page.
      if (this.#hasDocument) return route.fulfill({ status: 204 });
      this.#hasDocument = true;
      const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": policy };
      return route.fulfill({ status: 200, headers, body: html });
    }
    const url = withoutFragment(request.url());
    const resource = this.#stored(url);
    if (resource !== undefined) return fulfill(route, resource, request);
    if (this.#sources.allow !== undefined && request.method() === "GET" && (await this.#sources.allow(url))) {
      return this.#fetch(route, request, url);
    }
    const size = request.resourceType() === "image" ? this.#sources.imageSizes.get(url) : undefined;
    if (size !== undefined) return fulfill(route, blankImage(size.width, size.height), request);
    return route.abort();
  }

  #stored(url: string): Resource | undefined {
    const { resources } = this.#sources;
    // Pages upgraded to https still match resources stored as http.
    return resources.get(url) ?? (url.startsWith("https:") ? resources.get(`http:${url.slice(6)}`) : undefined);
  }

  async #fetch(route: Route, request: Request, url: string): Promise<void> {
    const { accept = "*/*", "user-agent": agent = "" } = request.headers();
    const { addresses } = this.#sources;
    const { status, headers, body } = await fetchChecked(url, {
      addresses,
      bytes: this.#bytesLeft,
      headers: { accept, "user-agent": agent },
    });
    this.#bytesLeft = Math.max(1, this.#bytesLeft - body.length);
    const contentType = headers["content-type"] ?? "application/octet-stream";
    const origin = headers["access-control-allow-origin"];
    return route.fulfill({
      status,
      headers: { "content-type": contentType, ...(origin && { "access-control-allow-origin": origin }) },
      body,
    });
  }
}

function fulfill(route: Route, { body, contentType }: Resource, request: Request): Promise<void> {
  const type = contentType ?? usualTypes[request.resourceType()] ?? "";
  return route.fulfill({
    status: 200,
    // Cross-origin fonts need CORS.
    headers: { ...(type !== "" && { "content-type": type }), "access-control-allow-origin": "*" },
    body: typeof body === "string" ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength),
  });
}

function withoutFragment(url: string): string {
  const at = url.indexOf("#");
  return at < 0 ? url : url.slice(0, at);
}
