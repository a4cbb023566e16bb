import type { Stay } from "../admission.ts";
import type { Parts } from "../parts.ts";
import { fetchFor } from "../routes/run-task.ts";
import { ServiceError } from "../service-error.ts";
import type { Task, TaskBody } from "../task.ts";
import type { Backend, LearnedSite, PageFacts, PageSource, PageWish } from "./backend.ts";

/** Answers with the threads, the limits, the fetching and the tables of sites of a service. */
export class ServiceBackend implements Backend {
  readonly #parts: Parts;
  readonly #stay: Stay;
  readonly #client: string;

  constructor(parts: Parts, stay: Stay, client: string) {
    this.#parts = parts;
    this.#stay = stay;
    this.#client = client;
  }

  async read({ source, fields, preset, maxTokens, explain = false }: PageWish): Promise<PageFacts> {
    const { body, url } = await this.#body(source);
    const given = { url, preset, maxTokens };
    const options = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    return (await this.#run({
      verb: "extract",
      site: siteOfUrl(url),
      body,
      options: { ...options, fields: [...fields], explain },
    })) as PageFacts;
  }

  async learn(site: string | undefined, pages: readonly PageSource[]): Promise<LearnedSite> {
    const { tables } = this.#parts;
    const asked = pages.map(({ url }) => siteOfUrl(url)).find((host) => host !== undefined) ?? site;
    let name: string | undefined;
    for (const source of pages) {
      const { body, url } = await this.#body(source);
      name ??= siteOfUrl(url) ?? asked;
      if (name === undefined)
        throw new ServiceError(422, "bad-option", "Give the host of the site, or the url of a page.");
      const task = { verb: "add", site: name, body, options: url === undefined ? {} : { url } } as const;
      const place = name;
      await tables.checkRoom(place);
      await tables.inTurn(place, this.#stay.over, () => this.#run(task));
    }
    if (name === undefined) throw new ServiceError(422, "bad-option", "Give at least one page.");
    const known = (await this.#run({ verb: "site", site: name, options: {} })) as {
      readonly pages: number;
      readonly top: readonly { readonly text: string | null; readonly isTemplate: boolean }[];
    };
    const templates = known.top.flatMap(({ text, isTemplate }) => (isTemplate && text !== null ? [text] : []));
    return { site: name, pages: known.pages, templates };
  }

  async #body({ html, url }: PageSource): Promise<{ body: TaskBody; url: string | undefined }> {
    if (html !== undefined) return { body: { bytes: Buffer.from(html), kind: "html", charset: "utf-8" }, url };
    if (url === undefined) throw new ServiceError(422, "bad-option", "Give the page as html, or its url.");
    const page = await fetchFor(this.#stay, this.#parts, { url, asJson: false });
    return { body: { bytes: page.bytes, kind: "html", charset: page.encoding }, url: page.url };
  }

  async #run(task: Task): Promise<unknown> {
    const result = await this.#parts.pool.run(task, this.#client, this.#stay.over);
    if ("wish" in result) throw new ServiceError(500, "internal", "A page redirected to another fetch.");
    const answer = JSON.parse(Buffer.from(result.body).toString());
    if (result.status !== 200) throw new ServiceError(result.status, answer.error.code, answer.error.message);
    return answer;
  }
}

/** The name under which a site is learned, and found again. */
function siteOfUrl(url: string | undefined): string | undefined {
  return url === undefined || !URL.canParse(url) ? undefined : new URL(url).hostname.replace(/^www\./, "");
}
