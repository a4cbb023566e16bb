/** Entries of a bundle: two byte strings with their lengths before them. */

export interface Entry {
  /** Metadata of the entry. */
  readonly head: Buffer;
  readonly body: Buffer;
}

export function writeEntry(head: string | Uint8Array, body: string | Uint8Array): Buffer {
  const headBytes = Buffer.byteLength(head);
  const bodyBytes = Buffer.byteLength(body);
  const entry = Buffer.allocUnsafe(8 + headBytes + bodyBytes);
  entry.writeUInt32LE(headBytes, 0);
  entry.writeUInt32LE(bodyBytes, 4);
  put(entry, head, 8);
  put(entry, body, 8 + headBytes);
  return entry;
}

function put(entry: Buffer, bytes: string | Uint8Array, at: number): void {
  if (typeof bytes === "string") entry.write(bytes, at);
  else entry.set(bytes, at);
}

export function* readEntries(bytes: Buffer): Generator<Entry> {
  for (let at = 0; at < bytes.length; ) {
    const headEnd = at + 8 + bytes.readUInt32LE(at);
    const end = headEnd + bytes.readUInt32LE(at + 4);
    yield { head: bytes.subarray(at + 8, headEnd), body: bytes.subarray(headEnd, end) };
    at = end;
  }
}
