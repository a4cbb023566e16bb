import { contentAttribute, Kind } from "./content/content-tree.ts";
import { contentPartsOf, type Extraction } from "./extract.ts";

/**
 * Makes the pictures of a result refer to files instead of URLs. Changes the result: call it before its Markdown or
 * HTML is read.
 */
export function referToFiles(result: Extraction, files: ReadonlyMap<string, string>): void {
  for (const node of contentPartsOf(result).tree) {
    if (node.kind !== Kind.Image) continue;
    const file = files.get(contentAttribute(node, "src") ?? "");
    if (file === undefined) continue;
    // Other sizes are not saved.
    node.attributes = node.attributes
      .filter(({ name }) => name !== "srcset")
      .map((own) => (own.name === "src" ? { name: "src", value: file } : own));
  }
}
