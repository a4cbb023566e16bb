import { tagNumber } from "./tags.ts";
import type { TreeBuilder } from "./tree-builder.ts";

const SLOT = tagNumber("slot");
const TEMPLATE = tagNumber("template");

/**
 * Puts declarative shadow roots (`<template shadowrootmode>`) in place of their hosts' children, and the children into the slots
 * that they name, as browsers show them. Children without a slot are not shown. Outer roots come first, so that what a
 * slot holds may go on to a slot of an inner root. Each root is walked once: linear in nodes.
 */
export function showShadowRoots(tree: TreeBuilder): void {
  const first = tree.tag.indexOf(TEMPLATE, 1);
  if (first < 0) return;
  const hosts = new Set<number>();
  for (let node = first; node < tree.size; node++) {
    if (tree.tag[node] !== TEMPLATE || !/^(?:open|closed)$/i.test(attributeOf(tree, node, "shadowrootmode"))) continue;
    const host = tree.parent[node];
    // Browsers attach the first of several roots.
    if (host === 0 || hosts.has(host)) continue;
    hosts.add(host);
    attach(tree, host, node);
  }
}

function attach(tree: TreeBuilder, host: number, root: number): void {
  const slots = findSlots(tree, root);
  tree.detach(root);
  const filled = new Set<number>();
  for (let child = tree.firstChild[host]; child !== 0; ) {
    const after = tree.next[child];
    const slot = slots.get(attributeOf(tree, child, "slot"));
    tree.detach(child);
    if (slot !== undefined) {
      // A slot's own content is shown only if nothing is assigned to it.
      if (!filled.has(slot)) while (tree.firstChild[slot] !== 0) tree.detach(tree.firstChild[slot]);
      filled.add(slot);
      tree.append(slot, child);
    }
    child = after;
  }
  tree.moveChildren(root, host);
}

/** The first slot of each name in a root, without those of roots inside it. */
function findSlots(tree: TreeBuilder, root: number): Map<string, number> {
  const slots = new Map<string, number>();
  let node = tree.firstChild[root];
  while (node !== 0 && node !== root) {
    if (tree.tag[node] === SLOT) {
      const name = attributeOf(tree, node, "name");
      if (!slots.has(name)) slots.set(name, node);
    }
    const child = tree.tag[node] === TEMPLATE ? 0 : tree.firstChild[node];
    if (child !== 0) {
      node = child;
      continue;
    }
    while (node !== root && tree.next[node] === 0) node = tree.parent[node];
    if (node !== root) node = tree.next[node];
  }
  return slots;
}

function attributeOf(tree: TreeBuilder, node: number, name: string): string {
  return tree.attributes[node].find((own) => own.name === name)?.value ?? "";
}
