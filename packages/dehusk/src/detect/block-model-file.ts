/** A module of its own for `openModel` to import on demand: bundlers rewrite such an import only if it has no attributes. */
export { default } from "../../models/blocks.json" with { type: "json" };
