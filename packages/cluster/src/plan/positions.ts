/** A page's position among all pages of the inputs, ascending. It is the head of a bundle's entry. */

const recordsOfTask = 2 ** 32;

/** @param record Number of the record in its task, from 0. */
export function positionIn(task: number, record: number): number {
  return task * recordsOfTask + record;
}

export function positionHead(position: number): Buffer {
  const head = Buffer.allocUnsafe(8);
  head.writeDoubleLE(position);
  return head;
}

export function positionOf(head: Buffer): number {
  return head.readDoubleLE(0);
}
