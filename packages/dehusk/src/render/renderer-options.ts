import { DehuskError, showValue } from "../basics/index.ts";
import { type Limits, type ParseOptions, resolveLimits } from "../page/index.ts";
import type { Resource } from "./resource.ts";

export interface RendererOptions {
  /** Path of Chromium. Default: `DEHUSK_CHROMIUM`, otherwise the first on the PATH. */
  readonly browser?: string | undefined;
  /** Whether to run the pages' scripts. Default false. */
  readonly javaScript?: boolean | undefined;
  /** Viewport in CSS pixels. Default 1280 × 1024. */
  readonly viewport?: { readonly width: number; readonly height: number } | undefined;
  /** Pages to render in parallel; more wait. Default 2. */
  readonly concurrency?: number | undefined;
  /** Pages after which the browser is replaced. Default 500. */
  readonly pagesPerBrowser?: number | undefined;
  /**
   * Megabytes that the browser may hold with all its processes. Default 2048. Looked at four times a second on Linux and
   * macOS; elsewhere there is no limit.
   */
  readonly memoryMb?: number | undefined;
}

export interface RenderOptions extends Pick<ParseOptions, "url" | "encoding"> {
  /** Responses to the page's requests, by absolute URL. Default: none. */
  readonly resources?: ReadonlyMap<string, Resource> | undefined;
  /**
   * Which other requests to send: none (false, the default), all (true), or those the function accepts. They are sent
   * by this process, not by the browser, and only to `addresses`.
   */
  readonly allowRequests?: boolean | ((url: string) => boolean | Promise<boolean>) | undefined;
  /** IP addresses that allowed requests may go to. Default: public ones. */
  readonly addresses?: ((address: string) => boolean) | undefined;
  /** As for `parse`, but 30,000 milliseconds and at most 1,000,000 nodes. */
  readonly limits?: Partial<Limits> | undefined;
}

/** Chromium cannot send a larger snapshot in one message. */
const mostNodes = 1_000_000;
const defaultMilliseconds = 30_000;
/** Longest timer. */
const mostMilliseconds = 2 ** 31 - 1;

/** @throws DehuskError `bad-option` */
export function resolveRendererOptions(options: RendererOptions) {
  checkNames(options, ["browser", "javaScript", "viewport", "concurrency", "pagesPerBrowser", "memoryMb"]);
  const {
    browser,
    javaScript = false,
    viewport = { width: 1280, height: 1024 },
    concurrency = 2,
    pagesPerBrowser = 500,
    memoryMb = 2048,
  } = options;
  if (browser !== undefined && typeof browser !== "string") throw bad("browser", "a path", browser);
  if (typeof javaScript !== "boolean") throw bad("javaScript", "true or false", javaScript);
  checkNames(viewport, ["width", "height"]);
  checkWhole("viewport.width", viewport.width, 10_000);
  checkWhole("viewport.height", viewport.height, 10_000);
  checkWhole("concurrency", concurrency, 1_000);
  checkWhole("pagesPerBrowser", pagesPerBrowser, Number.MAX_SAFE_INTEGER);
  checkWhole("memoryMb", memoryMb, 2 ** 24);
  const { width, height } = viewport;
  return { browser, javaScript, viewport: { width, height }, concurrency, pagesPerBrowser, memoryMb };
}

/** @throws DehuskError `bad-option` */
export function resolveRenderOptions(options: RenderOptions) {
  checkNames(options, ["url", "encoding", "resources", "allowRequests", "addresses", "limits"]);
  const { url, encoding, resources = new Map<string, Resource>(), allowRequests = false, addresses } = options;
  if (!(resources instanceof Map)) throw bad("resources", "a Map of URLs", resources);
  if (typeof allowRequests !== "boolean" && typeof allowRequests !== "function") {
    throw bad("allowRequests", "true, false or a function", allowRequests);
  }
  if (addresses !== undefined && typeof addresses !== "function") throw bad("addresses", "a function", addresses);
  const given = resolveLimits({ milliseconds: defaultMilliseconds, ...options.limits });
  const limits: Limits = {
    ...given,
    nodes: Math.min(given.nodes, mostNodes),
    milliseconds: Math.min(given.milliseconds, mostMilliseconds),
  };
  const allow = typeof allowRequests === "function" ? allowRequests : allowRequests ? () => true : undefined;
  return { url, encoding, resources: resources as ReadonlyMap<string, Resource>, allow, addresses, limits };
}

function checkNames(options: object, names: readonly string[]): void {
  if (typeof options !== "object" || options === null) {
    throw new DehuskError("bad-option", "Options must be an object.");
  }
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new DehuskError("bad-option", `Unknown option "${unknown}"; expected one of ${names.join(", ")}.`);
  }
}

function checkWhole(name: string, value: unknown, most: number): void {
  if (!(Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most)) {
    throw bad(name, `a whole number from 1 to ${most}`, value);
  }
}

function bad(name: string, expected: string, value: unknown): DehuskError {
  return new DehuskError("bad-option", `Option "${name}" must be ${expected}, not ${showValue(value)}.`);
}
