import { wellFormed } from "../basics/index.ts";
import { type Attribute, COMMENT, type Deadline, type Limits, noAttributes, TEXT, TreeBuilder } from "../page/index.ts";
import type { Snapshot } from "./snapshot.ts";

/** `Node.nodeType` values. */
const ELEMENT_NODE = 1;
const TEXT_NODE = 3;
const CDATA_NODE = 4;
const INSTRUCTION_NODE = 7;
const COMMENT_NODE = 8;
const DOCUMENT_NODE = 9;
const DOCTYPE_NODE = 10;

export interface SnapshotTree {
  readonly tree: TreeBuilder;
  /** The tree node that each snapshot node became or was merged into; -1 for none. */
  readonly nodeOf: Int32Array;
}

/**
 * Builds the tree of a snapshot's page, without generated content and frames; adjacent text nodes are merged as in
 * parsing. Nodes are created in document order, so they keep their numbers in the page.
 *
 * @throws DehuskError `limit-nodes`, `limit-time`.
 */
export function treeOfSnapshot(snapshot: Snapshot, limits: Limits, deadline: Deadline): SnapshotTree {
  const { documents } = snapshot;
  const strings = snapshot.strings.map(wellFormed);
  const document = documents[0];
  const { parentIndex = [], nodeType = [], nodeName = [], nodeValue = [], attributes = [] } = document.nodes;
  const tree = new TreeBuilder(limits, deadline);
  const nodeOf = new Int32Array(nodeType.length).fill(-1);
  const generated = new Set(document.nodes.pseudoType?.index);
  const string = (index: number | undefined): string => strings[index ?? -1] ?? "";
  for (let i = 0; i < nodeType.length; i++) {
    if (nodeType[i] === DOCUMENT_NODE) {
      nodeOf[i] = 0;
      continue;
    }
    const parent = nodeOf[parentIndex[i]] ?? -1;
    if (parent < 0 || generated.has(i)) continue;
    switch (nodeType[i]) {
      case ELEMENT_NODE: {
        const name = tagOf(string(nodeName[i]), tree.tagNames.names[tree.tag[parent]]);
        nodeOf[i] = tree.create(tree.tagNames.intern(name), attributesOf(attributes[i] ?? [], strings), "");
        tree.append(parent, nodeOf[i]);
        break;
      }
      case TEXT_NODE:
      case CDATA_NODE:
        nodeOf[i] = addText(tree, parent, string(nodeValue[i]));
        break;
      case COMMENT_NODE:
        nodeOf[i] = addComment(tree, parent, string(nodeValue[i]));
        break;
      case INSTRUCTION_NODE: {
        // HTML parses `<?name data?>` as a comment; newer browsers keep it as a processing instruction.
        const data = string(nodeValue[i]);
        nodeOf[i] = addComment(tree, parent, `?${string(nodeName[i])}${data === "" ? "" : ` ${data}`}?`);
        break;
      }
      case DOCTYPE_NODE:
        tree.doctype = {
          name: string(nodeName[i]),
          publicId: string(document.publicId),
          systemId: string(document.systemId),
        };
        break;
    }
  }
  return { tree, nodeOf };
}

function addComment(tree: TreeBuilder, parent: number, text: string): number {
  const node = tree.create(COMMENT, noAttributes, text);
  tree.append(parent, node);
  return node;
}

function addText(tree: TreeBuilder, parent: number, text: string): number {
  const last = tree.lastChild[parent];
  if (last !== 0 && tree.tag[last] === TEXT) {
    tree.strings[last] += text;
    return last;
  }
  if (text === "") return -1;
  const node = tree.create(TEXT, noAttributes, text);
  tree.append(parent, node);
  return node;
}

/**
 * Element name with its namespace, which snapshots lack: HTML names are in capitals, others belong to SVG or MathML.
 */
function tagOf(name: string, parentTag: string): string {
  if (!/^[a-z]/.test(name)) return name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  if (name === "svg" || (!parentTag.startsWith("math ") && name !== "math")) return `svg ${name}`;
  return `math ${name}`;
}

function attributesOf(pairs: readonly number[], strings: readonly string[]): readonly Attribute[] {
  if (pairs.length === 0) return noAttributes;
  const list: Attribute[] = [];
  for (let i = 0; i + 1 < pairs.length; i += 2) {
    list.push({ name: strings[pairs[i]] ?? "", value: strings[pairs[i + 1]] ?? "" });
  }
  return list;
}
