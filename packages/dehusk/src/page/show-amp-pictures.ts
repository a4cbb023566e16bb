import { knownTagNames, tagNumber } from "./tags.ts";
import type { TreeBuilder } from "./tree-builder.ts";

const IMG = tagNumber("img");

/**
 * Turns `<amp-img>` and `<amp-anim>` into images, as AMP's script does. Their content is for readers without the
 * script, or until the image has loaded.
 */
export function showAmpPictures(tree: TreeBuilder): void {
  const tags = ["amp-img", "amp-anim"].map((name) => tree.tagNames.names.indexOf(name, knownTagNames.length));
  if (tags.every((tag) => tag < 0)) return;
  for (let node = 1; node < tree.size; node++) {
    if (!tags.includes(tree.tag[node])) continue;
    while (tree.firstChild[node] !== 0) tree.detach(tree.firstChild[node]);
    tree.tag[node] = IMG;
  }
}
