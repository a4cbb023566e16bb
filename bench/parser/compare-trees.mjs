/** Compares Dehusk's tree of a page with parse5's, node for node. */

import { defaultLimits, parseHtml, startDeadline } from "dehusk/internal/page";
import { parse as parseWithParse5 } from "parse5";

const PREFIXES = new Map([
  ["http://www.w3.org/1999/xhtml", ""],
  ["http://www.w3.org/2000/svg", "svg "],
  ["http://www.w3.org/1998/Math/MathML", "math "],
]);
const LIMITS = { ...defaultLimits, nodes: Number.POSITIVE_INFINITY };

/**
 * @param {string} html
 * @param {boolean} scripting
 * @param {boolean} sourceRanges whether to compare the positions of nodes too
 * @returns {string | null} the first difference, null for none
 */
export function firstDifference(html, scripting = true, sourceRanges = false) {
  const tree = parseHtml(html, { scripting, sourceRanges }, LIMITS, startDeadline(LIMITS));
  const reference = parseWithParse5(html, { scriptingEnabled: scripting, sourceCodeLocationInfo: sourceRanges });
  if (tree.quirks !== (reference.mode === "quirks")) return `quirks: ${tree.quirks}, parse5 says ${reference.mode}`;
  const doctype = reference.childNodes.find(({ nodeName }) => nodeName === "#documentType");
  const own = tree.doctype && [tree.doctype.name, tree.doctype.publicId, tree.doctype.systemId];
  const other = doctype && [doctype.name, doctype.publicId, doctype.systemId];
  if (JSON.stringify(own) !== JSON.stringify(other)) {
    return `doctype: ${JSON.stringify(own)}, parse5 says ${JSON.stringify(other)}`;
  }
  const stack = [[0, reference]];
  while (stack.length > 0) {
    const [node, peer] = stack.pop();
    const content = peer.content ?? peer;
    let child = tree.firstChild[node];
    for (const peerChild of content.childNodes ?? []) {
      if (peerChild.nodeName === "#documentType") continue;
      if (child === 0) return `missing: ${describe(peerChild)}`;
      const difference =
        compareNodes(tree, child, peerChild) ?? (sourceRanges ? compareRanges(tree, child, peerChild) : null);
      if (difference !== null) return difference;
      stack.push([child, peerChild]);
      child = tree.next[child];
    }
    if (child !== 0) return `too many: ${tree.tagNames.names[tree.tag[child]]} ${JSON.stringify(tree.strings[child])}`;
  }
  return null;
}

function compareNodes(tree, node, peer) {
  const name = tree.tagNames.names[tree.tag[node]];
  if (peer.nodeName === "#text" || peer.nodeName === "#comment") {
    const text = peer.value ?? peer.data;
    return name === peer.nodeName && tree.strings[node] === text
      ? null
      : `${name} ${JSON.stringify(tree.strings[node])}, parse5 says ${describe(peer)}`;
  }
  if (name !== PREFIXES.get(peer.namespaceURI) + peer.tagName) return `${name}, parse5 says ${describe(peer)}`;
  const own = tree.attributes[node];
  const isSame =
    own.length === peer.attrs.length &&
    peer.attrs.every(
      ({ prefix, name, value }, i) => own[i].value === value && own[i].name === (prefix ? `${prefix}:${name}` : name),
    );
  return isSame ? null : `${name} ${JSON.stringify(own)}, parse5 says ${describe(peer)}`;
}

function compareRanges(tree, node, peer) {
  const own = [tree.sourceStart[node] ?? -1, tree.sourceEnd[node] ?? -1];
  const place = peer.sourceCodeLocation;
  const other = place ? [place.startOffset, place.endOffset] : [-1, -1];
  return own[0] === other[0] && own[1] === other[1] ? null : `range of ${describe(peer)}: ${own}, parse5 says ${other}`;
}

function describe(node) {
  if (node.nodeName === "#text") return `#text ${JSON.stringify(node.value)}`;
  if (node.nodeName === "#comment") return `#comment ${JSON.stringify(node.data)}`;
  return `${PREFIXES.get(node.namespaceURI)}${node.tagName} ${JSON.stringify(node.attrs)}`;
}
