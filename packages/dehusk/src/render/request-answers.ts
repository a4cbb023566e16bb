import type { Request, Route } from "playwright-core";
import { type FetchOptions, fetchChecked } from "../fetch/index.ts";
import type { ImageSize } from "./image-sizes.ts";
import { blankImage, type Resource } from "./resource.ts";

/** What a page's requests are answered from. */
export interface RequestSources {
  /** The page itself. */
  readonly html: string;
  /** Content-Security-Policy for it. */
  readonly policy: string;
  readonly resources: ReadonlyMap<string, Resource>;
  readonly imageSizes: ReadonlyMap<string, ImageSize>;
  /** Which of the other requests are made, by this process and not by the browser; undefined for none. */
  readonly allow: ((url: string) => boolean | Promise<boolean>) | undefined;
  readonly addresses: FetchOptions["addresses"];
  /** Most bytes that all fetched answers of the page may have. */
  readonly bytes: number;
}

/** Media types for what a page wants a resource for, when its own is not known. */
const usualTypes: Readonly<Record<string, string>> = {
  stylesheet: "text/css; charset=utf-8",
  script: "text/javascript; charset=utf-8",
};

/** Answers the requests of one page. None goes out through the browser. */
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
      // Refused, failed, or over the limit; or the page is gone, and with it the question.
      await route.abort().catch(() => {});
    }
  }

  async #answer(route: Route, request: Request): Promise<void> {
    const { html, policy } = this.#sources;
    if (request.isNavigationRequest()) {
      // No content leaves a page where it is, and a frame empty, which costs less than a page that says what failed.
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
    // A page may ask for its http resources over https.
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
    // Fonts are read across origins only with leave.
    headers: { ...(type !== "" && { "content-type": type }), "access-control-allow-origin": "*" },
    body: typeof body === "string" ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength),
  });
}

function withoutFragment(url: string): string {
  const at = url.indexOf("#");
  return at < 0 ? url : url.slice(0, at);
}
