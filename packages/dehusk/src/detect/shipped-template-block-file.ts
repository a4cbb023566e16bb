import file from "../../models/blocks.json" with { type: "json" };
import type { BlockModel } from "./template-block-model.ts";

/** What shipped-template-blocks.ts imports when it is asked to: bundlers rewrite such an import only if it has no attributes. */
export const shippedFile = file as unknown as BlockModel;
