/** What the server behind the inspector says about itself; there is none if the files are served statically. */
export interface About {
  readonly dehusk: string;
  /** Whether it fetches URLs. */
  readonly fetch: boolean;
  /** Whether it keeps site tables. */
  readonly sites: boolean;
  /** Whether it requires a key. */
  readonly keys: boolean;
}

/** The server's data on a site. */
export interface SiteReport {
  readonly site: string;
  readonly pages: number;
  readonly segments: number;
  readonly bytes?: number;
  readonly growth: readonly GrowthPoint[];
  readonly top: readonly TopSegment[];
}

export interface GrowthPoint {
  readonly pages: number;
  readonly segments: number;
}

interface TopSegment {
  /** Null if the table keeps no texts. */
  readonly text: string | null;
  readonly pages: number;
  readonly isTemplate: boolean;
}

/** The server's answer to an added page. */
export interface AddedPage {
  readonly site: string;
  /** Its number in its site, from 1. */
  readonly page: number;
  readonly blocks: readonly JudgedBlock[];
}

export interface JudgedBlock {
  /** XPath; null if it would be too long. */
  readonly path: string | null;
  readonly words: number;
  readonly ratio: number;
  readonly template: boolean;
}

/** The server behind the inspector. Every failure is an `Error` whose message is meant for users. */
export class Service {
  #key = "";

  /** The API key; kept while the window is open. */
  set key(key: string) {
    this.#key = key.trim();
  }

  /** Undefined if there is no server. */
  async about(): Promise<About | undefined> {
    try {
      const answer = await fetch(addressOf("about"));
      if (!answer.ok) return undefined;
      const about: unknown = await answer.json();
      return isAbout(about) ? about : undefined;
    } catch {
      return undefined;
    }
  }

  fetchPage(url: string): Promise<{ url: string; html: string }> {
    return this.#ask("fetch", { method: "POST", body: JSON.stringify({ url }), type: "application/json" });
  }

  async sites(): Promise<readonly string[]> {
    return (await this.#ask<{ sites: readonly string[] }>("sites")).sites;
  }

  site(site: string): Promise<SiteReport> {
    return this.#ask(`sites/${encodeURIComponent(site)}`);
  }

  addPage(site: string, content: string | Uint8Array, url: string | null): Promise<AddedPage> {
    const query = url === null ? "" : `?url=${encodeURIComponent(url)}`;
    const path = `sites/${encodeURIComponent(site)}/pages${query}`;
    const type = typeof content === "string" ? "text/html; charset=utf-8" : "text/html";
    return this.#ask(path, { method: "POST", body: content, type });
  }

  async #ask<Answer>(path: string, request?: ServiceRequest): Promise<Answer> {
    const headers = new Headers();
    if (this.#key !== "") headers.set("authorization", `Bearer ${this.#key}`);
    if (request !== undefined) headers.set("content-type", request.type);
    let answer: Response;
    try {
      const body = request === undefined ? null : (request.body as BodyInit);
      answer = await fetch(addressOf(path), { method: request?.method ?? "GET", headers, body });
    } catch {
      throw new Error("The server does not answer. Is it still running?");
    }
    const data: unknown = await answer.json().catch(() => undefined);
    if (answer.ok && data !== undefined) return data as Answer;
    const said = (data as { error?: { message?: unknown } } | undefined)?.error?.message;
    throw new Error(typeof said === "string" ? said : `The server answered with status ${answer.status}.`);
  }
}

interface ServiceRequest {
  readonly method: "POST";
  readonly body: string | Uint8Array;
  readonly type: string;
}

/** The server is where the inspector's own page came from. */
function addressOf(path: string): URL {
  return new URL(path, document.baseURI);
}

function isAbout(about: unknown): about is About {
  if (typeof about !== "object" || about === null) return false;
  const { dehusk, fetch, sites, keys } = about as Record<string, unknown>;
  return typeof dehusk === "string" && [fetch, sites, keys].every((is) => typeof is === "boolean");
}
