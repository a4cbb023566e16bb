import { constants } from "node:os";
import { DehuskError } from "../../basics/index.ts";
import { type Boxes, estimateBoxes, type NodeStyles } from "../../layout/index.ts";
import type { OptionValues } from "../../options/index.ts";
import type { Limits, Page } from "../../page/index.ts";
import type { Renderer } from "../../render/index.ts";
import type { Console } from "../output/console.ts";
import { givenFlag } from "./fetch-options.ts";

/** The size of a window, as it is typed. */
function viewportSize(text: string): { width: number; height: number } | undefined {
  const match = /^(\d{1,5})[x×](\d{1,5})$/.exec(text);
  const [width, height] = [Number(match?.[1]), Number(match?.[2])];
  const isSize = width >= 1 && width <= 10_000 && height >= 1 && height <= 10_000;
  return isSize ? { width, height } : undefined;
}

const withRender = {
  javascript: { type: "boolean", guarded: true, help: "with --render: run the page's scripts" },
  allowRequests: {
    type: "boolean",
    guarded: true,
    help: "with --render: fetch what the page asks for, from public addresses only",
  },
  browser: {
    type: "string",
    guarded: true,
    value: "path",
    env: "DEHUSK_CHROMIUM",
    help: "with --render: the Chromium to use",
  },
  viewport: {
    type: "parsed",
    must: "a width and a height in pixels, such as 1280x1024, each up to 10000",
    parse: viewportSize,
    value: "size",
    defaultText: "1280x1024",
    help: "with --render: size of the window in pixels",
  },
} as const;

/** Options of the commands that can render. */
export const renderOptions = {
  render: { type: "boolean", help: "read the page as Chromium renders it" },
  ...withRender,
} as const;

export type CommandRenderOptions = OptionValues<typeof renderOptions>;

/** What the commands that can render say about it. */
export const renderHelp = `
With --render Chromium builds the page; scripts are off and nothing is fetched, unless --javascript or --allow-requests.
The default model needs no layout. Other models get Chromium's if they were trained on it, or else one estimated from the
rendered page.`;

/** A rendered page, with boxes of the geometry that the model expects. */
export interface RenderedInput {
  readonly page: Page;
  readonly boxes: Boxes;
  /** How the nodes look, for models that were trained on rendered pages; undefined for others. */
  readonly styles: NodeStyles | undefined;
}

/** On a signal: closes the browser, which removes its folders, and exits with the signal's usual code. */
function closeOnSignals(opening: Promise<Renderer>): void {
  for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      // Whatever else ends the process meanwhile, such as the page that now fails.
      process.on("exit", () => {
        process.exitCode = 128 + constants.signals[signal];
      });
      const closed = opening.then((renderer) => renderer.close()).catch(() => {});
      void closed.finally(() => process.exit());
    });
  }
}

/** Renders the pages of one run of a command. */
export class PageRenderer {
  readonly #renderer: Renderer;
  readonly #options: CommandRenderOptions;
  readonly #geometry: Boxes["geometry"];

  private constructor(renderer: Renderer, options: CommandRenderOptions, geometry: Boxes["geometry"]) {
    this.#renderer = renderer;
    this.#options = options;
    this.#geometry = geometry;
  }

  /**
   * Starts a browser if requested, else undefined.
   *
   * @throws DehuskError `bad-option`, `no-browser`.
   */
  static async open(
    options: CommandRenderOptions,
    model: { readonly name: string; readonly geometry?: Boxes["geometry"] } | undefined,
    console: Console,
  ): Promise<PageRenderer | undefined> {
    if (!options.render) {
      const given = givenFlag(options, withRender);
      if (given === undefined) return undefined;
      throw new DehuskError("bad-option", `${given} needs --render.`);
    }
    // Imported only here: other runs need no browser driver.
    const { Renderer } = await import("../../render/index.ts");
    const { browser, javascript: javaScript, viewport } = options;
    const opening = Renderer.open({ browser, javaScript, viewport, concurrency: 1 });
    closeOnSignals(opening);
    const renderer = await opening;
    const isEstimated = model?.geometry === "estimate";
    if (isEstimated)
      console.warn(
        `The model ${model.name} was trained on estimated layouts; the layout is estimated from the rendered page.`,
      );
    return new PageRenderer(renderer, options, isEstimated ? "estimate" : "rendered");
  }

  async render(
    bytes: Uint8Array,
    options: { readonly url?: string | undefined; readonly encoding?: string | undefined; readonly limits: Limits },
  ): Promise<RenderedInput> {
    const { allowRequests, viewport } = this.#options;
    const { page, boxes, styles } = await this.#renderer.render(bytes, { ...options, allowRequests });
    if (this.#geometry === "rendered") return { page, boxes, styles };
    return { page, boxes: estimateBoxes(page, { viewport: viewport?.width }), styles: undefined };
  }

  close(): Promise<void> {
    return this.#renderer.close();
  }
}
