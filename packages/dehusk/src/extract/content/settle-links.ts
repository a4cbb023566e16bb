import type { Attribute } from "../../page/index.ts";
import { type ContentNode, contentAttribute, Kind } from "./content-tree.ts";
import { meltFormats } from "./melt-formats.ts";

/**
 * A last pass that gives every link within the page an existing target, and leaves ids only where a link
 * refers: targets may not be kept, and links may not be written. A link without its target refers to
 * the page on the web instead, or becomes text.
 */
export function settleLinks(tree: ContentNode[]): void {
  const ids = new Set<string>();
  const wanted = new Set<string>();
  for (const node of tree) {
    if (node.attributes.length === 0) continue;
    const id = contentAttribute(node, "id");
    if (id !== undefined) ids.add(id);
    const target = targetOf(node);
    if (target !== undefined) wanted.add(target);
  }
  if (ids.size === 0 && wanted.size === 0) return;
  let isAnyDropped = false;
  for (let i = 0; i < tree.length; i++) {
    const node = tree[i];
    const target = targetOf(node);
    if (target !== undefined && !ids.has(target)) {
      tree[i] = withoutTarget(node);
      isAnyDropped ||= tree[i].kind === Kind.Text;
    }
    const id = contentAttribute(node, "id");
    if (id === undefined || wanted.has(id)) continue;
    if (node.kind === Kind.Anchor) tree[i] = nothing(node);
    else node.attributes = node.attributes.filter(({ name }) => name !== "id");
  }
  if (isAnyDropped) meltFormats(tree);
}

/** The target id of a link within the page. */
function targetOf(node: ContentNode): string | undefined {
  const href = node.kind === Kind.Link ? contentAttribute(node, "href") : undefined;
  return href?.startsWith("#") ? href.slice(1) : undefined;
}

function withoutTarget(link: ContentNode): ContentNode {
  if (link.text === "") return nothing(link);
  const href: Attribute = { name: "href", value: link.text };
  const attributes = link.attributes.map((own) => (own.name === "href" ? href : own));
  return { ...link, attributes, label: "" };
}

/** An empty text in place of a node, whose contents stay. */
function nothing(node: ContentNode): ContentNode {
  return { ...node, kind: Kind.Text, text: "", label: "", attributes: [] };
}
