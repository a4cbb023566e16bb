import type { Command } from "commander";
import { DehuskError } from "../../basics/index.ts";
import type { DetectionModel } from "../../detect/index.ts";
import { type Boxes, estimateBoxes, type NodeStyles } from "../../layout/index.ts";
import type { Limits, Page } from "../../page/index.ts";
import type { Renderer } from "../../render/index.ts";
import type { Console } from "../output/console.ts";
import { viewportSize } from "./option-values.ts";

export interface CommandRenderOptions {
  readonly render?: boolean;
  readonly javascript?: boolean;
  readonly allowRequests?: boolean;
  readonly browser?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** What the commands that can render say about it. */
export const renderHelp = `
With --render the page is the one that Chromium makes of the input, found on the PATH or named by --browser or
DEHUSK_CHROMIUM: scripts off and no requests, unless --javascript or --allow-requests. Where things lie is as Chromium
has it for models that were trained on such places; all models that come with dehusk were trained on estimated ones, and
get estimates made from the rendered page.`;

export function addRenderOptions(command: Command): Command {
  return command
    .option("--render", "read the page as Chromium renders it")
    .option("--javascript", "with --render: let the page's scripts run")
    .option("--allow-requests", "with --render: fetch what the page asks for, from public addresses only")
    .option("--browser <path>", "with --render: the Chromium to use")
    .option("--viewport <size>", "with --render: size of the window, such as 1280x1024 (the default)", viewportSize);
}

/** A page that was rendered, with the places that the model understands. */
export interface RenderedInput {
  readonly page: Page;
  readonly boxes: Boxes;
  /** How the nodes look, for models that were trained on rendered pages; undefined for others. */
  readonly styles: NodeStyles | undefined;
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
   * Starts a browser if one is asked for, else undefined.
   *
   * @throws DehuskError `bad-option`, `no-browser`.
   */
  static async open(
    options: CommandRenderOptions,
    model: Pick<DetectionModel, "geometry" | "name"> | undefined,
    console: Console,
  ): Promise<PageRenderer | undefined> {
    if (!options.render) {
      const given = (["javascript", "allowRequests", "browser", "viewport"] as const).find((name) => options[name]);
      if (given === undefined) return undefined;
      const name = given === "allowRequests" ? "allow-requests" : given;
      throw new DehuskError("bad-option", `--${name} is for use with --render.`);
    }
    // Imported only here: other runs need no browser driver.
    const { Renderer } = await import("../../render/index.ts");
    const { browser, javascript: javaScript, viewport } = options;
    const renderer = await Renderer.open({ browser, javaScript, viewport, concurrency: 1 });
    const geometry = model?.geometry ?? "estimate";
    if (geometry === "estimate") {
      const name = model === undefined ? "The default model" : `The model ${model.name}`;
      console.warn(`${name} was trained on estimated places; they are estimated from the rendered page.`);
    }
    return new PageRenderer(renderer, options, geometry);
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
