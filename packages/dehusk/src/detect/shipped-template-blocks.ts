import type { BlockModel } from "./template-block-model.ts";

/**
 * The block model that comes with the package, read when it is asked for. It is large, and few browsers need it,
 * so it is no part of the root export, but a sub-path of its own.
 *
 * @example
 * import { blockDetector, detect } from "dehusk";
 * import { shippedBlockModel } from "dehusk/blocks";
 * const { templateness } = detect(html, { model: blockDetector(await shippedBlockModel()) });
 */
export async function shippedBlockModel(): Promise<BlockModel> {
  const { shippedFile } = await import("./shipped-template-block-file.ts");
  return shippedFile;
}
